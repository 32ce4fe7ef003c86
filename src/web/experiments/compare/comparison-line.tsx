import { memo } from 'react';
import type {
  ComparedCell,
  ComparedExample,
} from '#contracts/experiments/experiment-comparison.ts';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import { decodeGlobalId } from '#contracts/wire/ids.ts';
import { TREND_SIGNS, cellScores } from './change-words.ts';
import { ExperimentMark } from './experiment-mark.tsx';
import { readablePreview } from './readable-preview.ts';
import { RunCell, type CellLook } from './run-cell.tsx';
import { ScoreChip } from './score-chip.tsx';

/**
 * How much of a row is shown: all columns; one experiment's, on a phone; what changed, beside an
 * open example.
 */
export type LineLook = 'wide' | 'narrow' | 'beside';

interface ComparisonLineProps {
  /** Null while it is read. */
  readonly row: ComparedExample | null;
  readonly index: number;
  /** CSS pixels from the top of the box. */
  readonly top: number;
  readonly height: number;
  readonly look: LineLook;
  /** The experiment that a phone shows, by its place. */
  readonly column: number;
  readonly active: boolean;
  readonly opened: boolean;
  readonly experiments: readonly Experiment[];
  readonly cells: CellLook;
  /** This screen's address with the number of an example to follow. */
  readonly href: string;
}

/** An example's short name. */
export function rowName({
  external_id: own,
  example_id: id,
}: Pick<ComparedExample, 'external_id' | 'example_id'>): string {
  return own ?? `#${exampleNumber(id)}`;
}

export function exampleNumber(id: string): number {
  return decodeGlobalId(id)?.number ?? 0;
}

/**
 * One row; its link covers it. The element is reused for another row while scrolling: no state
 * here.
 */
export const ComparisonLine = memo(function ComparisonLine(props: ComparisonLineProps) {
  const { row, index, top, height, look, active, opened, href } = props;
  return (
    <div
      role="row"
      id={`compared-${index}`}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={opened}
      className={`row-line ${look === 'wide' ? 'row-wide' : 'flex items-stretch'} ${active ? 'row-active' : ''} ${opened ? 'row-selected' : ''}`}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      {row === null ? (
        <div
          role="gridcell"
          aria-label="Loading"
          className="col-span-full flex items-center gap-16 px-12"
        >
          <div className="skeleton h-10 w-200" />
          <div className="skeleton h-10 w-320 max-md:hidden" />
        </div>
      ) : (
        <>
          {look === 'wide' ? (
            <WideCells {...props} row={row} />
          ) : look === 'narrow' ? (
            <NarrowCells {...props} row={row} />
          ) : (
            <BesideCells {...props} row={row} />
          )}
          <div role="gridcell">
            <a
              href={href + String(exampleNumber(row.example_id))}
              aria-label={`Example ${rowName(row)}`}
              tabIndex={-1}
              className="row-link"
            />
          </div>
        </>
      )}
    </div>
  );
});

type CellsProps = ComparisonLineProps & { readonly row: ComparedExample };

function WideCells({ row, cells }: CellsProps) {
  const text = 'row-cell flex flex-col justify-center leading-17';
  const [base] = row.cells;
  return (
    <>
      <div role="gridcell" className={text}>
        <p className="line-clamp-2 text-12 wrap-anywhere text-text1" dir="auto">
          {readablePreview(row.input_preview)}
        </p>
        <p className="nums clip text-11 text-text3">
          <bdi>{rowName(row)}</bdi>
          {row.splits.length > 0 && ` · ${row.splits.join(', ')}`}
        </p>
      </div>
      <div role="gridcell" className={text}>
        <p className="line-clamp-3 text-12 wrap-anywhere text-text2" dir="auto">
          {readablePreview(row.reference_preview)}
        </p>
      </div>
      {row.cells.map((cell, place) => (
        <div key={place} role="gridcell" className="min-w-0 py-2 pr-8">
          <RunCell cell={cell} base={place === 0 ? null : (base ?? null)} {...cells} />
        </div>
      ))}
    </>
  );
}

function NarrowCells({ row, cells, column }: CellsProps) {
  const [base] = row.cells;
  const cell = row.cells[column] ?? base;
  return (
    <div role="gridcell" className="flex min-w-0 flex-1 flex-col justify-center gap-4 px-12">
      <p className="clip text-12 leading-17 font-medium text-text1" dir="auto">
        {row.input_preview === '' ? rowName(row) : readablePreview(row.input_preview)}
      </p>
      {cell !== undefined && (
        <div className="min-h-0">
          <RunCell cell={cell} base={column === 0 ? null : (base ?? null)} {...cells} />
        </div>
      )}
    </div>
  );
}

function BesideCells({ row, experiments, cells }: CellsProps) {
  return (
    <div
      role="gridcell"
      className="flex min-w-0 flex-1 flex-col justify-center gap-4 px-10 leading-17"
    >
      <p className="clip text-12 text-text1" dir="auto">
        {row.input_preview === '' ? rowName(row) : readablePreview(row.input_preview)}
      </p>
      <p className="flex min-w-0 items-center gap-12 overflow-hidden text-11 text-text3">
        {row.cells.length === 1 && <bdi className="nums">{rowName(row)}</bdi>}
        {row.cells.map((cell, place) => {
          const experiment = experiments[place];
          return place === 0 || experiment === undefined ? null : (
            <span key={experiment.id} className="flex shrink-0 items-center gap-4">
              <ExperimentMark number={experiment.sequence_number} place={place} />
              {row.cells.length === 2 ? (
                <Telling cell={cell} cells={cells} />
              ) : (
                <ChangeWord change={cell.change} />
              )}
            </span>
          );
        })}
      </p>
    </div>
  );
}

/** The score that says most of what became of an example; a word where none differs. */
function Telling({
  cell,
  cells: { evaluation, directions },
}: {
  cell: ComparedCell;
  cells: CellLook;
}) {
  const [score] = cellScores(cell, evaluation, directions);
  if (score === undefined || score.difference === null || score.difference === 0)
    return <ChangeWord change={cell.change} />;
  return (
    <>
      <span className="sr-only">{CHANGES[cell.change].text}</span>
      <ScoreChip score={score} direction={directions.get(score.name) ?? 'MAXIMIZE'} />
    </>
  );
}

const CHANGES = {
  regressed: { look: 'tone-error text-tone', text: `${TREND_SIGNS.worse} regressed` },
  improved: { look: 'tone-ok text-tone', text: `${TREND_SIGNS.better} improved` },
  mixed: { look: 'tone-warn text-tone', text: `${TREND_SIGNS.better}${TREND_SIGNS.worse} mixed` },
  unchanged: { look: '', text: 'unchanged' },
  unknown: { look: '', text: 'not scored' },
  base: { look: '', text: 'base' },
} as const;

/** An example's change in an experiment, as a word with a sign. */
export function ChangeWord({ change }: { change: keyof typeof CHANGES }) {
  const { look, text } = CHANGES[change];
  return <span className={`text-11 ${look}`}>{text}</span>;
}
