import { compileRunFilter } from '#core/filter/compile-filter.ts';
import type { AnnotationView, JsonValue } from '#core/filter/predicate.ts';
import type { RunsView, RunView } from '#core/filter/run-shape.ts';
import { unpackOutput } from '#server/stores/meta/experiments/output-codec.ts';
import type { Comparison } from './comparison.ts';
import { EVALUATED, remembered, runsOfExample, type ExperimentFrame } from './experiment-frame.ts';
import { scoredColumn } from './scorings.ts';
import { tokensOf } from './paired-figures.ts';
import { bytesOrNull, textIn, textOrNull, type Cell, type RowSource } from './row-source.ts';
import type { Turn } from './turns.ts';

/** Examples tested before others get a turn. */
const STEP_EXAMPLES = 200;

/**
 * The examples, by place, of which a run of the base satisfies the filter, together with the run of
 * the same repetition of each further experiment (its first where it has no such repetition). An
 * example without runs is tested too, with all fields of its run missing. Inputs, outputs and
 * explanations are read only for examples that the frames can't decide. Null for a blank filter.
 */
export async function filteredExamples(
  source: RowSource,
  comparison: Comparison,
  text: string,
  turn: Turn,
): Promise<Uint8Array | null> {
  const matches = compileRunFilter(text, comparison.frames.length);
  if (matches === null) return null;
  const [base] = comparison.frames;
  const key = `filter ${comparison.key} ${text}`;
  const known = base.memo.get(key);
  if (known instanceof Uint8Array) return known;
  const found = new Uint8Array(comparison.exampleIds.length);
  for (let from = 0; from < found.length; from += STEP_EXAMPLES) {
    await turn();
    for (let at = from; at < Math.min(from + STEP_EXAMPLES, found.length); at += 1)
      if (runsOf(source, comparison, at).some((runs) => isMatch(matches, runs))) found[at] = 1;
  }
  return remembered(base, key, () => found);
}

/** Values nested too deep to be written as text match nothing. */
function isMatch(matches: (runs: RunsView) => boolean, runs: RunsView): boolean {
  try {
    return matches(runs);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** One view for each run of the base; an empty view if there are none. */
function runsOf(
  source: RowSource,
  { frames, places, scoringOf }: Comparison,
  at: number,
): readonly RunsView[] {
  const example = exampleTexts(source, frames, places, at);
  const [from, to] = runsOfExample(frames[0], places[0]?.[at] ?? -1);
  const view = (run: number | null): RunsView => {
    const repetition = run === null ? null : (frames[0].repetitionOf[run] ?? null);
    const runs = frames.map((frame, experiment) => {
      const place =
        experiment === 0 ? run : runOfRepetition(frame, places[experiment]?.[at] ?? -1, repetition);
      return place === null ? null : runView(source, frame, place, scoringOf);
    });
    return { ...example, run: (experiment) => runs[experiment] ?? null };
  };
  return from === to
    ? [view(null)]
    : Array.from({ length: to - from }, (_, index) => view(from + index));
}

function runOfRepetition(
  frame: ExperimentFrame,
  example: number,
  repetition: number | null,
): number | null {
  const [from, to] = runsOfExample(frame, example);
  for (let run = from; run < to; run += 1) if (frame.repetitionOf[run] === repetition) return run;
  return from === to ? null : from;
}

const EXAMPLE = 'SELECT input, output, metadata FROM dataset_example_revisions WHERE id = ?';

/** Read lazily, once for all runs of the example. */
function exampleTexts(
  source: RowSource,
  frames: readonly ExperimentFrame[],
  places: readonly Int32Array[],
  at: number,
): Pick<RunsView, 'input' | 'metadata' | 'referenceOutput'> {
  const revisions = frames.map(
    (frame, experiment) => frame.revisionIds[places[experiment]?.[at] ?? -1] ?? Number.NaN,
  );
  const revision = revisions.find((id) => !Number.isNaN(id));
  let row: readonly Cell[] | null | undefined;
  const cell = (column: number): JsonValue => {
    row ??= revision === undefined ? null : firstRow(source, EXAMPLE, [revision]);
    return row === null ? null : parsed(textIn(row, column));
  };
  return { input: () => cell(0), referenceOutput: () => cell(1), metadata: () => cell(2) };
}

function runView(
  source: RowSource,
  frame: ExperimentFrame,
  run: number,
  scoringOf: Comparison['scoringOf'],
): RunView {
  const runId = frame.runIds[run] ?? 0;
  return {
    repetition: frame.repetitionOf[run] ?? 0,
    latencyMs: frame.latenciesMs[run] ?? 0,
    tokens: numberOrNull(tokensOf(frame)[run]),
    costUsd: numberOrNull(frame.costsUsd[run]),
    error: () => {
      if (frame.failed[run] === 0) return null;
      const row = firstRow(source, 'SELECT error FROM experiment_runs WHERE id = ?', [runId]);
      return row === null ? null : textOrNull(row, 0);
    },
    output: () => {
      const row = firstRow(
        source,
        'SELECT output, packed_output FROM experiment_runs WHERE id = ?',
        [runId],
      );
      const packed = row === null ? null : bytesOrNull(row, 1);
      const text =
        packed === null ? (row === null ? null : textOrNull(row, 0)) : unpackOutput(packed);
      return text === null ? null : parsed(text);
    },
    evaluation: (name) => evaluationView(source, frame, run, name, scoringOf),
  };
}

function evaluationView(
  source: RowSource,
  frame: ExperimentFrame,
  run: number,
  name: string,
  scoringOf: Comparison['scoringOf'],
): AnnotationView | null {
  const scored = scoredColumn(frame, name, scoringOf(name));
  if (scored === null || scored.column.states[run] !== EVALUATED) return null;
  const { labels, labelTexts } = scored.column;
  return {
    name,
    label: labelTexts[labels[run] ?? -1] ?? null,
    score: numberOrNull(scored.scores[run]),
    identifier: '',
    get explanation(): string | null {
      const sql = 'SELECT explanation FROM experiment_evaluations WHERE run_id = ? AND name = ?';
      const row = firstRow(source, sql, [frame.runIds[run] ?? 0, name]);
      return row === null ? null : textOrNull(row, 0);
    },
  };
}

function firstRow(
  source: RowSource,
  sql: string,
  parameters: readonly (number | string)[],
): readonly Cell[] | null {
  return source.rows(sql, parameters)[0] ?? null;
}

function numberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

function parsed(text: string): JsonValue {
  return JSON.parse(text) as JsonValue; // as: what JSON.parse gives is JSON
}
