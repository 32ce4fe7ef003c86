import type { SpanKind } from '#contracts/spans/span-kind.ts';
import type { RowContent } from '#core/dataset/row-content.ts';
import { spanExample } from '#core/dataset/span-example.ts';
import { attributesNested } from '#core/otlp/span-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import type { AnnotationRow } from '#core/ports/annotation-rows.ts';
import type { AnnotationReader } from '#core/ports/annotation-store.ts';
import type { SpanPayload, SpanRow } from '#core/ports/span-rows.ts';
import type { PageAnchor } from '#core/ports/span-store.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';
import { PlainObject } from '#core/semconv/plain-object.ts';
import { findProject } from '#server/api/kit/projects/find-project.ts';
import { spanRef, traceRef } from '#server/api/kit/request/references.ts';
import { payloadSteps } from '#server/api/kit/spans/payload-steps.ts';
import { spanConditions } from '#server/api/kit/spans/span-conditions.ts';
import type { AnyQuery, Query, ReadContext } from '#server/threads/query.ts';

/** A span as an example would have it. Plain data. */
export interface ExampleOfSpan {
  readonly spanNumber: number;
  readonly spanId: string;
  readonly name: string;
  readonly kind: SpanKind;
  /** JSON texts. */
  readonly content: RowContent;
}

/** Examples of some spans, by count and by size. */
interface SpanExamplesPart {
  readonly examples: readonly ExampleOfSpan[];
  /** Where the next part begins; null after the last. */
  readonly next: PageAnchor | null;
  /** Spans read, those included that were deleted meanwhile. */
  readonly read: number;
}

export interface SpanFilterInput {
  readonly project: string;
  readonly filter?: string;
  readonly start_time?: string;
  readonly end_time?: string;
  readonly rootsOnly: boolean;
}

/** A span id may occur in several traces: the newest are enough. */
const SAME_ID_MAX = 10;
const PART_SPANS = 200;
/** Spans of one part are read until so much is together. */
const PART_CHARS = 1024 * 1024;

/** Of so many spans; the newest. */
const ANNOTATIONS_MAX = 1_000;
const ANNOTATED_SPANS = 10;

/**
 * The row numbers of spans, and of the roots of traces, in the given order; reports unknown ids.
 */
export const findSpansOfIds: Query<
  { readonly spanIds: readonly string[]; readonly traceIds: readonly string[] },
  { readonly numbers: readonly number[]; readonly missing: readonly string[] }
> = {
  name: 'datasets.spansOfIds',
  run: async (context, { spanIds, traceIds }) => {
    const numbers: number[] = [];
    const missing: string[] = [];
    const note = (number: number | null | undefined, id: string): void => {
      if (number === null || number === undefined) missing.push(id);
      else numbers.push(number);
    };
    // Of those that share a span id the newest, which comes first, is set last.
    const spans = (await context.spans.findSpans(spanIds.map(spanRef))).toReversed();
    const spanOf = new Map(spans.map(({ id, spanId }) => [spanId, id]));
    const numbered = new Set(spans.map(({ id }) => id));
    for (const id of spanIds) {
      const ref = spanRef(id);
      const number = 'number' in ref ? ref.number : spanOf.get(ref.spanId);
      note(number !== undefined && numbered.has(number) ? number : null, id);
    }
    const traces = await context.spans.findTraces(traceIds.map(traceRef));
    for (const id of traceIds) {
      const ref = traceRef(id);
      const found = traces.find((row) =>
        'number' in ref ? row.id === ref.number : row.traceId === ref.traceId,
      );
      note(found?.rootSpanNumber, id);
    }
    return { numbers: [...new Set(numbers)], missing };
  },
};

/**
 * The examples of spans by row number, as many of them as one part takes; spans that were deleted
 * meanwhile are left out.
 */
export const readExamplesOfNumbers: Query<
  { readonly numbers: readonly number[] },
  Omit<SpanExamplesPart, 'next'>
> = {
  name: 'datasets.examplesOfNumbers',
  run: (context, { numbers }) => readPart(context, numbers.slice(0, PART_SPANS)),
};

/** The examples of a project's spans, newest first: one part. */
export const readExamplesOfFilter: Query<
  SpanFilterInput & { readonly limit: number; readonly anchor: PageAnchor | null },
  SpanExamplesPart
> = {
  name: 'datasets.examplesOfFilter',
  run: async (context, { project, rootsOnly, limit, anchor, ...filters }) => {
    const rows = await readRows(context, { project, rootsOnly, limit, anchor, filters });
    const { examples, read } = await readPart(context, rows.rows);
    const after = rows.rows[read];
    const next =
      after === undefined
        ? rows.next
        : { id: after.id, sortValue: after.startTimeUnixNano, inclusive: true };
    return { examples, next, read };
  },
};

async function readRows(
  { projects, spans, budget }: ReadContext,
  input: {
    readonly project: string;
    readonly rootsOnly: boolean;
    readonly limit: number;
    readonly anchor: PageAnchor | null;
    readonly filters: Omit<SpanFilterInput, 'project' | 'rootsOnly'>;
  },
): Promise<{ readonly rows: readonly SpanRow[]; readonly next: PageAnchor | null }> {
  const conditions = spanConditions(input.filters);
  const project = await findProject(projects, input.project);
  return spans.spans(
    {
      projectId: project.id,
      ...conditions,
      ...(input.rootsOnly ? { parent: 'none_or_missing' as const } : {}),
      sort: 'start_time',
      order: 'desc',
      limit: Math.min(input.limit, PART_SPANS),
      ...(input.anchor === null ? {} : { anchor: input.anchor }),
    },
    budget,
  );
}

/** The examples of spans until there is enough text; how many spans were read for them. */
async function readPart(
  context: ReadContext,
  spans: readonly number[] | readonly SpanRow[],
): Promise<Omit<SpanExamplesPart, 'next'>> {
  const examples: ExampleOfSpan[] = [];
  let chars = 0;
  for await (const { payloads, read } of payloadSteps(context.spans, spans)) {
    const found = await examplesOf(context, payloads);
    examples.push(...found);
    chars += found.reduce((sum, example) => sum + charsOf(example), 0);
    if (chars >= PART_CHARS) return { examples, read };
  }
  return { examples, read: spans.length };
}

async function examplesOf(
  { annotations }: ReadContext,
  payloads: readonly SpanPayload[],
): Promise<readonly ExampleOfSpan[]> {
  const bySpan = await annotationsOfSpans(
    annotations,
    payloads.map(({ row }) => row),
  );
  return payloads.map((payload) => exampleOf(payload, bySpan.get(payload.row.id)));
}

function exampleOf(
  { row, bytes }: SpanPayload,
  annotations: JsonObject | undefined,
): ExampleOfSpan {
  const { input, output, metadata } = spanExample(
    attributesNested(decodeSpan(bytes)),
    row.kind,
    annotations,
  );
  const content = {
    input: JSON.stringify(input),
    output: JSON.stringify(output),
    metadata: JSON.stringify(metadata),
  };
  return { spanNumber: row.id, spanId: row.spanId, name: row.name, kind: row.kind, content };
}

function charsOf({ content }: ExampleOfSpan): number {
  return content.input.length + content.output.length + content.metadata.length;
}

/**
 * The row numbers behind a span's id, newest first: one by Global ID, whether or not the span is
 * stored still.
 */
export const findSpanNumbers: Query<{ readonly span: string }, readonly number[]> = {
  name: 'datasets.spanNumbers',
  run: async ({ spans }, { span }) => {
    const ref = spanRef(span);
    if ('number' in ref) return [ref.number];
    return (await spans.findSpans([ref])).slice(0, SAME_ID_MAX).map(({ id }) => id);
  },
};
export const datasetSpanQueries: readonly AnyQuery[] = [
  findSpansOfIds,
  readExamplesOfNumbers,
  readExamplesOfFilter,
  findSpanNumbers,
];

/**
 * Annotations of some spans, and with the root of a trace those of the trace, by the span's row
 * number: under each name the annotations, newest first. Spans without annotations are left out.
 */
async function annotationsOfSpans(
  annotations: AnnotationReader,
  spans: readonly SpanRow[],
): Promise<ReadonlyMap<number, JsonObject>> {
  const found: AnnotationRow[] = [];
  for (const projectId of new Set(spans.map((span) => span.projectId))) {
    const own = spans.filter((span) => span.projectId === projectId);
    const roots = own.filter(({ parentSpanId }) => parentSpanId === null);
    const read = async (target: 'span' | 'trace', ids: readonly string[]): Promise<void> => {
      if (ids.length === 0) return;
      const targetIds = [...new Set(ids)];
      const page = { projectId, target, targetIds, limit: ANNOTATIONS_MAX };
      const { rows } = await annotations.annotations(page);
      if (rows.length < ANNOTATIONS_MAX || targetIds.length <= ANNOTATED_SPANS) found.push(...rows);
      else
        for (let at = 0; at < targetIds.length; at += ANNOTATED_SPANS)
          await read(target, targetIds.slice(at, at + ANNOTATED_SPANS));
    };
    await read(
      'span',
      own.map(({ spanId }) => spanId),
    );
    await read(
      'trace',
      roots.map(({ traceId }) => traceId),
    );
  }
  const isOf = ({ target, targetNumber }: AnnotationRow, span: SpanRow): boolean =>
    target === 'span'
      ? targetNumber === span.id
      : targetNumber === span.traceNumber && span.parentSpanId === null;
  return new Map(
    spans.flatMap((span) => {
      const own = found.filter((row) => isOf(row, span));
      return own.length === 0 ? [] : [[span.id, byName(own)] as const];
    }),
  );
}

function byName(rows: readonly AnnotationRow[]): JsonObject {
  const names = new PlainObject();
  for (const name of [...new Set(rows.map((row) => row.name))].toSorted())
    names[name] = rows.filter((row) => row.name === name).map(annotationJson);
  return names;
}

function annotationJson({
  target,
  annotatorKind,
  label,
  score,
  explanation,
}: AnnotationRow): JsonObject {
  return { target, annotator_kind: annotatorKind, label, score, explanation };
}
