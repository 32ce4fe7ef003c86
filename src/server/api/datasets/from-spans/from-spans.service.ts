import {
  FROM_SPANS_LIMIT,
  PREVIEW_MAX,
  type FromSpansBody,
} from '#contracts/datasets/dataset-from-spans.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { ExampleEdits } from '#core/dataset/example-edit.ts';
import type { PageAnchor } from '#core/ports/span-store.ts';
import type { DatasetRef } from '#server/stores/meta/datasets/dataset-ref.queries.ts';
import { linkedSpans } from '#server/stores/meta/datasets/span-links.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { AskedQueries, Asker } from '../../kit/route/asker.ts';
import {
  findSpansOfIds,
  readExamplesOfFilter,
  readExamplesOfNumbers,
  type ExampleOfSpan,
} from './span-examples.service.ts';

const IDS_NAMED = 20;
const NUMBERS_PER_PART = 200;
const PREVIEW_CHARS_MAX = 8 * 1024 * 1024;
const NONE: ReadonlySet<number> = new Set();

/**
 * Spans that are to become examples: parts of them, and when all were read, whether there are more
 * than the limit.
 */
export type SpanParts = AsyncGenerator<readonly ExampleOfSpan[], { readonly complete: boolean }>;

/** The spans a request names. 422 unless it says which; 404 names ids that nothing has. */
export async function spansOf(
  queries: AskedQueries,
  asker: Asker,
  body: FromSpansBody,
): Promise<SpanParts> {
  const { span_ids: spanIds = [], trace_ids: traceIds = [], project } = body;
  const named = spanIds.length + traceIds.length > 0;
  if (named === (project !== undefined))
    throw new AppError(
      'unprocessable',
      'Say which spans: give span_ids or trace_ids, or else project (with a filter if need be).',
    );
  if (project !== undefined) return filteredSpans(queries, asker, body, project);
  for (const field of ['filter', 'start_time', 'end_time'] as const)
    if (body[field] !== undefined)
      throw new AppError(
        'unprocessable',
        `${field} narrows the spans of a project; leave it out with ids.`,
      );
  const { numbers, missing } = await queries.value(findSpansOfIds, asker, { spanIds, traceIds });
  if (missing.length > 0) {
    const list = missing.slice(0, IDS_NAMED).map((id) => `'${id}'`);
    throw new AppError(
      'not_found',
      `Spans or traces not found: ${list.join(', ')}${missing.length > IDS_NAMED ? ', …' : ''}`,
    );
  }
  return namedSpans(queries, asker, numbers, body.limit ?? FROM_SPANS_LIMIT);
}

async function* namedSpans(
  queries: AskedQueries,
  asker: Asker,
  numbers: readonly number[],
  limit: number,
): SpanParts {
  for (let at = 0; at < Math.min(numbers.length, limit);) {
    const part = numbers.slice(at, Math.min(at + NUMBERS_PER_PART, limit));
    const { examples, read } = await queries.value(readExamplesOfNumbers, asker, { numbers: part });
    yield examples;
    at += read;
  }
  return { complete: numbers.length <= limit };
}

async function* filteredSpans(
  queries: AskedQueries,
  asker: Asker,
  body: FromSpansBody,
  project: string,
): SpanParts {
  const filter = {
    project,
    rootsOnly: body.root_spans_only === true,
    ...(body.filter === undefined ? {} : { filter: body.filter }),
    ...(body.start_time === undefined ? {} : { start_time: body.start_time }),
    ...(body.end_time === undefined ? {} : { end_time: body.end_time }),
  };
  let anchor: PageAnchor | null = null;
  for (let left = body.limit ?? FROM_SPANS_LIMIT; left > 0;) {
    const part: {
      readonly examples: readonly ExampleOfSpan[];
      readonly next: PageAnchor | null;
      readonly read: number;
    } = await queries.value(readExamplesOfFilter, asker, { ...filter, limit: left, anchor });
    yield part.examples;
    if (part.next === null) return { complete: true };
    anchor = part.next;
    left -= part.read;
  }
  return { complete: false };
}

/** The outcome for each span when the examples were added. */
export interface SpanTally {
  skipped: number;
  complete: boolean;
}

/** Adds an example for each span that has none in the newest version. */
export async function* spanEdits(
  db: MetaDb,
  dataset: DatasetRef,
  spans: SpanParts,
  splits: readonly string[],
  tally: SpanTally,
): ExampleEdits {
  let line = 0;
  for (;;) {
    const part = await spans.next();
    if (part.done === true) {
      tally.complete = part.value.complete;
      return;
    }
    const linked = await linkedSpans(
      db,
      dataset,
      part.value.map(({ spanNumber }) => spanNumber),
    );
    const fresh = part.value.filter(({ spanNumber }) => !linked.has(spanNumber));
    tally.skipped += part.value.length - fresh.length;
    yield fresh.map(({ content, spanId, spanNumber }) => {
      line += 1;
      return {
        kind: 'add' as const,
        line,
        content,
        ownId: null,
        splits,
        span: { spanId, number: spanNumber },
      };
    });
  }
}

/**
 * A preview of the examples the first spans would become in a dataset (null for a new dataset), as
 * JSON: contents are sent as the texts that would be stored.
 */
export async function spanPreview(
  db: MetaDb,
  dataset: DatasetRef | null,
  spans: SpanParts,
): Promise<Uint8Array> {
  const items: string[] = [];
  let complete = false;
  let chars = 0;
  while (items.length < PREVIEW_MAX && chars < PREVIEW_CHARS_MAX) {
    const part = await spans.next();
    if (part.done === true) {
      complete = part.value.complete;
      break;
    }
    const numbers = part.value.map(({ spanNumber }) => spanNumber);
    const linked = dataset === null ? NONE : await linkedSpans(db, dataset, numbers);
    for (const example of part.value.slice(0, PREVIEW_MAX - items.length)) {
      const text = previewText(example, linked.has(example.spanNumber));
      items.push(text);
      chars += text.length;
    }
  }
  return new TextEncoder().encode(
    `{"data":{"examples":[${items.join(',')}],"complete":${complete}}}`,
  );
}

function previewText(
  { content, kind, name, spanId, spanNumber }: ExampleOfSpan,
  isLinked: boolean,
): string {
  const head = {
    span_id: spanId,
    span_node_id: encodeGlobalId('Span', spanNumber),
    span_name: name,
    span_kind: kind,
    in_dataset: isLinked,
  };
  return `${JSON.stringify(head).slice(0, -1)},"input":${content.input},"output":${content.output},"metadata":${content.metadata}}`;
}
