import { countedUsage, type CallFacts, type Repeat } from '#core/trace/repeated-call.ts';
import { sameText, type SpanReading, type StoredReading } from './span-reading.ts';

/** A trace's row as it was before its spans were read again. */
export interface TraceBefore {
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
  readonly users: { readonly id: number; readonly before: string | null; readonly after: string | null }[] = [];
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
    if (!sameText(stored.userId, next.userId)) this.users.push({ id: stored.id, before: stored.userId, after: next.userId });
  }

  /** Whether it takes a closer look to know which session it has: a span names another one, or it has one that no span that was read names. */
  get mayChangeSession(): boolean {
    return this.sessions.size > 0 && (this.namesAnotherSession || (this.before.sessionId !== null && !this.namesItsSession));
  }

  /** Whether a span that was read names another session than the trace has. */
  get namesAnotherSession(): boolean {
    for (const sessionId of this.sessions.values()) if (sessionId !== null && !sameText(sessionId, this.before.sessionId)) return true;
    return false;
  }

  get namesItsSession(): boolean {
    for (const sessionId of this.sessions.values()) if (sessionId !== null && sameText(sessionId, this.before.sessionId)) return true;
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
