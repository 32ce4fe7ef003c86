import { memo } from 'react';
import type { ListRow } from '#web/lists/list-row.ts';
import { formatCost } from '#web/platform/text/format-number.ts';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { durationSoFar } from '#web/platform/time/open-duration.ts';
import { NarrowChips } from '#web/annotations/row-chips.tsx';
import { KindMark, lookOfKind } from '#web/ui/kind-mark.tsx';
import { RowCell, type CellColumn } from './row-cells.tsx';
import { annotatedMark } from '#web/annotations/annotated-mark.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { shownName, shownText } from '#web/platform/text/shown-name.ts';

interface RowLineProps {
  /** Null for a row that was let go and is being read again. */
  readonly row: ListRow | null;
  readonly index: number;
  readonly height: number;
  readonly narrow: boolean;
  readonly active: boolean;
  readonly selected: boolean;
  readonly isNew: boolean;
  readonly columns: readonly CellColumn[];
  readonly slowMs: number;
}

/**
 * One row. Its link covers it, so that opening a new tab works anywhere on it; the table handles
 * clicks. A row element is reused for another row while scrolling: no state here.
 */
export const RowLine = memo(function RowLine({
  row,
  index,
  height,
  narrow,
  active,
  selected,
  isNew,
  columns,
  slowMs,
}: RowLineProps) {
  const look = `${active ? 'row-active' : ''} ${selected ? 'row-selected' : ''}`;
  return (
    <div
      role="row"
      id={`row-${index}`}
      data-index={index}
      data-annotated={
        row === null
          ? undefined
          : row.spanId === null
            ? annotatedMark('trace', row.traceId)
            : annotatedMark('span', row.spanId)
      }
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={`row-line ${narrow ? 'row-narrow' : 'row-wide'} ${look} ${isNew ? 'slide-in' : ''}`}
      style={{ transform: `translateY(${index * height}px)` }}
    >
      {row === null ? (
        <LostCells />
      ) : narrow ? (
        <NarrowCells row={row} selected={selected} />
      ) : (
        <WideCells row={row} selected={selected} columns={columns} slowMs={slowMs} />
      )}
    </div>
  );
});

function WideCells({
  row,
  selected,
  columns,
  slowMs,
}: {
  row: ListRow;
  selected: boolean;
  columns: readonly CellColumn[];
  slowMs: number;
}) {
  return (
    <>
      <SelectCell name={row.name} selected={selected} />
      {columns.map((column) => (
        <RowCell key={column.id} column={column} row={row} slowMs={slowMs} />
      ))}
      <div role="gridcell">
        <a
          href={ROOT_PATH + row.href}
          aria-label={shownName(row.name)}
          tabIndex={-1}
          className="row-link"
        />
      </div>
    </>
  );
}

function NarrowCells({ row, selected }: { row: ListRow; selected: boolean }) {
  const text = row.input ?? row.llmInput;
  const tellsError = row.error !== null && (row.failed || text === null);
  return (
    <>
      <SelectCell name={row.name} selected={selected} />
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- all of the link's text
          is its label */}
      <div role="gridcell" className="min-w-0 flex-1">
        <a
          href={ROOT_PATH + row.href}
          tabIndex={-1}
          className="flex h-full flex-col justify-center gap-2 pr-12"
        >
          <span className="flex items-center gap-8">
            <KindMark look={lookOfKind(row.kind)} />
            <span className="clip font-medium">{shownName(row.name)}</span>
            {row.failed && <span className="tone-error text-11 text-tone">error</span>}
            <span className="nums ml-auto shrink-0 text-12 text-text2">
              {durationSoFar(row.latencyMs, row.isOpen)}
            </span>
          </span>
          <span className="flex gap-8 text-12 text-text3">
            <span className={`clip flex-1 ${tellsError ? 'tone-error text-tone' : ''}`}>
              {shownText((tellsError ? row.error : text) ?? '')}
            </span>
            <NarrowChips row={row} />
            <span className="nums shrink-0">{formatCost(row.costUsd)}</span>
            <span className="nums shrink-0">{formatWhen(row.startedAt, Date.now())}</span>
          </span>
        </a>
      </div>
    </>
  );
}

function SelectCell({ name, selected }: { name: string; selected: boolean }) {
  return (
    <div role="gridcell" className="row-select" data-select="">
      <span
        role="checkbox"
        aria-checked={selected}
        aria-label={`Select ${shownName(name)}`}
        className="row-check"
      />
    </div>
  );
}

function LostCells() {
  return (
    <div role="gridcell" aria-label="Loading" className="col-span-full flex items-center px-12">
      <div className="skeleton h-10 w-320" />
    </div>
  );
}
