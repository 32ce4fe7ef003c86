import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { isoFromUnixMs, isoFromUnixNano } from '#contracts/wire/time.ts';
import type { ExampleDetail } from '#core/ports/experiment-figures.ts';
import { unpackOutput } from '#server/stores/meta/experiments/output-codec.ts';
import { annotatorKind } from './comparison-rows.ts';
import {
  bytesOrNull,
  numberIn,
  numberOrNan,
  rowsFor,
  textIn,
  textOrNull,
  type Cell,
  type RowSource,
} from './row-source.ts';

const RUNS_SHOWN_MAX = 100;
/** Of all outputs in a reply; those after it are left out. */
const OUTPUT_CHARS_MAX = 16 * 1024 * 1024;
const MICROS_PER_MILLI = 1_000;

const EXAMPLE = `SELECT r.input, r.output, r.metadata, e.external_id, e.span_number, e.span_id, v.created_at_ms FROM experiment_examples x
JOIN dataset_example_revisions r ON r.id = x.revision_id JOIN dataset_examples e ON e.id = x.example_id JOIN dataset_versions v ON v.id = r.from_version
WHERE x.experiment_id = ? AND x.example_id = ?`;
const SPLITS = `SELECT s.name FROM dataset_example_splits m JOIN dataset_splits s ON s.id = m.split_id
WHERE m.example_id = ? AND s.created_by_version IS NULL ORDER BY s.name`;
const RUNS = `SELECT id, output, packed_output, repetition, start_time_us, end_time_us, trace_id, error, prompt_tokens, completion_tokens, cost_usd
FROM experiment_runs WHERE experiment_id = ? AND example_id = ? ORDER BY repetition LIMIT ${RUNS_SHOWN_MAX}`;

/**
 * Reads one example with its runs and their evaluations. The contents are those of the first
 * experiment that has the example.
 */
export function exampleDetail(
  source: RowSource,
  experimentIds: readonly number[],
  exampleId: number,
): ExampleDetail {
  const room = { chars: OUTPUT_CHARS_MAX };
  return {
    example: exampleText(source, experimentIds, exampleId),
    runs: experimentIds.map((id) => `[${runTexts(source, id, exampleId, room).join(',')}]`),
  };
}

function exampleText(
  source: RowSource,
  experimentIds: readonly number[],
  exampleId: number,
): string | null {
  const nodeId = encodeGlobalId('DatasetExample', exampleId);
  for (const experimentId of experimentIds) {
    const [row] = source.rows(EXAMPLE, [experimentId, exampleId]);
    if (row === undefined) continue;
    const splits = Array.from(source.rows(SPLITS, [exampleId]), (split) => textIn(split, 0));
    const span = numberOrNan(row, 4);
    return joined({
      id: JSON.stringify(textOrNull(row, 3) ?? nodeId),
      node_id: JSON.stringify(nodeId),
      input: textIn(row, 0),
      output: textIn(row, 1),
      metadata: textIn(row, 2),
      updated_at: JSON.stringify(isoFromUnixMs(numberIn(row, 6))),
      splits: JSON.stringify(splits),
      source: JSON.stringify(
        Number.isNaN(span)
          ? null
          : { span_id: textOrNull(row, 5) ?? '', span_node_id: encodeGlobalId('Span', span) },
      ),
    });
  }
  return null;
}

function runTexts(
  source: RowSource,
  experimentId: number,
  exampleId: number,
  room: { chars: number },
): readonly string[] {
  const rows = [...source.rows(RUNS, [experimentId, exampleId])];
  const evaluations = evaluationTexts(
    source,
    rows.map((row) => numberIn(row, 0)),
  );
  return rows.map((row) => {
    const output = outputText(row);
    room.chars -= output.length;
    const isLeftOut = room.chars < 0;
    const run = {
      id: JSON.stringify(encodeGlobalId('ExperimentRun', numberIn(row, 0))),
      experiment_id: JSON.stringify(encodeGlobalId('Experiment', experimentId)),
      dataset_example_id: JSON.stringify(encodeGlobalId('DatasetExample', exampleId)),
      output: isLeftOut ? 'null' : output,
      repetition_number: String(numberIn(row, 3)),
      start_time: JSON.stringify(isoFromUs(numberIn(row, 4))),
      end_time: JSON.stringify(isoFromUs(numberIn(row, 5))),
      trace_id: JSON.stringify(textOrNull(row, 6)),
      error: JSON.stringify(textOrNull(row, 7)),
    };
    return joined({
      run: joined(run),
      is_output_left_out: String(isLeftOut),
      latency_ms: String(Math.max(0, numberIn(row, 5) - numberIn(row, 4)) / MICROS_PER_MILLI),
      prompt_tokens: numberText(row, 8),
      completion_tokens: numberText(row, 9),
      cost_usd: numberText(row, 10),
      evaluations: `[${(evaluations.get(numberIn(row, 0)) ?? []).join(',')}]`,
    });
  });
}

function outputText(row: readonly Cell[]): string {
  const packed = bytesOrNull(row, 2);
  return packed === null ? textIn(row, 1) : unpackOutput(packed);
}

function evaluationTexts(
  source: RowSource,
  runIds: readonly number[],
): ReadonlyMap<number, readonly string[]> {
  const texts = new Map<number, string[]>();
  const sql = (
    marks: string,
  ): string => `SELECT e.id, e.run_id, e.name, e.annotator_kind, e.label, e.score, e.error, e.explanation, e.metadata, e.trace_id,
  (SELECT username FROM users WHERE users.id = e.user_number), e.updated_at_ms
FROM experiment_evaluations e WHERE e.run_id IN (${marks}) ORDER BY e.run_id, e.name`;
  for (const row of rowsFor(source, sql, runIds)) {
    const runId = numberIn(row, 1);
    const list = texts.get(runId) ?? [];
    texts.set(runId, list);
    list.push(
      joined({
        id: JSON.stringify(encodeGlobalId('ExperimentEvaluation', numberIn(row, 0))),
        name: JSON.stringify(textIn(row, 2)),
        annotator_kind: JSON.stringify(annotatorKind(textIn(row, 3))),
        label: JSON.stringify(textOrNull(row, 4)),
        score: numberText(row, 5),
        error: JSON.stringify(textOrNull(row, 6)),
        explanation: JSON.stringify(textOrNull(row, 7)),
        metadata: textIn(row, 8),
        trace_id: JSON.stringify(textOrNull(row, 9)),
        annotated_by: JSON.stringify(textOrNull(row, 10)),
        updated_at: JSON.stringify(isoFromUnixMs(numberIn(row, 11))),
      }),
    );
  }
  return texts;
}

/** A JSON object of members that are JSON already. */
function joined(members: Readonly<Record<string, string>>): string {
  return `{${Object.entries(members)
    .map(([name, json]) => `"${name}":${json}`)
    .join(',')}}`;
}

function numberText(row: readonly Cell[], at: number): string {
  const value = numberOrNan(row, at);
  return Number.isNaN(value) ? 'null' : JSON.stringify(value);
}

function isoFromUs(micros: number): string {
  return isoFromUnixNano(BigInt(micros) * 1_000n);
}
