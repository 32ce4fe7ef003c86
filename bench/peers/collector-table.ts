import { Double, type AttributeValue, type SpanSpec } from '../../tools/otlp/export-request.ts';
import { PROJECT } from './peer.ts';

/**
 * The table of spans, and the one that finds a trace's times, in the shape in which the ClickHouse
 * exporter of the OpenTelemetry Collector makes them, with inserts that are on disk when they are
 * acknowledged.
 */
const ZSTD = 'CODEC(ZSTD(1))';
const LABEL = 'LowCardinality(String)';
const PAIRS = `Map(${LABEL}, String)`;
const DURABLE = 'fsync_after_insert = 1, fsync_part_directory = 1';
const COLUMNS: readonly (readonly [name: string, type: string])[] = [
  ['Timestamp', 'DateTime64(9) CODEC(Delta(8), ZSTD(1))'],
  ['TraceId', `String ${ZSTD}`],
  ['SpanId', `String ${ZSTD}`],
  ['ParentSpanId', `String ${ZSTD}`],
  ['TraceState', `String ${ZSTD}`],
  ['SpanName', `${LABEL} ${ZSTD}`],
  ['SpanKind', `${LABEL} ${ZSTD}`],
  ['ServiceName', `${LABEL} ${ZSTD}`],
  ['ResourceAttributes', `${PAIRS} ${ZSTD}`],
  ['ScopeName', `String ${ZSTD}`],
  ['ScopeVersion', `String ${ZSTD}`],
  ['SpanAttributes', `${PAIRS} ${ZSTD}`],
  ['Duration', `UInt64 ${ZSTD}`],
  ['StatusCode', `${LABEL} ${ZSTD}`],
  ['StatusMessage', `String ${ZSTD}`],
  ['Events', `Nested(Timestamp DateTime64(9), Name ${LABEL}, Attributes ${PAIRS}) ${ZSTD}`],
  [
    'Links',
    `Nested(TraceId String, SpanId String, TraceState String, Attributes ${PAIRS}) ${ZSTD}`,
  ],
];
const INDEXES: readonly (readonly [of: string, type: string])[] = [
  ['TraceId', 'bloom_filter(0.001)'],
  ['mapKeys(ResourceAttributes)', 'bloom_filter(0.01)'],
  ['mapValues(ResourceAttributes)', 'bloom_filter(0.01)'],
  ['mapKeys(SpanAttributes)', 'bloom_filter(0.01)'],
  ['mapValues(SpanAttributes)', 'bloom_filter(0.01)'],
  ['Duration', 'minmax'],
];

export const COLLECTOR_TABLES = ['otel_traces', 'otel_traces_trace_id_ts'] as const;

/** Creates them. */
export const COLLECTOR_SCHEMA: readonly string[] = [
  `CREATE TABLE otel_traces (
    ${COLUMNS.map((column) => column.join(' ')).join(', ')},
    ${INDEXES.map(([of, type], at) => `INDEX idx_${at} ${of} TYPE ${type} GRANULARITY 1`).join(', ')}
  ) ENGINE = MergeTree PARTITION BY toDate(Timestamp)
  ORDER BY (ServiceName, SpanName, toDateTime(Timestamp))
  SETTINGS index_granularity = 8192, ttl_only_drop_parts = 1, ${DURABLE}`,
  `CREATE TABLE otel_traces_trace_id_ts (
    TraceId String ${ZSTD}, Start DateTime ${ZSTD}, End DateTime ${ZSTD},
    INDEX idx_trace_id TraceId TYPE bloom_filter(0.01) GRANULARITY 1
  ) ENGINE = MergeTree PARTITION BY toDate(Start) ORDER BY (TraceId, Start)
  SETTINGS index_granularity = 8192, ttl_only_drop_parts = 1, ${DURABLE}`,
  `CREATE MATERIALIZED VIEW otel_traces_trace_id_ts_mv TO otel_traces_trace_id_ts AS
  SELECT TraceId, min(Timestamp) AS Start, max(Timestamp) AS End
  FROM otel_traces WHERE TraceId != '' GROUP BY TraceId`,
];

const STATUS = ['Unset', 'Ok', 'Error'] as const;
const RESOURCE: Readonly<Record<string, string>> = {
  'service.name': PROJECT,
  'openinference.project.name': PROJECT,
};
const NESTED_COLUMNS = 7;

/** Spans as rows of `otel_traces`, in ClickHouse's format RowBinary. */
export function encodeRows(spans: readonly SpanSpec[]): Buffer {
  const row = new RowWriter();
  for (const span of spans) {
    const { startTimeUnixNano: start, status, attributes = {} } = span;
    row.int64(start);
    row.text(hex(span.traceId));
    row.text(hex(span.spanId));
    row.text(span.parentSpanId ? hex(span.parentSpanId) : '');
    row.text('');
    row.text(span.name);
    row.text('Internal');
    row.text(PROJECT);
    row.pairs(RESOURCE);
    row.text('bench');
    row.text('');
    row.pairs(attributes);
    row.int64(span.endTimeUnixNano - start);
    row.text(STATUS[status?.code ?? 0]);
    row.text(status?.message ?? '');
    // No events and links.
    for (let column = 0; column < NESTED_COLUMNS; column += 1) row.varint(0);
  }
  return row.finish();
}

function hex(id: Uint8Array): string {
  return Buffer.from(id).toString('hex');
}

function textOf(value: AttributeValue): string {
  if (typeof value === 'string') return value;
  return value instanceof Double ? String(value.value) : JSON.stringify(value);
}

class RowWriter {
  #bytes: Buffer = Buffer.allocUnsafe(1 << 20);
  #length = 0;

  int64(value: bigint): void {
    this.#reserve(8);
    this.#length = this.#bytes.writeBigInt64LE(value, this.#length);
  }

  varint(value: number): void {
    this.#reserve(5);
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
    this.#bytes[this.#length++] = rest;
  }

  text(value: string): void {
    const length = Buffer.byteLength(value);
    this.varint(length);
    this.#reserve(length);
    this.#length += this.#bytes.write(value, this.#length);
  }

  pairs(values: Readonly<Record<string, AttributeValue>>): void {
    const entries = Object.entries(values);
    this.varint(entries.length);
    for (const [key, value] of entries) {
      this.text(key);
      this.text(textOf(value));
    }
  }

  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + bytes));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
