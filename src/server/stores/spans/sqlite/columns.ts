import type { TokenCounts } from '#core/otlp/span-record.ts';

export type SqlValue = number | bigint | string | Uint8Array | null;

/** A span as it is about to be stored: the record's fields in the store's own terms. */
export interface StoredSpan {
  readonly id: number;
  readonly traceNumber: number;
  readonly spanId: Uint8Array;
  readonly parentSpanId: Uint8Array | null;
  readonly shapeId: number;
  readonly startTime: bigint;
  readonly duration: number | bigint;
  readonly payloadBytes: number;
  readonly tokens: TokenCounts;
  readonly costUsd: number | null;
  readonly documentCount: number;
  /** Empty when it is the trace's user, so that the text is kept once for each trace. */
  readonly userId: string | null;
  readonly errorMessage: string | null;
  /** These three are set only where the shape leaves them out (a project with very many names). */
  readonly name: string | null;
  readonly modelName: string | null;
  readonly modelProvider: string | null;
  readonly firstTokenNano: number | null;
}

interface Column {
  readonly type: 'INTEGER' | 'REAL' | 'TEXT' | 'BLOB';
  readonly nullable: boolean;
  readonly value: (span: StoredSpan) => SqlValue;
}

function required(type: Column['type'], value: Column['value']): Column {
  return { type, nullable: false, value };
}

function optional(type: Column['type'], value: Column['value']): Column {
  return { type, nullable: true, value };
}

/**
 * The columns of `spans`, once: the insert comes from here, and a test holds the schema to it.
 * Order matters for size: SQLite stops reading a row at the last column asked for, so what scans touch comes first.
 */
export const SPAN_COLUMNS = {
  id: required('INTEGER', (s) => s.id),
  trace_number: required('INTEGER', (s) => s.traceNumber),
  span_id: required('BLOB', (s) => s.spanId),
  parent_span_id: optional('BLOB', (s) => s.parentSpanId),
  shape_id: required('INTEGER', (s) => s.shapeId),
  start_time: required('INTEGER', (s) => s.startTime),
  duration: required('INTEGER', (s) => s.duration),
  payload_bytes: required('INTEGER', (s) => s.payloadBytes),
  tokens_prompt: optional('INTEGER', (s) => s.tokens.prompt),
  tokens_completion: optional('INTEGER', (s) => s.tokens.completion),
  tokens_total: optional('INTEGER', (s) => s.tokens.total),
  tokens_cache_read: optional('INTEGER', (s) => s.tokens.cacheRead),
  tokens_cache_write: optional('INTEGER', (s) => s.tokens.cacheWrite),
  tokens_reasoning: optional('INTEGER', (s) => s.tokens.reasoning),
  tokens_audio: optional('INTEGER', (s) => s.tokens.audio),
  cost_usd: optional('REAL', (s) => s.costUsd),
  document_count: optional('INTEGER', (s) => (s.documentCount === 0 ? null : s.documentCount)),
  user_id: optional('TEXT', (s) => s.userId),
  error_message: optional('TEXT', (s) => s.errorMessage),
  name: optional('TEXT', (s) => s.name),
  model_name: optional('TEXT', (s) => s.modelName),
  model_provider: optional('TEXT', (s) => s.modelProvider),
  first_token: optional('INTEGER', (s) => s.firstTokenNano),
} as const;

const NAMES = Object.keys(SPAN_COLUMNS);
const VALUES = Object.values(SPAN_COLUMNS).map((column) => column.value);

/**
 * How many leading columns an insert sets: what every span has, what a model's call has too, all. Handing over a value costs a tenth of a
 * microsecond even when it is null, and two spans in three have none of the later ones.
 */
const INSERT_WIDTHS = [NAMES.indexOf('payload_bytes') + 1, NAMES.indexOf('cost_usd') + 1, NAMES.length] as const;

/** The inserts by the number of their parameters. */
export const INSERT_SPAN_SQL: ReadonlyMap<number, string> = new Map(
  INSERT_WIDTHS.map((width) => {
    const names = NAMES.slice(0, width);
    return [
      width,
      `INSERT INTO spans (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ON CONFLICT (trace_number, span_id) DO NOTHING`,
    ];
  }),
);

/** Parameters of the narrowest of INSERT_SPAN_SQL that takes all of the span, written into `into` to spare an array for each span. */
export function spanParameters(span: StoredSpan, into: SqlValue[]): SqlValue[] {
  let used = 0;
  for (let i = 0; i < VALUES.length; i += 1) {
    const value = VALUES[i]?.(span) ?? null;
    into[i] = value;
    if (value !== null) used = i + 1;
  }
  into.length = INSERT_WIDTHS.find((width) => width >= used) ?? NAMES.length;
  return into;
}
