import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import { type Repeat, countedUsage, type CallFacts } from '#core/trace/repeated-call.ts';
import { SPAN_COLUMNS, type SqlValue } from '#server/stores/spans/sqlite/both/columns.ts';
import { repeatFromCell } from '#server/stores/spans/sqlite/both/span-row-codec.ts';

/** The values read from a span's bytes that a later version may read differently. */
export type SpanReading = Pick<
  SpanRecord,
  | 'name'
  | 'kind'
  | 'otelKind'
  | 'statusCode'
  | 'errorMessage'
  | 'modelName'
  | 'modelProvider'
  | 'tokens'
  | 'costUsd'
  | 'userId'
  | 'firstTokenNano'
  | 'documentCount'
>;

/** A stored span with what its row and its shape say. */
export interface StoredReading extends SpanReading {
  readonly id: number;
  readonly traceNumber: number;
  readonly shapeId: number;
  readonly projectId: number;
  readonly payloadBytes: number;
  readonly isRoot: number;
  readonly repeats: Repeat;
  /** The name is in the row, not in the shape. */
  readonly isNameless: boolean;
}

type Cells = readonly [
  id: number,
  traceNumber: number,
  shapeId: number,
  payloadBytes: number,
  prompt: number | null,
  completion: number | null,
  total: number | null,
  cacheRead: number | null,
  cacheWrite: number | null,
  reasoning: number | null,
  audio: number | null,
  costUsd: number | null,
  documentCount: number | null,
  userId: string | null,
  errorMessage: string | null,
  firstToken: number | null,
  projectId: number,
  isRoot: number,
  kind: number,
  otelKind: number,
  status: 0 | 1 | 2,
  shapeName: string | null,
  name: string,
  modelName: string | null,
  modelProvider: string | null,
  repeats: number | null,
];
export type ReadingCells = Cells;

/** Spans of live projects; whether their trace is live is checked once for each trace. */
export const READING_SQL = `SELECT s.id, s.trace_number, s.shape_id, s.payload_bytes, s.tokens_prompt, s.tokens_completion, s.tokens_total,
  s.tokens_cache_read, s.tokens_cache_write, s.tokens_reasoning, s.tokens_audio, s.cost_usd, s.document_count, s.user_id, s.error_message,
  s.first_token, h.project_id, h.is_root, h.kind, h.otel_kind, h.status, h.name, coalesce(h.name, s.name),
  iif(h.name IS NULL, s.model_name, h.model_name), iif(h.name IS NULL, s.model_provider, h.model_provider), s.repeats
FROM spans s JOIN shapes h ON h.id = s.shape_id`;

/** `traceUser` is the user of the span's trace, whom its spans do not name again. */
export function readingFromCells(cells: Cells, traceUser: string | null): StoredReading {
  const [
    id,
    traceNumber,
    shapeId,
    payloadBytes,
    prompt,
    completion,
    total,
    cacheRead,
    cacheWrite,
    reasoning,
    audio,
  ] = cells;
  return {
    id,
    traceNumber,
    shapeId,
    payloadBytes,
    tokens: { prompt, completion, total, cacheRead, cacheWrite, reasoning, audio },
    costUsd: cells[11],
    documentCount: cells[12] ?? 0,
    userId: cells[13] === '' ? traceUser : cells[13],
    errorMessage: cells[14],
    firstTokenNano: cells[15],
    projectId: cells[16],
    isRoot: cells[17],
    kind: SPAN_KINDS[cells[18]] ?? 'UNKNOWN',
    otelKind: cells[19],
    statusCode: cells[20],
    isNameless: cells[21] === null,
    name: cells[22],
    modelName: cells[23],
    modelProvider: cells[24],
    repeats: repeatFromCell(cells[25]),
  };
}

/** Whether both say the same, as far as a row keeps it. */
export function sameReading(a: SpanReading, b: SpanReading): boolean {
  return (
    sameShape(a, b) &&
    a.costUsd === b.costUsd &&
    a.documentCount === b.documentCount &&
    a.firstTokenNano === b.firstTokenNano &&
    sameText(a.userId, b.userId) &&
    sameText(a.errorMessage, b.errorMessage) &&
    a.tokens.prompt === b.tokens.prompt &&
    a.tokens.completion === b.tokens.completion &&
    a.tokens.total === b.tokens.total &&
    a.tokens.cacheRead === b.tokens.cacheRead &&
    a.tokens.cacheWrite === b.tokens.cacheWrite &&
    a.tokens.reasoning === b.tokens.reasoning &&
    a.tokens.audio === b.tokens.audio
  );
}

/** Whether both are of one shape. */
export function sameShape(a: SpanReading, b: SpanReading): boolean {
  return (
    a.kind === b.kind &&
    a.otelKind === b.otelKind &&
    a.statusCode === b.statusCode &&
    sameText(a.name, b.name) &&
    sameText(a.modelName, b.modelName) &&
    sameText(a.modelProvider, b.modelProvider)
  );
}

/** Whether both rank alike: durations stay. */
export function sameUsage(a: SpanReading, b: SpanReading): boolean {
  return (
    a.costUsd === b.costUsd &&
    a.firstTokenNano === b.firstTokenNano &&
    a.tokens.prompt === b.tokens.prompt &&
    a.tokens.completion === b.tokens.completion
  );
}

/** Half a surrogate pair, which JSON can spell, is stored as another character. */
export function sameText(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && a.toWellFormed() === b.toWellFormed());
}

const READ_COLUMNS = [
  'payload_bytes',
  'tokens_prompt',
  'tokens_completion',
  'tokens_total',
  'tokens_cache_read',
  'tokens_cache_write',
  'tokens_reasoning',
  'tokens_audio',
  'cost_usd',
  'document_count',
  'user_id',
  'error_message',
  'name',
  'model_name',
  'model_provider',
  'first_token',
] as const satisfies readonly (keyof typeof SPAN_COLUMNS)[];

const SET_READ = READ_COLUMNS.map((name) => `${name} = ?`).join(', ');

/** Without the shape where it stays: naming it would move the span's entry in an index. */
export const STORE_READING_SQL = `UPDATE spans SET ${SET_READ} WHERE id = ?`;
export const STORE_READING_AND_SHAPE_SQL = `UPDATE spans SET ${SET_READ}, shape_id = ? WHERE id = ?`;

/**
 * The parameters of STORE_READING_SQL but for the id. `userCell` is empty for the trace's own user.
 */
export function readingParameters(
  reading: SpanReading,
  {
    payloadBytes,
    userCell,
    isNameless,
  }: {
    readonly payloadBytes: number;
    readonly userCell: string | null;
    readonly isNameless: boolean;
  },
): SqlValue[] {
  const span = {
    ...reading,
    payloadBytes,
    userId: userCell,
    name: isNameless ? reading.name : null,
    modelName: isNameless ? reading.modelName : null,
    modelProvider: isNameless ? reading.modelProvider : null,
  };
  return READ_COLUMNS.map((name) => SPAN_COLUMNS[name].value({ ...NO_SPAN, ...span }));
}

/** The columns of a row that are not read from bytes; rereading sets none of them. */
const NO_SPAN = {
  id: 0,
  traceNumber: 0,
  spanId: new Uint8Array(),
  parentSpanId: null,
  shapeId: 0,
  startTime: 0n,
  duration: 0,
} as const;

/** A trace's row as it was before its spans were read again. */
interface TraceBefore {
  readonly number: number;
  readonly projectId: number;
  readonly traceId: Uint8Array;
  readonly userId: string | null;
  readonly sessionNumber: bigint | null;
  readonly sessionId: string | null;
}

/** The spans of one trace that a transaction read, and the resulting changes of its totals. */
export class TraceReading {
  readonly before: TraceBefore;
  errors = 0;
  prompt = 0;
  completion = 0;
  costUsd = 0;
  isCostChanged = false;
  /** A cost is gone: whether any is left, only the rows tell. */
  isCostGone = false;
  hasChanged = false;
  /** Which of its spans repeat their parents may have changed. */
  mayRepeat = false;
  /** Spans whose user changed. */
  readonly users: {
    readonly id: number;
    readonly before: string | null;
    readonly after: string | null;
  }[] = [];
  /** The session of each reread span. */
  readonly sessions = new Map<number, string | null>();
  lowestId = Infinity;

  constructor(before: TraceBefore) {
    this.before = before;
  }

  noteSession(id: number, sessionId: string | null): void {
    this.sessions.set(id, sessionId);
    if (id < this.lowestId) this.lowestId = id;
  }

  note(stored: StoredReading, next: SpanReading): void {
    this.hasChanged = true;
    this.errors += Number(next.statusCode === 2) - Number(stored.statusCode === 2);
    const [was, is] = [counted(stored, stored.repeats), counted(next, stored.repeats)];
    this.prompt += is.prompt - was.prompt;
    this.completion += is.completion - was.completion;
    if (was.costUsd !== is.costUsd) this.isCostChanged = true;
    if (was.costUsd !== null && is.costUsd === null) this.isCostGone = true;
    this.costUsd += (is.costUsd ?? 0) - (was.costUsd ?? 0);
    if (!sameText(stored.userId, next.userId))
      this.users.push({ id: stored.id, before: stored.userId, after: next.userId });
  }

  /**
   * Whether it takes a closer look to know which session it has: a span names another one, or it
   * has one that no span that was read names.
   */
  get mayChangeSession(): boolean {
    return (
      this.sessions.size > 0 &&
      (this.namesAnotherSession || (this.before.sessionId !== null && !this.namesItsSession))
    );
  }

  /** Whether a span that was read names another session than the trace has. */
  get namesAnotherSession(): boolean {
    for (const sessionId of this.sessions.values())
      if (sessionId !== null && !sameText(sessionId, this.before.sessionId)) return true;
    return false;
  }

  get namesItsSession(): boolean {
    for (const sessionId of this.sessions.values())
      if (sessionId !== null && sameText(sessionId, this.before.sessionId)) return true;
    return false;
  }
}

/** The fields that decide whether a span repeats its parent. */
export function callFacts({ kind, modelName, tokens, costUsd }: SpanReading): CallFacts {
  return { kind, modelName, prompt: tokens.prompt, completion: tokens.completion, costUsd };
}

function counted(reading: SpanReading, repeats: Repeat): ReturnType<typeof countedUsage> {
  return countedUsage({ ...callFacts(reading), repeats });
}

/** What a span cost, as totals count it. */
export function countedCost(reading: SpanReading, repeats: Repeat): number {
  return counted(reading, repeats).costUsd ?? 0;
}
