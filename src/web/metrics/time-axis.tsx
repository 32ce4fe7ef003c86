import { MONTHS } from '#web/platform/time/format-time.ts';
import { timeLabels } from './time-labels.ts';
import { useBoxWidth } from '#web/ui/use-box-width.ts';
import { dayStart, wallTime } from '#web/platform/time/wall-time.ts';

const LABEL_PX = 64;
/** The width of the widest label: one that would be cut at the right edge is omitted. */
const TEXT_PX = 44;

/** Round times below a chart: the day where one begins, else the time of day. */
export function TimeAxis({ startMs, endMs }: { startMs: number; endMs: number }) {
  const { ref, width } = useBoxWidth();
  const labels = width === null ? [] : timeLabels(startMs, endMs, Math.floor(width / LABEL_PX), (ms) => dayStart(ms, 0));
  const whole = labels.filter(({ share }) => (1 - share) * (width ?? 0) >= TEXT_PX);
  return (
    <div ref={ref} className="nums relative h-14 overflow-hidden text-11 leading-14 text-text3" aria-hidden="true">
      {whole.map(({ share, atMs }) => (
        <span key={atMs} className="absolute border-l border-line2 pl-4 whitespace-nowrap" style={{ left: `${share * 100}%` }}>
          {textOf(atMs)}
        </span>
      ))}
    </div>
  );
}

function textOf(ms: number): string {
  const { day, month, hour, minute } = wallTime(ms);
  if (hour === 0 && minute === 0) return `${day} ${MONTHS[month - 1] ?? ''}`;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
