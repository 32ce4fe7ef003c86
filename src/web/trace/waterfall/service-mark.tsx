import { use } from 'react';
import { shownText } from '#web/platform/text/shown-name.ts';
import { ServiceScope, serviceTone } from './use-services.ts';

/** At the edge of a row: the colour of the service that sent its span, where several sent the trace. */
export function ServiceStrip({ row }: { row: number }) {
  const index = use(ServiceScope)?.indexes[row] ?? -1;
  return index < 0 ? null : <span aria-hidden="true" className={`absolute inset-y-0 left-2 w-3 bg-bar ${serviceTone(index)}`} />;
}

/** In a row whose span another service sent than its parent's: the name of that service. */
export function ServiceMark({ row, parent }: { row: number; parent: number }) {
  const services = use(ServiceScope);
  const index = services?.indexes[row] ?? -1;
  const name = services?.names[index];
  if (services === null || name === undefined || index === services.indexes[parent]) return null;
  return (
    <span
      className={`clip max-w-120 min-w-24 shrink rounded-chip bg-tint px-4 text-11 text-tone ${serviceTone(index)}`}
      title={`Service: ${name}`}
    >
      {shownText(name)}
    </span>
  );
}
