import type { AlertChannel } from '#contracts/alerts/alert.ts';
import { formatWhen } from '#web/platform/time/format-time.ts';

type Delivery = AlertChannel['deliveries'][number];

/** The last delivery to each recipient of a channel, and the reason if the last attempt failed. */
export function ChannelDeliveries({ deliveries }: Pick<AlertChannel, 'deliveries'>) {
  if (deliveries.length === 0) return <span className="text-12 text-text3">No deliveries yet</span>;
  return (
    <ul className="flex flex-col text-12">
      {deliveries.map((delivery) => (
        <li key={delivery.recipient ?? ''} className="flex min-w-0 flex-col">
          {delivery.error !== null && (
            <span className="tone-error verbatim text-tone">
              {sentence(delivery, `failed, ${when(delivery.attempted_at)}: ${delivery.error}`)}
            </span>
          )}
          {delivery.delivered_at !== null && (
            <span className="clip text-text3" title={delivery.delivered ?? ''}>
              {sentence(
                delivery,
                `${delivery.error === null ? '' : 'last '}taken, ${when(delivery.delivered_at)}: ${delivery.delivered ?? ''}`,
              )}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function sentence({ recipient }: Delivery, text: string): string {
  return recipient === null ? text.charAt(0).toUpperCase() + text.slice(1) : `${recipient}: ${text}`;
}

function when(time: string): string {
  return formatWhen(time, Date.now());
}
