import type { CSSProperties, ReactNode } from 'react';
import type { ListRow } from '#web/lists/list-row.ts';
import {
  compactCount,
  exactCost,
  exactCount,
  formatCost,
  threeDigits,
} from '#web/platform/text/format-number.ts';
import { formatDuration, formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';
import { NO_END, durationSoFar } from '#web/platform/time/open-duration.ts';
import { attributeOfColumn, isEndAligned, type ListColumn } from '#web/lists/list-columns.ts';
import { chipTitle } from '#web/annotations/annotation-chip.tsx';
import { RowChips } from '#web/annotations/row-chips.tsx';
import { KindMark, lookOfKind } from '#web/ui/kind-mark.tsx';
import { shownName, shownText } from '#web/platform/text/shown-name.ts';

/** A column as rows draw it; the same object for all rows until the columns change. */
export interface CellColumn {
  readonly id: string;
  readonly attribute: string | null;
  readonly className: string;
  readonly style: CSSProperties | undefined;
  /** All rows have one value, shown in the head. */
  readonly isFolded: boolean;
}

const NUMERIC = new Set(['started', 'ttft', 'speed', 'tokens', 'cost', 'spans', 'trace']);
const QUIET = new Set([
  'started',
  'output',
  'ttft',
  'speed',
  'tokens',
  'cost',
  'model',
  'session',
  'user',
  'spans',
  'trace',
  'kind',
]);

/** A column's cell style; `left` is the offset of a pinned one. */
export function cellColumn(
  { id, width }: ListColumn,
  left: number | null,
  isFolded: boolean,
): CellColumn {
  const tone = `${NUMERIC.has(id) ? 'nums' : ''} ${QUIET.has(id) ? 'text-text2' : ''} ${isEndAligned(id) ? 'text-right' : ''}`;
  return {
    id,
    attribute: attributeOfColumn(id),
    className: `${lookOf(id, width)} ${tone} ${left === null ? '' : 'pinned-cell'}`,
    style: left === null ? undefined : { left },
    isFolded,
  };
}

function lookOf(id: string, width: number | null): string {
  if (id === 'name' || id === 'duration') return 'row-cell flex items-center gap-8';
  if (id === 'annotations') return 'row-cell @container flex items-center gap-4 overflow-hidden';
  if (id === 'status') return 'grid place-items-center';
  // A time always fits its own width, and a cell that clips costs more to draw.
  return id === 'started' && width === null ? 'row-cell whitespace-nowrap' : 'row-cell clip';
}

/** One cell. The row's link covers all cells, so they have no handlers. */
export function RowCell({
  column,
  row,
  slowMs,
}: {
  column: CellColumn;
  row: ListRow;
  slowMs: number;
}) {
  const failed = column.id === 'output' && tellsError(row);
  return (
    <div
      role="gridcell"
      className={failed ? `${column.className} tone-error text-tone` : column.className}
      style={column.style}
    >
      {contentOf(column, row, slowMs)}
    </div>
  );
}

function contentOf(
  { id, attribute, isFolded }: CellColumn,
  row: ListRow,
  slowMs: number,
): ReactNode {
  if (isFolded && id !== 'name') return null;
  if (attribute !== null) return shownText(attributeText(row, attribute));
  switch (id) {
    case 'status':
      return row.failed ? (
        <span className="tone-error size-7 rounded-full bg-bar" role="img" aria-label="error" />
      ) : null;
    case 'name':
      return (
        <>
          <KindMark look={lookOfKind(row.kind)} />
          {!isFolded && <span className="clip">{shownName(row.name)}</span>}
          {row.spans !== null && row.spans > 1 && (
            <span className="nums text-11 text-text3">{compactCount(row.spans)}</span>
          )}
        </>
      );
    case 'duration':
      // How long it will be is not known: there is nothing to compare.
      if (row.isOpen)
        return (
          <span className="nums whitespace-nowrap text-text3">
            {durationSoFar(row.latencyMs, row.isOpen)}
          </span>
        );
      return (
        <>
          <span className="nums min-w-(--duration-text) shrink-0 whitespace-nowrap">
            {durationSoFar(row.latencyMs, row.isOpen)}
          </span>
          <DurationBar ms={row.latencyMs} fullMs={slowMs} />
        </>
      );
    case 'annotations':
      return <RowChips row={row} />;
    default: {
      const text = shownText(textOf(id, row) ?? '');
      return borrowedFrom(id, row) === null ? text : <span className="text-text3">{text}</span>;
    }
  }
}

/** The text by which a cell's width is measured. */
export function measuredText(id: string, row: ListRow): string {
  if (id === 'name') return shownName(row.name);
  if (id === 'duration') return durationSoFar(row.latencyMs, row.isOpen);
  const attribute = attributeOfColumn(id);
  return attribute === null ? (textOf(id, row) ?? '') : attributeText(row, attribute);
}

/** The value by which the cells of two rows differ; null for an empty cell. */
export function cellValue(id: string, row: ListRow): string | number | null {
  switch (id) {
    case 'name':
      return shownName(row.name);
    case 'tokens':
      return row.tokens === 0 ? null : row.tokens;
    case 'cost':
      return row.costUsd === 0 ? null : row.costUsd;
    default:
      return measuredText(id, row) || null;
  }
}

function textOf(id: string, row: ListRow): string | null {
  switch (id) {
    case 'started':
      return formatWhen(row.startedAt, Date.now());
    case 'kind':
      return lookOfKind(row.kind).label;
    case 'input':
      return row.input ?? row.llmInput;
    case 'output':
      return tellsError(row) ? row.error : (row.output ?? row.llmOutput);
    case 'ttft':
      return row.firstTokenMs === null ? null : formatDuration(row.firstTokenMs);
    case 'speed':
      return row.tokensPerSecond === null ? null : threeDigits(row.tokensPerSecond);
    case 'tokens':
      return row.tokens === 0 ? null : compactCount(row.tokens);
    case 'cost':
      return formatCost(row.costUsd);
    case 'model':
      return row.model;
    case 'session':
      return row.session;
    case 'user':
      return row.user;
    case 'spans':
      return row.spans === null ? null : exactCount(row.spans);
    case 'trace':
      return row.traceId;
    default:
      return null;
  }
}

function tellsError(row: ListRow): boolean {
  return row.failed && row.error !== null;
}

/** The source of a text that isn't the root's own; null otherwise. */
function borrowedFrom(id: string, row: ListRow): string | null {
  if (id === 'input' && row.input === null && row.llmInput !== null) return 'First model call';
  return id === 'output' && !tellsError(row) && row.output === null && row.llmOutput !== null
    ? 'Last model call'
    : null;
}

function attributeText(row: ListRow, key: string): string {
  const { attributes } = row;
  return attributes !== undefined && Object.hasOwn(attributes, key) ? String(attributes[key]) : '';
}

/** The whole value behind a cell, for hover and focus; empty when the cell says it all. */
export function fullTextOf(id: string, row: ListRow): string {
  const attribute = attributeOfColumn(id);
  if (attribute !== null) return attributeText(row, attribute);
  switch (id) {
    case 'started':
      return isoWithZone(Date.parse(row.startedAt));
    case 'status':
      return row.failed ? (row.error ?? 'error') : '';
    case 'name':
      return row.spans === null
        ? row.name
        : `${row.name} · ${exactCount(row.spans)} ${row.spans === 1 ? 'span' : 'spans'}`;
    case 'duration':
      return row.isOpen
        ? `${NO_END} ${row.latencyMs === 0 ? '' : `${row.latencyMs} ms so far.`}`.trim()
        : `${row.latencyMs} ms`;
    case 'ttft':
      return row.firstTokenMs === null ? '' : `${row.firstTokenMs} ms`;
    case 'speed':
      return row.tokensPerSecond === null
        ? ''
        : `${threeDigits(row.tokensPerSecond)} completion tokens per second`;
    case 'tokens':
      return row.tokens === 0 ? '' : exactCount(row.tokens);
    case 'cost':
      return exactCost(row.costUsd);
    case 'annotations':
      return row.annotations.map(chipTitle).join('\n');
    default: {
      const source = borrowedFrom(id, row);
      return `${source === null ? '' : `${source}: `}${textOf(id, row) ?? ''}`;
    }
  }
}

/** Its length against the slow ones on the page; amber at and above them. */
function DurationBar({ ms, fullMs }: { ms: number; fullMs: number }) {
  const share = Math.min(1, ms / fullMs);
  return (
    <span className="tone-warn h-4 min-w-0 flex-1" aria-hidden="true">
      <span
        className={`block h-4 rounded-chip ${ms >= fullMs ? 'bg-bar' : 'bg-track'}`}
        style={{ width: `${Math.max(4, Math.round(share * 100))}%` }}
      />
    </span>
  );
}
