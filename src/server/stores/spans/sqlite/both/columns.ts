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
  /** Of an INTEGER: how many digits a staged row has room for; of a BLOB: how many bytes it has. */
  readonly width: number;
}

/** The digits of the largest integer that a double holds exactly, and a sign. */
const WIDEST = 17;

function required(type: Column['type'], value: Column['value'], width = WIDEST): Column {
  return { type, nullable: false, value, width };
}

function optional(type: Column['type'], value: Column['value'], width = WIDEST): Column {
  return { type, nullable: true, value, width };
}

/**
 * The columns of `spans`, once: the insert comes from here, and a test holds the schema to it.
 * Order matters for size: SQLite stops reading a row at the last column asked for, so what scans
 * touch comes first.
 */
export const SPAN_COLUMNS = {
  id: required('INTEGER', (s) => s.id),
  trace_number: required('INTEGER', (s) => s.traceNumber, 12),
  span_id: required('BLOB', (s) => s.spanId, 8),
  parent_span_id: optional('BLOB', (s) => s.parentSpanId, 8),
  shape_id: required('INTEGER', (s) => s.shapeId, 10),
  start_time: required('INTEGER', (s) => s.startTime),
  duration: required('INTEGER', (s) => s.duration),
  payload_bytes: required('INTEGER', (s) => s.payloadBytes, 10),
  tokens_prompt: optional('INTEGER', (s) => s.tokens.prompt, 10),
  tokens_completion: optional('INTEGER', (s) => s.tokens.completion, 10),
  tokens_total: optional('INTEGER', (s) => s.tokens.total, 10),
  tokens_cache_read: optional('INTEGER', (s) => s.tokens.cacheRead, 10),
  tokens_cache_write: optional('INTEGER', (s) => s.tokens.cacheWrite, 10),
  tokens_reasoning: optional('INTEGER', (s) => s.tokens.reasoning, 10),
  tokens_audio: optional('INTEGER', (s) => s.tokens.audio, 10),
  cost_usd: optional('REAL', (s) => s.costUsd),
  document_count: optional('INTEGER', (s) => (s.documentCount === 0 ? null : s.documentCount), 10),
  user_id: optional('TEXT', (s) => s.userId),
  error_message: optional('TEXT', (s) => s.errorMessage),
  name: optional('TEXT', (s) => s.name),
  model_name: optional('TEXT', (s) => s.modelName),
  model_provider: optional('TEXT', (s) => s.modelProvider),
  first_token: optional('INTEGER', (s) => s.firstTokenNano),
} as const;

/** Columns that a new row has empty: reading a value for them would cost for each span. */
export const LATER_SPAN_COLUMNS = { repeats: { type: 'INTEGER', nullable: true } } as const;

const NAMES = Object.keys(SPAN_COLUMNS);
const VALUES = Object.values(SPAN_COLUMNS).map((column) => column.value);

/** Inserts one span with all its columns; for what `StagedRows` cannot take. */
export const INSERT_SPAN_SQL = `INSERT INTO spans (${NAMES.join(', ')}) VALUES (${NAMES.map(() => '?').join(', ')}) ON CONFLICT (trace_number, span_id) DO NOTHING`;

/** The parameters of INSERT_SPAN_SQL. */
export function spanParameters(span: StoredSpan): SqlValue[] {
  return VALUES.map((value) => value(span));
}
