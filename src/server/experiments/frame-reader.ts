import { ANNOTATOR_KINDS } from '#contracts/annotation-kind.ts';
import type { AnnotatorKind } from '#contracts/annotation-kind.ts';
import { AppError } from '#contracts/errors.ts';
import { encodeGlobalId } from '#contracts/ids.ts';
import { EVALUATED, EVALUATION_FAILED, EVALUATORS_MAX } from './experiment-frame.ts';
import type { EvaluationColumn, ExperimentFrame } from './experiment-frame.ts';
import { numberIn, numberOrNan, textIn, textOrNull } from './row-source.ts';
import type { RowSource } from './row-source.ts';

/** Runs of one experiment that figures are made of. */
const RUNS_MAX = 1_000_000;
/** Evaluations kept of one experiment, whether there or not: runs times evaluators. */
const CELLS_MAX = 20_000_000;
const MICROS_PER_MILLI = 1_000;

/** An experiment as far as its frame depends on it. */
export interface ExperimentState {
  readonly id: number;
  readonly datasetId: number;
  readonly repetitions: number;
  readonly changeNumber: number;
}

const EXAMPLES = 'SELECT example_id, revision_id FROM experiment_examples WHERE experiment_id = ? ORDER BY example_id';
const RUNS = `SELECT id, example_id, repetition, start_time_us, end_time_us, CASE WHEN error IS NULL THEN 0 ELSE 1 END,
  prompt_tokens, completion_tokens, cost_usd, CASE WHEN trace_id IS NOT NULL AND figures_at_ms IS NULL THEN 1 ELSE 0 END
FROM experiment_runs WHERE experiment_id = ? ORDER BY example_id, repetition`;
const EVALUATIONS = `SELECT name, run_id, score, label, annotator_kind, CASE WHEN error IS NULL THEN 0 ELSE 1 END
FROM experiment_evaluations WHERE experiment_id = ?`;

/** Reads the frame of an experiment: two ranges of rows, whatever the outputs and explanations in them. */
export function readFrame(source: RowSource, state: ExperimentState): ExperimentFrame {
  const runs = readRuns(source, state.id);
  const { exampleIds, revisionIds } = readExamples(source, state.id, runs.exampleIds);
  const count = runs.ids.length;
  const exampleOf = new Int32Array(count);
  const firstRuns = new Int32Array(exampleIds.length + 1);
  let run = 0;
  for (let example = 0; example < exampleIds.length; example += 1) {
    firstRuns[example] = run;
    for (; run < count && runs.exampleIds[run] === exampleIds[example]; run += 1) exampleOf[run] = example;
  }
  firstRuns[exampleIds.length] = run;
  const evaluations = readEvaluations(source, state.id, runs.ids);
  const frame = {
    experimentId: state.id,
    changeNumber: state.changeNumber,
    repetitions: state.repetitions,
    exampleIds,
    revisionIds,
    firstRuns,
    exampleOf,
    runIds: Float64Array.from(runs.ids),
    repetitionOf: Int32Array.from(runs.repetitions),
    latenciesMs: Float64Array.from(runs.latenciesMs),
    failed: Uint8Array.from(runs.failed),
    promptTokens: Float64Array.from(runs.promptTokens),
    completionTokens: Float64Array.from(runs.completionTokens),
    costsUsd: Float64Array.from(runs.costsUsd),
    pending: Uint8Array.from(runs.pending),
    evaluations,
    memo: new Map<string, unknown>(),
  };
  return { ...frame, bytes: bytesOf(frame) };
}

const RUN_COLUMNS = [
  'ids',
  'exampleIds',
  'repetitions',
  'latenciesMs',
  'failed',
  'promptTokens',
  'completionTokens',
  'costsUsd',
  'pending',
] as const;
type RunColumns = Readonly<Record<(typeof RUN_COLUMNS)[number], number[]>>;

function readRuns(source: RowSource, experimentId: number): RunColumns {
  // as: one list for each column.
  const runs = Object.fromEntries(RUN_COLUMNS.map((column) => [column, []])) as unknown as RunColumns;
  for (const row of source.rows(RUNS, [experimentId])) {
    if (runs.ids.length === RUNS_MAX) throw tooManyRuns(experimentId);
    runs.ids.push(numberIn(row, 0));
    runs.exampleIds.push(numberIn(row, 1));
    runs.repetitions.push(numberIn(row, 2));
    runs.latenciesMs.push((numberIn(row, 4) - numberIn(row, 3)) / MICROS_PER_MILLI);
    runs.failed.push(numberIn(row, 5));
    runs.promptTokens.push(numberOrNan(row, 6));
    runs.completionTokens.push(numberOrNan(row, 7));
    runs.costsUsd.push(numberOrNan(row, 8));
    runs.pending.push(numberIn(row, 9));
  }
  return runs;
}

/** The examples of the experiment, and those that runs have besides: whoever logs a run names its example. */
function readExamples(source: RowSource, experimentId: number, runExampleIds: readonly number[]) {
  const revisions = new Map<number, number>();
  for (const row of source.rows(EXAMPLES, [experimentId])) revisions.set(numberIn(row, 0), numberIn(row, 1));
  const known = revisions.size;
  for (const id of runExampleIds) if (!revisions.has(id)) revisions.set(id, Number.NaN);
  const exampleIds = Float64Array.from(revisions.keys());
  if (revisions.size > known) exampleIds.sort();
  return { exampleIds, revisionIds: Float64Array.from(exampleIds, (id) => revisions.get(id) ?? Number.NaN) };
}

interface GrowingColumn {
  readonly kinds: Set<AnnotatorKind>;
  readonly scores: Float64Array;
  readonly labels: Int32Array;
  readonly labelPlaces: Map<string, number>;
  readonly states: Uint8Array;
}

/** One column for each name, the first by name where there are more than are kept. */
function readEvaluations(source: RowSource, experimentId: number, runIds: readonly number[]): readonly EvaluationColumn[] {
  const columnsMax = Math.max(1, Math.min(EVALUATORS_MAX, Math.floor(CELLS_MAX / Math.max(1, runIds.length))));
  const places = new Map(runIds.map((id, place) => [id, place]));
  const columns = new Map<string, GrowingColumn>();
  // Names from this one on are left out: there were more than are kept.
  let firstLeftOut: string | null = null;
  for (const row of source.rows(EVALUATIONS, [experimentId])) {
    const name = textIn(row, 0);
    const place = places.get(numberIn(row, 1));
    if (place === undefined || (firstLeftOut !== null && name >= firstLeftOut)) continue;
    let column = columns.get(name);
    if (column === undefined) {
      column = emptyColumn(runIds.length);
      columns.set(name, column);
      if (columns.size > columnsMax) {
        firstLeftOut = [...columns.keys()].reduce((last, one) => (one > last ? one : last));
        columns.delete(firstLeftOut);
        if (firstLeftOut === name) continue;
      }
    }
    const isFailed = numberIn(row, 5) === 1;
    column.scores[place] = isFailed ? Number.NaN : numberOrNan(row, 2);
    column.labels[place] = isFailed ? -1 : labelPlace(column.labelPlaces, textOrNull(row, 3));
    column.states[place] = isFailed ? EVALUATION_FAILED : EVALUATED;
    const kind = ANNOTATOR_KINDS.find((one) => one === row[4]);
    if (kind !== undefined) column.kinds.add(kind);
  }
  return [...columns]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { kinds, labelPlaces, ...values }]) => ({
      name,
      annotatorKinds: ANNOTATOR_KINDS.filter((kind) => kinds.has(kind)),
      labelTexts: [...labelPlaces.keys()],
      ...values,
    }));
}

function emptyColumn(size: number): GrowingColumn {
  return {
    kinds: new Set(),
    scores: new Float64Array(size).fill(Number.NaN),
    labels: new Int32Array(size).fill(-1),
    labelPlaces: new Map(),
    states: new Uint8Array(size),
  };
}

function labelPlace(places: Map<string, number>, label: string | null): number {
  if (label === null) return -1;
  const known = places.get(label);
  if (known !== undefined) return known;
  places.set(label, places.size);
  return places.size - 1;
}

function bytesOf(frame: Omit<ExperimentFrame, 'bytes'>): number {
  let bytes = 0;
  for (const column of Object.values(frame)) if (ArrayBuffer.isView(column)) bytes += column.byteLength;
  for (const { scores, labels, states, labelTexts } of frame.evaluations)
    bytes += scores.byteLength + labels.byteLength + states.byteLength + labelTexts.reduce((sum, text) => sum + 2 * text.length, 0);
  return bytes;
}

function tooManyRuns(experimentId: number): AppError {
  const max = RUNS_MAX.toLocaleString('en-US');
  return new AppError(
    'unprocessable',
    `Experiment '${encodeGlobalId('Experiment', experimentId)}' has more than ${max} runs, the most that figures are made of. Read its runs with GET /v1/experiments/{experiment_id}/json.`,
  );
}
