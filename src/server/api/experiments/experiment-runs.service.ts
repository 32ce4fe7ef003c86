import type { Readable } from 'node:stream';
import { AppError, invariant } from '#contracts/wire/errors.ts';
import {
  OUTPUT_BYTES_MAX,
  type CreateExperimentRunBody,
} from '#contracts/experiments/experiment-run.ts';
import { encodeGlobalId, requireGlobalId, type GlobalIdType } from '#contracts/wire/ids.ts';
import { unixNanoFromIso } from '#contracts/wire/time.ts';
import type { ExperimentLog } from '#server/stores/meta/experiments/experiment-log.ts';
import {
  experimentNotFound,
  experimentNumber,
  requireExperiment,
} from '#server/stores/meta/experiments/experiment-ref.queries.ts';
import { storedOutput } from '#server/stores/meta/experiments/output-codec.ts';
import {
  incompleteEvaluations,
  incompleteRuns,
  runTexts,
  type IncompletePage,
} from '#server/stores/meta/experiments/run-pages.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { MetaTextPage } from '#server/stores/meta/meta-text-page.ts';
import { replyStream, roomForStream } from '../kit/reply/export-stream.ts';
import { JsonText } from '../kit/request/json-member.ts';
import type { Asker } from '../kit/route/asker.ts';

const ROWS_PER_PAGE = 1_000;
const TEXT = new TextEncoder();
const NANOS_PER_MICRO = 1_000n;

/**
 * Stores a run; its Global ID. 404 for an unknown experiment or example, 409 for a run that has
 * finished before.
 */
export async function logRun(
  log: ExperimentLog,
  experiment: string,
  body: CreateExperimentRunBody,
): Promise<string> {
  const experimentId = experimentNumber(experiment);
  const exampleId = requireGlobalId(
    body.dataset_example_id,
    'DatasetExample',
    'body.dataset_example_id',
  );
  const outcome = await log.logRun({
    experimentId,
    exampleId,
    repetition: body.repetition_number,
    startTimeUs: microsOf(body.start_time, 'body.start_time'),
    endTimeUs: microsOf(body.end_time, 'body.end_time'),
    traceId: body.trace_id ?? null,
    error: body.error ?? null,
    output: await storedOutput(outputText(body.output), log.engine),
  });
  if ('id' in outcome) return encodeGlobalId('ExperimentRun', outcome.id);
  if (outcome.refused === 'experiment') throw experimentNotFound(experiment);
  if (outcome.refused === 'example')
    throw new AppError(
      'not_found',
      `body.dataset_example_id: the dataset of the experiment has no example '${body.dataset_example_id}'.`,
    );
  const run = encodeGlobalId('ExperimentRun', outcome.finishedId);
  throw new AppError(
    'conflict',
    `The run of example '${body.dataset_example_id}', repetition ${body.repetition_number}, has finished already: it is '${run}'. Only failed runs can be logged again.`,
  );
}

function outputText(output: unknown): string {
  invariant(output instanceof JsonText, 'bodies of runs are read by registerRunBody');
  const bytes = output.text.length > OUTPUT_BYTES_MAX / 3 ? Buffer.byteLength(output.text) : 0;
  if (bytes > OUTPUT_BYTES_MAX) {
    const [max, got] = [OUTPUT_BYTES_MAX, bytes].map((size) => size.toLocaleString('en-US'));
    throw new AppError(
      'too_large',
      `body.output must be at most ${max} bytes of JSON; got ${got}. Shorten the output.`,
    );
  }
  return output.text;
}

/** Microseconds since the epoch of a time in a body; below that it is cut. */
export function microsOf(text: string, field: string): bigint {
  const nanos = unixNanoFromIso(text);
  if (nanos === null)
    throw new AppError(
      'unprocessable',
      `${field} must be an ISO 8601 time such as 2026-11-20T18:16:00+00:00; got '${text.slice(0, 80)}'.`,
    );
  const micros = nanos / NANOS_PER_MICRO;
  return micros * NANOS_PER_MICRO > nanos ? micros - 1n : micros;
}

/** One page of runs as JSON, newest first. */
export async function runPage(
  store: MetaStore,
  experimentId: number,
  limit: number,
  fromId: number | null,
): Promise<Uint8Array> {
  const parts: MetaTextPage[] = [];
  let [left, from] = [limit, fromId];
  while (left > 0) {
    const page = await runTexts(store, { experimentId, fromId: from, limit: left });
    if (page.count > 0) parts.push(page);
    left -= page.count;
    if (page.lastKey !== null) from = page.lastKey - 1;
    if (!page.full) break;
  }
  const next =
    left > 0 ? null : (await runTexts(store, { experimentId, fromId: from, limit: 1 })).lastKey;
  return pageBytes(parts, 'ExperimentRun', next);
}

/**
 * All runs as JSON, newest first, with `startId` from that one down, read as the client takes them.
 */
export async function runStream(
  store: MetaStore,
  asker: Asker,
  experimentId: number,
  startId: number | null,
): Promise<Readable> {
  await roomForStream(asker);
  const read = (fromId: number | null) => {
    const page = runTexts(store, { experimentId, fromId, limit: ROWS_PER_PAGE });
    page.catch(() => undefined);
    return page;
  };
  const first = await read(startId);
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield TEXT.encode('{"data":[');
    for (let page = first; ;) {
      const coming = page.full && page.lastKey !== null ? read(page.lastKey - 1) : null;
      yield page.bytes;
      if (coming === null) break;
      page = await coming;
      if (page.count > 0) yield TEXT.encode(',');
    }
    // Rows of an experiment that was deleted meanwhile may be missing: half a list must not look
    // whole.
    if (first.count > 0)
      await requireExperiment(store.db, encodeGlobalId('Experiment', experimentId));
    yield TEXT.encode('],"next_cursor":null}');
  }
  return replyStream(asker, parts());
}

/** A page of examples with missing or failed runs. */
export async function incompleteRunPage(
  store: MetaStore,
  experiment: string,
  limit: number,
  fromId: number,
): Promise<Uint8Array> {
  const { id: experimentId, repetitions } = await requireExperiment(store.db, experiment);
  return incompletePage(
    await incompleteRuns(store, { experimentId, repetitions, limit, fromId }),
    'DatasetExample',
  );
}

/** A page of successful runs with missing or failed evaluations. */
export async function incompleteEvaluationPage(
  store: MetaStore,
  experiment: string,
  names: readonly string[],
  { limit, fromId }: { readonly limit: number; readonly fromId: number },
): Promise<Uint8Array> {
  const { id: experimentId } = await requireExperiment(store.db, experiment);
  const page = await incompleteEvaluations(store, {
    experimentId,
    names: [...new Set(names)],
    limit,
    fromId,
  });
  return incompletePage(page, 'ExperimentRun');
}

function incompletePage({ pages, next }: IncompletePage, type: GlobalIdType): Uint8Array {
  return pageBytes(pages, type, next);
}

function pageBytes(
  pages: readonly MetaTextPage[],
  type: GlobalIdType,
  next: number | null,
): Uint8Array {
  const cursor = next === null ? 'null' : `"${encodeGlobalId(type, next)}"`;
  const comma = TEXT.encode(',');
  const rows = pages.flatMap(({ bytes }, at) => (at === 0 ? [bytes] : [comma, bytes]));
  return Buffer.concat([
    TEXT.encode('{"data":['),
    ...rows,
    TEXT.encode(`],"next_cursor":${cursor}}`),
  ]);
}
