import { ANNOTATOR_KINDS } from '#contracts/annotations/annotation-kind.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import {
  EVALUATED,
  EVALUATION_FAILED,
  EVALUATORS_MAX,
  measurable,
  type EvaluationColumn,
  type ExperimentFrame,
} from './experiment-frame.ts';
import {
  numberIn,
  numberOrNan,
  textIn,
  textOrNull,
  type Cell,
  type RowSource,
} from './row-source.ts';

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

const EXAMPLES =
  'SELECT example_id, revision_id FROM experiment_examples WHERE experiment_id = ? ORDER BY example_id';
/**
 * In pages, so that few rows are in memory at once; `?` are the experiment, the last row before the
 * page, and how many rows.
 */
const RUNS = `SELECT id, example_id, repetition, start_time_us, end_time_us, CASE WHEN error IS NULL THEN 0 ELSE 1 END,
  prompt_tokens, completion_tokens, cost_usd, CASE WHEN trace_id IS NOT NULL AND figures_at_ms IS NULL THEN 1 ELSE 0 END
FROM experiment_runs WHERE experiment_id = ? AND (example_id, repetition) > (?, ?) ORDER BY example_id, repetition LIMIT ?`;
const NAMES =
  'SELECT DISTINCT name FROM experiment_evaluations WHERE experiment_id = ? ORDER BY name LIMIT ?';
const EVALUATIONS = `SELECT id, run_id, score, label, CASE annotator_kind WHEN 'LLM' THEN 0 WHEN 'CODE' THEN 1 ELSE 2 END, CASE WHEN error IS NULL THEN 0 ELSE 1 END
FROM experiment_evaluations WHERE experiment_id = ? AND name = ? AND id > ? ORDER BY id LIMIT ?`;
const PAGE_ROWS = 20_000;

/**
 * Reads the frame of an experiment: two ranges of rows, whatever the outputs and explanations in
 * them.
 */
export function readFrame(source: RowSource, state: ExperimentState): ExperimentFrame {
  const runs = readRuns(source, state.id);
  const { exampleIds, revisionIds } = readExamples(source, state.id, runs.exampleIds);
  const count = runs.ids.length;
  const exampleOf = new Int32Array(count);
  const firstRuns = new Int32Array(exampleIds.length + 1);
  let run = 0;
  for (let example = 0; example < exampleIds.length; example += 1) {
    firstRuns[example] = run;
    for (; run < count && runs.exampleIds[run] === exampleIds[example]; run += 1)
      exampleOf[run] = example;
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
    runIds: new Float64Array(runs.ids),
    repetitionOf: new Int32Array(runs.repetitions),
    latenciesMs: new Float64Array(runs.latenciesMs),
    failed: new Uint8Array(runs.failed),
    promptTokens: new Float64Array(runs.promptTokens),
    completionTokens: new Float64Array(runs.completionTokens),
    costsUsd: new Float64Array(runs.costsUsd),
    pending: new Uint8Array(runs.pending),
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
  const runs = Object.fromEntries(
    RUN_COLUMNS.map((column) => [column, []]),
  ) as unknown as RunColumns;
  for (const row of runRows(source, experimentId)) {
    if (runs.ids.length === RUNS_MAX) throw tooManyRuns(experimentId);
    runs.ids.push(numberIn(row, 0));
    runs.exampleIds.push(numberIn(row, 1));
    runs.repetitions.push(numberIn(row, 2));
    runs.latenciesMs.push(Math.max(0, numberIn(row, 4) - numberIn(row, 3)) / MICROS_PER_MILLI);
    runs.failed.push(numberIn(row, 5));
    runs.promptTokens.push(numberOrNan(row, 6));
    runs.completionTokens.push(numberOrNan(row, 7));
    runs.costsUsd.push(measurable(numberOrNan(row, 8)));
    runs.pending.push(numberIn(row, 9));
  }
  return runs;
}

function* runRows(source: RowSource, experimentId: number): Generator<readonly Cell[]> {
  let last: readonly [example: number, repetition: number] = [0, 0];
  for (;;) {
    const page = source.rows(RUNS, [experimentId, ...last, PAGE_ROWS]);
    yield* page;
    const end = page.at(-1);
    if (end === undefined || page.length < PAGE_ROWS) return;
    last = [numberIn(end, 1), numberIn(end, 2)];
  }
}

/**
 * The examples of the experiment, and those that runs have besides: a client names the example of
 * each run.
 */
function readExamples(source: RowSource, experimentId: number, runExampleIds: readonly number[]) {
  const revisions = new Map<number, number>();
  for (const row of source.rows(EXAMPLES, [experimentId]))
    revisions.set(numberIn(row, 0), numberIn(row, 1));
  const known = revisions.size;
  for (const id of runExampleIds) if (!revisions.has(id)) revisions.set(id, Number.NaN);
  const exampleIds = new Float64Array(revisions.keys());
  if (revisions.size > known) exampleIds.sort();
  return {
    exampleIds,
    revisionIds: Float64Array.from(exampleIds, (id) => revisions.get(id) ?? Number.NaN),
  };
}

/** One column for each name, the first by name if there are more than the limit. */
function readEvaluations(
  source: RowSource,
  experimentId: number,
  runIds: readonly number[],
): readonly EvaluationColumn[] {
  const columnsMax = Math.max(
    1,
    Math.min(EVALUATORS_MAX, Math.floor(CELLS_MAX / Math.max(1, runIds.length))),
  );
  const places = new Map(runIds.map((id, place) => [id, place]));
  return source
    .rows(NAMES, [experimentId, columnsMax])
    .map((row) => readColumn(source, experimentId, textIn(row, 0), places));
}

function readColumn(
  source: RowSource,
  experimentId: number,
  name: string,
  places: ReadonlyMap<number, number>,
): EvaluationColumn {
  const scores = new Float64Array(places.size).fill(Number.NaN);
  const labels = new Int32Array(places.size).fill(-1);
  const states = new Uint8Array(places.size);
  const labelPlaces = new Map<string, number>();
  const kinds = [false, false, false];
  let lastId = 0;
  for (;;) {
    const page = source.rows(EVALUATIONS, [experimentId, name, lastId, PAGE_ROWS]);
    for (const row of page) {
      const place = places.get(numberIn(row, 1));
      if (place === undefined) continue;
      const isFailed = row[5] === 1;
      scores[place] = isFailed ? Number.NaN : measurable(numberOrNan(row, 2));
      labels[place] = isFailed ? -1 : labelPlace(labelPlaces, textOrNull(row, 3));
      states[place] = isFailed ? EVALUATION_FAILED : EVALUATED;
      kinds[numberIn(row, 4)] = true;
    }
    const end = page.at(-1);
    if (end === undefined || page.length < PAGE_ROWS) break;
    lastId = numberIn(end, 0);
  }
  const annotatorKinds = ANNOTATOR_KINDS.filter((_, at) => kinds[at] === true);
  return { name, annotatorKinds, scores, labels, states, labelTexts: [...labelPlaces.keys()] };
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
  for (const column of Object.values(frame))
    if (ArrayBuffer.isView(column)) bytes += column.byteLength;
  for (const { scores, labels, states, labelTexts } of frame.evaluations)
    bytes +=
      scores.byteLength +
      labels.byteLength +
      states.byteLength +
      labelTexts.reduce((sum, text) => sum + 2 * text.length, 0);
  return bytes;
}

function tooManyRuns(experimentId: number): AppError {
  const max = RUNS_MAX.toLocaleString('en-US');
  return new AppError(
    'unprocessable',
    `Experiment '${encodeGlobalId('Experiment', experimentId)}' has more than ${max} runs, the most that figures are made of. Read its runs with GET /v1/experiments/{experiment_id}/json.`,
  );
}
