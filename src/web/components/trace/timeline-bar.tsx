import { lookOfKindIndex } from '../kind-mark.tsx';
import { formatDuration } from '../../lib/format-time.ts';
import type { TraceColumns } from '../../lib/trace-columns.ts';
import { NODE_MISSING } from '../../lib/trace-tree.ts';
import type { TraceTree } from '../../lib/trace-tree.ts';

interface TimelineBarProps {
  readonly tree: TraceTree;
  readonly columns: TraceColumns;
  readonly node: number;
  readonly narrow: boolean;
}

/** Where a row lies in time: a parent pale with an edge, a leaf full, an error hatched. */
export function TimelineBar({ tree, columns, node, narrow }: TimelineBarProps) {
  const extent = extentOf(tree, columns, node);
  if (extent === null) return <div />;
  const row = tree.span[node] ?? 0;
  const left = (extent.startMs / columns.extentMs) * 100;
  const width = (extent.durationMs / columns.extentMs) * 100;
  const failed = tree.errors[node] !== 0 && columns.statuses[row] === 2;
  const parent = (tree.end[node] ?? 0) > node + 1;
  const tone = failed ? 'tone-error' : lookOfKindIndex(columns.kinds[row] ?? 0).tone;
  const fill = failed ? 'hatch bg-bar' : parent ? 'border border-bar bg-[color-mix(in_oklab,var(--tone-bar)_38%,transparent)]' : 'bg-bar';
  const place = left + width < 80 ? 'right' : left > 20 ? 'left' : 'inside';
  const text = formatDuration(extent.durationMs);
  const label = <span className="nums whitespace-nowrap text-11 text-text2">{text}</span>;
  return (
    <div className={`relative min-w-0 ${narrow ? 'mx-8 h-10' : ''}`}>
      <div
        className={`${tone} absolute top-1/2 h-10 -translate-y-1/2 rounded-chip ${fill}`}
        style={{ left: `${left}%`, width: `max(2px, ${width}%)` }}
      />
      {place === 'right' && (
        <span className="absolute top-1/2 -translate-y-1/2 pl-6 leading-none" style={{ left: `max(${left}% + 2px, ${left + width}%)` }}>
          {label}
        </span>
      )}
      {place === 'left' && (
        <span className="absolute top-1/2 -translate-y-1/2 pr-6 leading-none" style={{ right: `${100 - left}%` }}>
          {label}
        </span>
      )}
      {place === 'inside' && (
        <span
          className={`nums absolute top-1/2 right-8 -translate-y-1/2 text-11 font-semibold whitespace-nowrap ${parent && !failed ? 'text-text1' : 'text-bg0'}`}
        >
          {text}
        </span>
      )}
    </div>
  );
}

/** A span's own time; that of all members for a group; none for a parent that never came. */
function extentOf(tree: TraceTree, columns: TraceColumns, node: number): { startMs: number; durationMs: number } | null {
  if (tree.type[node] === NODE_MISSING) return null;
  let startMs = Infinity;
  let endMs = 0;
  const isGroup = tree.type[node] !== 0;
  for (let one = isGroup ? node + 1 : node; one < (isGroup ? (tree.end[node] ?? 0) : node + 1); one++) {
    const row = tree.span[one] ?? 0;
    startMs = Math.min(startMs, columns.startsMs[row] ?? 0);
    endMs = Math.max(endMs, (columns.startsMs[row] ?? 0) + Math.max(0, columns.durationsMs[row] ?? 0));
  }
  return { startMs, durationMs: Math.max(0, endMs - startMs) };
}
