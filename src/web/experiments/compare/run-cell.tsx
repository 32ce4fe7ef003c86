import type { ComparedCell } from '#contracts/experiments/experiment-comparison.ts';
import type { OptimizationDirection } from '#contracts/annotations/annotation-kind.ts';
import { formatCost } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { CHANGE_WORDS, cellScores } from './change-words.ts';
import { readablePreview } from './readable-preview.ts';
import { ScoreChip } from './score-chip.tsx';
import { useMemo } from 'react';
import { diffOf } from '#web/ui/value/text-diff.ts';

/** Properties shared by all cells of a table. */
export interface CellLook {
  /** The evaluation that comes first. */
  readonly evaluation: string | null;
  readonly directions: ReadonlyMap<string, OptimizationDirection>;
  /** Words that the base does not have are marked. */
  readonly marks: boolean;
}

interface RunCellProps extends CellLook {
  readonly cell: ComparedCell;
  /** The base's output; null for the base itself. */
  readonly base: ComparedCell | null;
}

const CHIPS_MAX = 4;
const EDGES: Readonly<Partial<Record<ComparedCell['change'], string>>> = {
  regressed: 'tone-error border-bar',
  mixed: 'tone-warn border-bar',
  improved: 'tone-ok border-bar',
};

/** One experiment's part of a row: the start of its output, its scores, latency and cost. */
export function RunCell({ cell, base, evaluation, directions, marks }: RunCellProps) {
  const [run] = cell.runs;
  const scores = cellScores(cell, evaluation, directions);
  const word = CHANGE_WORDS[cell.change];
  return (
    <div
      className={`flex h-full min-w-0 flex-col justify-center gap-2 border-l-2 pl-6 ${EDGES[cell.change] ?? 'border-transparent'}`}
    >
      {run === undefined ? (
        <p className="text-12 leading-17 text-text3">
          {cell.is_in_experiment ? 'No run yet' : 'Not in this experiment'}
        </p>
      ) : run.error !== null ? (
        <p className="tone-error line-clamp-2 text-12 leading-17 text-tone" dir="auto">
          <span className="font-medium">Error:</span> {run.error}
        </p>
      ) : (
        <p className="line-clamp-2 text-12 leading-17 wrap-anywhere text-text1" dir="auto">
          <Preview
            text={readablePreview(run.output_preview)}
            base={basePreview(base)}
            marks={marks}
          />
        </p>
      )}
      {run !== undefined && (
        <div className="flex min-w-0 items-center gap-8 leading-18">
          {word !== '' && cell.change !== 'base' && <span className="sr-only">{word}</span>}
          {/* Chips that don't fit wrap onto a hidden line: no chip is cut in half. */}
          <span className="flex h-18 min-w-0 flex-1 flex-wrap gap-x-4 overflow-hidden">
            {scores.slice(0, CHIPS_MAX).map((score) => (
              <ScoreChip
                key={score.name}
                score={score}
                direction={directions.get(score.name) ?? 'MAXIMIZE'}
              />
            ))}
          </span>
          <span className="nums shrink-0 text-11 text-text3">
            {cell.run_count > 1 && `${cell.run_count} runs · `}
            {formatDuration(run.latency_ms)}
            {run.cost_usd !== null && ` · ${formatCost(run.cost_usd)}`}
          </span>
        </div>
      )}
    </div>
  );
}

function basePreview(base: ComparedCell | null): string | null {
  const preview = base?.runs[0]?.output_preview;
  return preview === undefined ? null : readablePreview(preview);
}

function Preview({ text, base, marks }: { text: string; base: string | null; marks: boolean }) {
  if (text === '') return <span className="text-text3">Empty output</span>;
  return marks && base !== null && base !== text ? <MarkedWords base={base} text={text} /> : text;
}

/** A short text with the words marked that another one does not have. */
function MarkedWords({ base, text }: { base: string; text: string }) {
  const parts = useMemo(() => diffOf(base, text).parts ?? [{ text, change: null }], [base, text]);
  return parts
    .filter(({ change }) => change !== 'removed')
    .map((part, index) =>
      part.change === null ? (
        part.text
      ) : (
        <mark
          key={index}
          className="tone-warn rounded-chip bg-tint text-text1 underline decoration-dotted underline-offset-2"
        >
          {part.text}
        </mark>
      ),
    );
}
