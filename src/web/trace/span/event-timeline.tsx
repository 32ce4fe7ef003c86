import { formatDuration } from '#web/platform/time/format-time.ts';

interface EventTimelineProps {
  readonly durationMs: number;
  readonly events: readonly { readonly name: string; readonly offsetMs: number }[];
}

const MARKS_MAX = 500;

/** When the events were within the span, as marks on a line; the list below names them. */
export function EventTimeline({ durationMs, events }: EventTimelineProps) {
  const whole = Math.max(durationMs, ...events.slice(0, MARKS_MAX).map((one) => one.offsetMs), 1e-6);
  return (
    <div aria-hidden="true">
      <div className="relative h-20">
        <div className="absolute inset-x-0 top-9 h-2 rounded-chip bg-bg3" />
        {events.slice(0, MARKS_MAX).map((event, index) => (
          <span
            key={index}
            title={`${event.name} +${formatDuration(event.offsetMs)}`}
            className={`absolute top-4 h-12 w-3 -translate-x-1 rounded-chip bg-bar ${event.name === 'exception' ? 'tone-error' : 'tone-info'}`}
            style={{ left: `${Math.max(0, Math.min(1, event.offsetMs / whole)) * 100}%` }}
          />
        ))}
      </div>
      <div className="nums flex justify-between text-11 text-text3">
        <span>0</span>
        <span>{formatDuration(whole)}</span>
      </div>
    </div>
  );
}
