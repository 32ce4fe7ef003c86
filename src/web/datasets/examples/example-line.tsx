import { memo } from 'react';
import { SplitChips } from '#web/datasets/split-chips.tsx';
import { exampleName, type ExampleColumn, type ExampleRow } from './example-row.ts';
import { previewText } from '#web/platform/text/exact-json.ts';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { prop } from '#web/platform/text/json.ts';
import { examplesPath } from '#web/platform/address/paths.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';

/** A cell shows no more than a wide screen has room for. */
const CELL_CHARS = 240;

interface ExampleLineProps {
  readonly dataset: string;
  /** Null for a row that was let go and is being read again. */
  readonly row: ExampleRow | null;
  readonly index: number;
  /** CSS pixels from the top of the box. */
  readonly top: number;
  readonly height: number;
  readonly narrow: boolean;
  readonly active: boolean;
  readonly selected: boolean;
  readonly leaving: boolean;
  readonly columns: readonly ExampleColumn[];
}

/** One row; its link covers it. The element is reused for another row while scrolling: no state here. */
export const ExampleLine = memo(function ExampleLine(props: ExampleLineProps) {
  const { dataset, row, index, top, height, narrow, active, selected, leaving, columns } = props;
  const look = `${active ? 'row-active' : ''} ${selected ? 'row-selected' : ''}`;
  return (
    <div
      role="row"
      id={`example-${index}`}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={`row-line ${narrow ? '' : 'row-wide'} ${look} ${leaving ? 'line-through opacity-50' : ''}`}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      {row === null ? (
        <div role="gridcell" aria-label="Loading" className="col-span-full flex items-center px-12">
          <div className="skeleton h-10 w-320" />
        </div>
      ) : narrow ? (
        <NarrowCells dataset={dataset} row={row} columns={columns} />
      ) : (
        <WideCells dataset={dataset} row={row} columns={columns} selected={selected} />
      )}
    </div>
  );
});

interface CellsProps {
  readonly dataset: string;
  readonly row: ExampleRow;
  readonly columns: readonly ExampleColumn[];
}

function WideCells({ dataset, row, columns, selected }: CellsProps & { selected: boolean }) {
  const name = exampleName(row);
  return (
    <>
      <div role="gridcell" className="row-select" data-select="">
        <span role="checkbox" aria-checked={selected} aria-label={`Select ${name}`} className="row-check" />
      </div>
      <div role="gridcell" className="row-cell clip nums text-text2" title={name}>
        {name}
      </div>
      {columns.map(({ part, key }) => {
        const text = previewText(prop(row[part], key), CELL_CHARS);
        return (
          <div key={`${part} ${key}`} role="gridcell" className={`row-cell clip ${part === 'input' ? '' : 'text-text2'}`} title={text}>
            {text}
          </div>
        );
      })}
      <div role="gridcell" className="row-cell clip">
        <SplitChips names={row.splits ?? []} />
      </div>
      <div role="gridcell" className="row-cell clip nums text-right text-text3">
        {formatWhen(row.updatedAt, Date.now())}
      </div>
      <div role="gridcell">
        <a href={ROOT_PATH + examplesPath(dataset, row.id)} aria-label={name} tabIndex={-1} className="row-link" />
      </div>
    </>
  );
}

function NarrowCells({ dataset, row }: CellsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- all of the link's text is its label
    <div role="gridcell" className="h-full">
      <a
        href={ROOT_PATH + examplesPath(dataset, row.id)}
        tabIndex={-1}
        className="flex h-full flex-col justify-center gap-2 px-12 leading-20"
      >
        <span className="flex items-baseline gap-8">
          <span className="clip min-w-0 flex-1 font-medium">{firstText(row.input) || exampleName(row)}</span>
          <SplitChips names={row.splits ?? []} />
        </span>
        <span className="flex gap-8 text-12 text-text3">
          <span className="clip min-w-0 flex-1">{firstText(row.output)}</span>
          <span className="nums shrink-0">{exampleName(row).slice(0, 16)}</span>
        </span>
      </a>
    </div>
  );
}

/** Of one key its value, else all of it. */
function firstText(part: ExampleRow['input']): string {
  const keys = Object.keys(part);
  return keys.length === 0 ? '' : previewText(keys.length === 1 ? prop(part, keys[0] ?? '') : part, CELL_CHARS);
}
