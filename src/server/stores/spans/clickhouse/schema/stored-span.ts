import { SPAN_KINDS, STATUS_CODES } from '#contracts/spans/span-kind.ts';
import type { TokenCounts } from '#core/otlp/span-record.ts';
import type { SpanPayload, SpanRow } from '#core/ports/span-rows.ts';
import type { CallFacts, Repeat } from '#core/trace/repeated-call.ts';
import type { Cells } from '../client/row-reader.ts';
import { RAW_COLUMNS, REVISION_SQL, SPAN_COLUMN_NAMES } from './span-columns.ts';

/** What a span's resource and scope say; spans of one request share it. */
export interface Sender {
  readonly service: string | null;
  readonly version: string | null;
  readonly environment: string | null;
  readonly resourceBytes: Uint8Array;
  readonly resourceSchemaUrl: string;
  readonly scopeBytes: Uint8Array;
  readonly scopeSchemaUrl: string;
}

/** A row of spans, whole. */
export interface StoredSpan {
  readonly project: number;
  /**
   * Places spans of a conversation beside each other; never changes, and says nothing about the
   * session.
   */
  readonly conversation: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly number: number;
  /** Counts the changes of the row. */
  readonly revision: number;
  readonly traceNumber: number;
  /** The session of the trace when the row was written; 0 and '' without. */
  readonly sessionNumber: number;
  readonly session: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly kind: number;
  readonly otelKind: number;
  readonly startTimeUnixNano: bigint;
  readonly endTimeUnixNano: bigint;
  readonly status: number;
  readonly errorMessage: string | null;
  readonly modelName: string | null;
  readonly modelProvider: string | null;
  readonly tokens: TokenCounts;
  readonly costUsd: number | null;
  readonly repeats: Repeat;
  readonly userId: string | null;
  readonly documentCount: number;
  readonly firstTokenNano: number | null;
  readonly sender: Sender;
  readonly bytes: Uint8Array;
}

/** Without what makes rows large, but with the size of its bytes. */
export interface NarrowSpan extends Omit<StoredSpan, 'bytes' | 'sender'> {
  readonly size: number;
}

const WIDE: readonly string[] = [
  ...RAW_COLUMNS,
  'resource_schema',
  'scope_schema',
  'words_apart',
  'hour',
  'service',
  'service_version',
  'environment',
];

/** The columns of a narrow row, as they are selected. */
export const NARROW_SQL = [
  ...SPAN_COLUMN_NAMES.filter((name) => !WIDE.includes(name) && name !== 'version'),
  `${REVISION_SQL} AS revision`,
].join(', ');
/** Those that a payload has beside a narrow row. */
export const WIDE_SQL = 'resource, resource_schema, scope, scope_schema, bytes';
/** Those of a payload, and of a whole row. */
export const PAYLOAD_SQL = `${NARROW_SQL}, ${WIDE_SQL}`;
export const WHOLE_SQL = `${PAYLOAD_SQL}, service, service_version, environment`;

// A column has the type that its statement gives it.
export const asNumber = (cells: Cells, name: string): number => cells[name] as number;
// A column has the type that its statement gives it.
export const asText = (cells: Cells, name: string): string => cells[name] as string;
// A column has the type that its statement gives it.
export const asNano = (cells: Cells, name: string): bigint => cells[name] as bigint;
// A column has the type that its statement gives it.
export const asBytes = (cells: Cells, name: string): Uint8Array => cells[name] as Uint8Array;
// A column has the type that its statement gives it.
export const asNumberOrNull = (cells: Cells, name: string): number | null =>
  cells[name] as number | null;
// A column has the type that its statement gives it.
export const asTextOrNull = (cells: Cells, name: string): string | null =>
  cells[name] as string | null;

export function narrowSpan(cells: Cells): NarrowSpan {
  return {
    project: asNumber(cells, 'project'),
    conversation: asText(cells, 'conversation'),
    traceId: asText(cells, 'trace_id'),
    spanId: asText(cells, 'span_id'),
    number: asNumber(cells, 'number'),
    revision: asNumber(cells, 'revision'),
    traceNumber: asNumber(cells, 'trace_number'),
    sessionNumber: asNumber(cells, 'session_number'),
    session: asText(cells, 'session'),
    parentSpanId: asTextOrNull(cells, 'parent_id'),
    name: asText(cells, 'name'),
    kind: asNumber(cells, 'kind'),
    otelKind: asNumber(cells, 'otel_kind'),
    startTimeUnixNano: asNano(cells, 'start'),
    endTimeUnixNano: asNano(cells, 'end'),
    status: asNumber(cells, 'status'),
    errorMessage: asTextOrNull(cells, 'error_message'),
    modelName: asTextOrNull(cells, 'model'),
    modelProvider: asTextOrNull(cells, 'provider'),
    tokens: {
      prompt: asNumberOrNull(cells, 'prompt'),
      completion: asNumberOrNull(cells, 'completion'),
      total: asNumberOrNull(cells, 'total'),
      cacheRead: asNumberOrNull(cells, 'cache_read'),
      cacheWrite: asNumberOrNull(cells, 'cache_write'),
      reasoning: asNumberOrNull(cells, 'reasoning'),
      audio: asNumberOrNull(cells, 'audio'),
    },
    costUsd: asNumberOrNull(cells, 'cost'),
    // Written from a `Repeat`.
    repeats: asNumber(cells, 'repeats') as Repeat,
    userId: asTextOrNull(cells, 'user_id'),
    documentCount: asNumber(cells, 'documents'),
    firstTokenNano: asNumberOrNull(cells, 'first_token'),
    size: asNumber(cells, 'size'),
  };
}

/** From the columns of `WHOLE_SQL`. */
export function wholeSpan(cells: Cells): StoredSpan {
  return {
    ...narrowSpan(cells),
    bytes: asBytes(cells, 'bytes'),
    sender: {
      service: asTextOrNull(cells, 'service'),
      version: asTextOrNull(cells, 'service_version'),
      environment: asTextOrNull(cells, 'environment'),
      resourceBytes: asBytes(cells, 'resource'),
      resourceSchemaUrl: asText(cells, 'resource_schema'),
      scopeBytes: asBytes(cells, 'scope'),
      scopeSchemaUrl: asText(cells, 'scope_schema'),
    },
  };
}

/** Rows as lists see them, with the row that they were made from: it says where the span lies. */
const storedOf = new WeakMap<SpanRow, NarrowSpan>();

/** The stored row that a row was made from; undefined for a copy. */
export function storedSpanOf(row: SpanRow): NarrowSpan | undefined {
  return storedOf.get(row);
}

/** A span as lists see it; its session is that of its trace. */
export function spanRow(span: NarrowSpan, sessionId: string | null): SpanRow {
  const row = {
    id: span.number,
    projectId: span.project,
    traceNumber: span.traceNumber,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    name: span.name,
    kind: SPAN_KINDS[span.kind] ?? 'UNKNOWN',
    otelKind: span.otelKind,
    startTimeUnixNano: span.startTimeUnixNano,
    endTimeUnixNano: span.endTimeUnixNano,
    statusCode: STATUS_CODES[span.status] ?? 'UNSET',
    errorMessage: span.errorMessage,
    modelName: span.modelName,
    modelProvider: span.modelProvider,
    tokens: span.tokens,
    costUsd: span.costUsd,
    repeats: span.repeats,
    sessionId,
    userId: span.userId,
    documentCount: span.documentCount,
    firstTokenNano: span.firstTokenNano,
  };
  storedOf.set(row, span);
  return row;
}

export function payloadOf(cells: Cells, row: SpanRow): SpanPayload {
  return {
    row,
    bytes: asBytes(cells, 'bytes'),
    resourceBytes: asBytes(cells, 'resource'),
    resourceSchemaUrl: asText(cells, 'resource_schema'),
    scopeBytes: asBytes(cells, 'scope'),
    scopeSchemaUrl: asText(cells, 'scope_schema'),
  };
}

/** The facts that decide whether a span repeats its parent. */
export function callFacts(
  span: Pick<NarrowSpan, 'kind' | 'modelName' | 'tokens' | 'costUsd'>,
): CallFacts {
  const { kind, modelName, tokens, costUsd } = span;
  return {
    kind: SPAN_KINDS[kind] ?? 'UNKNOWN',
    modelName,
    prompt: tokens.prompt,
    completion: tokens.completion,
    costUsd,
  };
}
