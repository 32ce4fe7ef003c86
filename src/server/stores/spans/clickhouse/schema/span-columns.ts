import { wordsApart } from '#core/search/words-apart.ts';
import type { RowWriter } from '../client/row-writer.ts';
import type { StoredSpan } from './stored-span.ts';

export interface SpanColumn {
  readonly name: string;
  readonly type: string;
  readonly write: (writer: RowWriter, span: StoredSpan) => void;
}

/** Nanoseconds of an hour: the part of a day by which spans are sorted. */
export const HOUR_NANOS = 3_600_000_000_000n;
const REVISION_BITS = 19n;
const NUMBER_MAX = 2n ** 44n - 1n;

/**
 * Orders the rows of one span, so that the greatest is valid: of two spans with the same ids that
 * which was numbered first, and of its revisions the last.
 */
export function versionOf({ number, revision }: Pick<StoredSpan, 'number' | 'revision'>): bigint {
  return ((NUMBER_MAX - BigInt(number)) << REVISION_BITS) | BigInt(revision);
}

/** A revision, from a version. */
export const REVISION_SQL = `toUInt32(bitAnd(version, ${(1n << REVISION_BITS) - 1n}))`;

function text(of: (span: StoredSpan) => string | null): SpanColumn['write'] {
  return (writer, span) => {
    writer.nullable(of(span), (value) => {
      writer.text(value);
    });
  };
}

function count(of: (span: StoredSpan) => number | null): SpanColumn['write'] {
  return (writer, span) => {
    writer.nullable(of(span), (value) => {
      writer.float64(value);
    });
  };
}

const NAME = 'LowCardinality(String)';
const NAME_OR_NULL = 'LowCardinality(Nullable(String))';
const COUNT_OR_NULL = 'Nullable(Float64)';
const BYTES = 'String CODEC(ZSTD(3))';

/** The columns of spans: the only list of them, for the table, its rows and their type. */
export const SPAN_COLUMNS: readonly SpanColumn[] = [
  { name: 'project', type: 'UInt32', write: (writer, span) => writer.uint32(span.project) },
  {
    name: 'hour',
    type: 'UInt32',
    write: (writer, span) => writer.uint32(Number(span.startTimeUnixNano / HOUR_NANOS)),
  },
  { name: 'conversation', type: 'String', write: (writer, span) => writer.text(span.conversation) },
  { name: 'trace_id', type: 'FixedString(16)', write: (writer, span) => writer.hex(span.traceId) },
  { name: 'span_id', type: 'FixedString(8)', write: (writer, span) => writer.hex(span.spanId) },
  { name: 'number', type: 'UInt64', write: (writer, span) => writer.uint64(span.number) },
  { name: 'version', type: 'UInt64', write: (writer, span) => writer.uint64(versionOf(span)) },
  {
    name: 'trace_number',
    type: 'UInt64',
    write: (writer, span) => writer.uint64(span.traceNumber),
  },
  {
    name: 'session_number',
    type: 'UInt64',
    write: (writer, span) => writer.uint64(span.sessionNumber),
  },
  { name: 'session', type: 'String', write: (writer, span) => writer.text(span.session) },
  {
    name: 'parent_id',
    type: 'Nullable(FixedString(8))',
    write: (writer, span) =>
      writer.nullable(span.parentSpanId, (id) => {
        writer.hex(id);
      }),
  },
  { name: 'name', type: NAME, write: (writer, span) => writer.text(span.name) },
  { name: 'kind', type: 'UInt8', write: (writer, span) => writer.uint8(span.kind) },
  { name: 'otel_kind', type: 'UInt8', write: (writer, span) => writer.uint8(span.otelKind) },
  { name: 'start', type: 'Int64', write: (writer, span) => writer.int64(span.startTimeUnixNano) },
  { name: 'end', type: 'Int64', write: (writer, span) => writer.int64(span.endTimeUnixNano) },
  { name: 'status', type: 'UInt8', write: (writer, span) => writer.uint8(span.status) },
  { name: 'error_message', type: 'Nullable(String)', write: text((span) => span.errorMessage) },
  { name: 'model', type: NAME_OR_NULL, write: text((span) => span.modelName) },
  { name: 'provider', type: NAME_OR_NULL, write: text((span) => span.modelProvider) },
  { name: 'prompt', type: COUNT_OR_NULL, write: count((span) => span.tokens.prompt) },
  { name: 'completion', type: COUNT_OR_NULL, write: count((span) => span.tokens.completion) },
  { name: 'total', type: COUNT_OR_NULL, write: count((span) => span.tokens.total) },
  { name: 'cache_read', type: COUNT_OR_NULL, write: count((span) => span.tokens.cacheRead) },
  { name: 'cache_write', type: COUNT_OR_NULL, write: count((span) => span.tokens.cacheWrite) },
  { name: 'reasoning', type: COUNT_OR_NULL, write: count((span) => span.tokens.reasoning) },
  { name: 'audio', type: COUNT_OR_NULL, write: count((span) => span.tokens.audio) },
  { name: 'cost', type: COUNT_OR_NULL, write: count((span) => span.costUsd) },
  { name: 'repeats', type: 'UInt8', write: (writer, span) => writer.uint8(span.repeats) },
  { name: 'user_id', type: 'Nullable(String)', write: text((span) => span.userId) },
  { name: 'documents', type: 'UInt32', write: (writer, span) => writer.uint32(span.documentCount) },
  { name: 'first_token', type: COUNT_OR_NULL, write: count((span) => span.firstTokenNano) },
  { name: 'service', type: NAME_OR_NULL, write: text((span) => span.sender.service) },
  { name: 'service_version', type: NAME_OR_NULL, write: text((span) => span.sender.version) },
  { name: 'environment', type: NAME_OR_NULL, write: text((span) => span.sender.environment) },
  {
    name: 'resource',
    type: BYTES,
    write: (writer, span) => writer.bytes(span.sender.resourceBytes),
  },
  {
    name: 'resource_schema',
    type: NAME,
    write: (writer, span) => writer.text(span.sender.resourceSchemaUrl),
  },
  { name: 'scope', type: BYTES, write: (writer, span) => writer.bytes(span.sender.scopeBytes) },
  {
    name: 'scope_schema',
    type: NAME,
    write: (writer, span) => writer.text(span.sender.scopeSchemaUrl),
  },
  { name: 'bytes', type: BYTES, write: (writer, span) => writer.bytes(span.bytes) },
  {
    name: 'words_apart',
    type: BYTES,
    write: (writer, span) => writer.text([...wordsApart(span.bytes)].join(' ')),
  },
  { name: 'size', type: 'UInt32', write: (writer, span) => writer.uint32(span.bytes.length) },
];

/** All words of a span, among whatever else is in its bytes; the index on it is for searches. */
export const WORDS_SQL = "concat(lower(bytes), ' ', words_apart)";

export const SPAN_COLUMN_NAMES: readonly string[] = SPAN_COLUMNS.map(({ name }) => name);

/** What the tables beside spans are made from. */
export const SPAN_KEY_NAMES: readonly string[] = [
  'project',
  'hour',
  'conversation',
  'trace_id',
  'span_id',
  'number',
  'version',
  'trace_number',
  'session_number',
  'session',
  'start',
  'end',
];

export const SPAN_KEY_COLUMNS: readonly SpanColumn[] = SPAN_COLUMNS.filter(({ name }) =>
  SPAN_KEY_NAMES.includes(name),
);

/** Columns of bytes. */
export const RAW_COLUMNS = ['resource', 'scope', 'bytes'] as const;
