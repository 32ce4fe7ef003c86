import { ANNOTATOR_KINDS, type AnnotatorKind } from '#contracts/annotations/annotation-kind.ts';
import {
  PREVIEW_CHARS,
  type ComparedCell,
  type ComparedExample,
  type ComparedRun,
} from '#contracts/experiments/experiment-comparison.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { changeBetween, changeOf, exampleChanges, meansIn, type Comparison } from './comparison.ts';
import { runsOfExample, type ExperimentFrame } from './experiment-frame.ts';
import { tokensOf } from './paired-figures.ts';
import {
  bytesOrNull,
  numberIn,
  numberOrNan,
  rowsFor,
  textIn,
  textOrNull,
  type RowSource,
} from './row-source.ts';
import {
  cutText,
  jsonPreview,
  PREVIEW_JSON_CHARS,
  PREVIEW_PACKED_BYTES,
  unpackedStart,
} from './text-preview.ts';

const RUNS_SHOWN_MAX = 20;

/**
 * The rows of some examples, by place. Of inputs, outputs and errors only the start is read.
 * `names` are the evaluations that changes count.
 */
export function comparedExamples(
  source: RowSource,
  comparison: Comparison,
  page: {
    readonly places: readonly number[];
    readonly firstPosition: number;
    readonly names: readonly string[];
  },
): readonly ComparedExample[] {
  const shown = page.places.map((at) =>
    comparison.frames.map((frame, experiment) => shownRuns(comparison, frame, experiment, at)),
  );
  const runs = shown.flatMap((row) =>
    row.flatMap(({ frame, places }) => places.map((run) => frame.runIds[run] ?? 0)),
  );
  const runTexts = readRunTexts(source, runs);
  const evaluations = readEvaluations(source, runs);
  const examples = readExamples(source, comparison, page.places);
  return page.places.map((at, index) => {
    const exampleId = comparison.exampleIds[at] ?? 0;
    const cells = (shown[index] ?? []).map((cell, experiment): ComparedCell => ({
      experiment_id: encodeGlobalId('Experiment', cell.frame.experimentId),
      is_in_experiment: !Number.isNaN(
        cell.frame.revisionIds[comparison.places[experiment]?.[at] ?? -1] ?? Number.NaN,
      ),
      runs: cell.places.flatMap((run) => comparedRun(cell.frame, run, runTexts, evaluations)),
      run_count: cell.count,
      scores: meanScores(comparison, experiment, at),
      change:
        experiment === 0
          ? 'base'
          : changeOf(exampleChanges(comparison, experiment, page.names).bits[at] ?? 0),
    }));
    return {
      example_id: encodeGlobalId('DatasetExample', exampleId),
      position: page.firstPosition + index,
      ...(examples.get(exampleId) ?? UNKNOWN_EXAMPLE),
      cells,
    };
  });
}

function shownRuns({ places }: Comparison, frame: ExperimentFrame, experiment: number, at: number) {
  const [from, to] = runsOfExample(frame, places[experiment]?.[at] ?? -1);
  const count = to - from;
  return {
    frame,
    count,
    places: Array.from({ length: Math.min(count, RUNS_SHOWN_MAX) }, (_, index) => from + index),
  };
}

function meanScores(
  comparison: Comparison,
  experiment: number,
  at: number,
): ComparedCell['scores'] {
  return comparison.names.flatMap((name) => {
    const mean = meansIn(comparison, experiment, name)?.(at) ?? Number.NaN;
    if (Number.isNaN(mean)) return [];
    const difference =
      experiment === 0
        ? Number.NaN
        : changeBetween(meansIn(comparison, 0, name)?.(at) ?? Number.NaN, mean);
    return [{ name, mean, difference: Number.isNaN(difference) ? null : difference }];
  });
}

interface RunText {
  readonly output: string;
  readonly error: string | null;
  readonly traceId: string | null;
}

function readRunTexts(source: RowSource, runIds: readonly number[]): ReadonlyMap<number, RunText> {
  const sql = (
    marks: string,
  ): string => `SELECT id, substr(output, 1, ${PREVIEW_JSON_CHARS}), substr(packed_output, 1, ${PREVIEW_PACKED_BYTES}),
  substr(error, 1, ${PREVIEW_CHARS + 1}), trace_id FROM experiment_runs WHERE id IN (${marks})`;
  const texts = new Map<number, RunText>();
  for (const row of rowsFor(source, sql, runIds)) {
    const packed = bytesOrNull(row, 2);
    const error = textOrNull(row, 3);
    texts.set(numberIn(row, 0), {
      output: jsonPreview(packed === null ? (textOrNull(row, 1) ?? '') : unpackedStart(packed)),
      error: error === null ? null : cutText(error),
      traceId: textOrNull(row, 4),
    });
  }
  return texts;
}

type Evaluations = ReadonlyMap<number, ComparedRun['evaluations']>;

function readEvaluations(source: RowSource, runIds: readonly number[]): Evaluations {
  const sql = (
    marks: string,
  ): string => `SELECT id, run_id, name, annotator_kind, label, score, substr(error, 1, ${PREVIEW_CHARS + 1})
FROM experiment_evaluations WHERE run_id IN (${marks}) ORDER BY run_id, name`;
  const found = new Map<number, ComparedRun['evaluations']>();
  for (const row of rowsFor(source, sql, runIds)) {
    const runId = numberIn(row, 1);
    const list = found.get(runId) ?? [];
    found.set(runId, list);
    const error = textOrNull(row, 6);
    const score = numberOrNan(row, 5);
    list.push({
      id: encodeGlobalId('ExperimentEvaluation', numberIn(row, 0)),
      name: textIn(row, 2),
      annotator_kind: annotatorKind(textIn(row, 3)),
      label: textOrNull(row, 4),
      score: Number.isNaN(score) ? null : score,
      error: error === null ? null : cutText(error),
    });
  }
  return found;
}

export function annotatorKind(text: string): AnnotatorKind {
  return ANNOTATOR_KINDS.find((kind) => kind === text) ?? 'CODE';
}

function comparedRun(
  frame: ExperimentFrame,
  run: number,
  texts: ReadonlyMap<number, RunText>,
  evaluations: Evaluations,
): readonly ComparedRun[] {
  const id = frame.runIds[run] ?? 0;
  const text = texts.get(id);
  // It may have been deleted since the frame was read.
  if (text === undefined) return [];
  const tokens = tokensOf(frame)[run] ?? Number.NaN;
  const cost = frame.costsUsd[run] ?? Number.NaN;
  return [
    {
      id: encodeGlobalId('ExperimentRun', id),
      repetition_number: frame.repetitionOf[run] ?? 1,
      output_preview: text.output,
      error: text.error,
      latency_ms: frame.latenciesMs[run] ?? 0,
      trace_id: text.traceId,
      tokens: Number.isNaN(tokens) ? null : tokens,
      cost_usd: Number.isNaN(cost) ? null : cost,
      evaluations: evaluations.get(id) ?? [],
    },
  ];
}

type ExampleTexts = Pick<
  ComparedExample,
  'external_id' | 'input_preview' | 'reference_preview' | 'splits'
>;
const UNKNOWN_EXAMPLE: ExampleTexts = {
  external_id: null,
  input_preview: '',
  reference_preview: '',
  splits: [],
};

/** By example. The contents are those of the first experiment that has the example. */
function readExamples(
  source: RowSource,
  { frames, places, exampleIds }: Comparison,
  page: readonly number[],
) {
  const revisions = page.flatMap((at) => {
    const ids = frames.map(
      (frame, experiment) => frame.revisionIds[places[experiment]?.[at] ?? -1] ?? Number.NaN,
    );
    return ids.filter((id) => !Number.isNaN(id)).slice(0, 1);
  });
  const splits = new Map<number, string[]>();
  const splitSql = (
    marks: string,
  ): string => `SELECT m.example_id, s.name FROM dataset_example_splits m JOIN dataset_splits s ON s.id = m.split_id
WHERE m.example_id IN (${marks}) AND s.created_by_version IS NULL ORDER BY m.example_id, s.name`;
  for (const row of rowsFor(
    source,
    splitSql,
    page.map((at) => exampleIds[at] ?? 0),
  )) {
    const id = numberIn(row, 0);
    const names = splits.get(id) ?? [];
    splits.set(id, names);
    names.push(textIn(row, 1));
  }
  const sql = (
    marks: string,
  ): string => `SELECT r.example_id, e.external_id, substr(r.input, 1, ${PREVIEW_JSON_CHARS}), substr(r.output, 1, ${PREVIEW_JSON_CHARS})
FROM dataset_example_revisions r JOIN dataset_examples e ON e.id = r.example_id WHERE r.id IN (${marks})`;
  const texts = new Map<number, ExampleTexts>();
  for (const row of rowsFor(source, sql, revisions)) {
    const id = numberIn(row, 0);
    texts.set(id, {
      external_id: textOrNull(row, 1),
      input_preview: jsonPreview(textIn(row, 2)),
      reference_preview: jsonPreview(textIn(row, 3)),
      splits: splits.get(id) ?? [],
    });
  }
  return texts;
}
