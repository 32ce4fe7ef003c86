import { Purger } from '../purger.ts';
import type { TraceState } from '#server/stores/spans/sqlite/both/trace-state.ts';
import type { WriteParts } from '#server/stores/spans/sqlite/write/write-parts.ts';
import { sameText } from './span-reading.ts';
import type { TraceReading } from './trace-reading.ts';

/** The cost of a trace of up to so many spans is summed anew, so that it is what a new sum would be; that of a larger one is corrected. */
const SPANS_SUMMED_MAX = 1_000;

/** Makes traces and sessions true again after some of their spans read differently. The rows of these spans and their shapes are stored before. */
export class TraceChanges {
  readonly #parts: WriteParts;
  /** Sessions that traces left. */
  readonly #left = new Set<bigint>();

  constructor(parts: WriteParts) {
    this.#parts = parts;
  }

  /** `sessionId` is undefined where the trace keeps the one it has. */
  apply(trace: TraceReading, sessionId: string | null | undefined): void {
    const { number, traceId, sessionNumber } = trace.before;
    const state = this.#parts.traces.change(traceId);
    if (state?.number !== number) return;
    state.errorCount += trace.errors;
    state.promptTokens += trace.prompt;
    state.completionTokens += trace.completion;
    if (trace.mayRepeat) state.callKeys = state.calls = null;
    if (trace.mayRepeat && this.#parts.repeats.settle(number, state.projectId)) this.#sum(trace, state);
    else if (trace.isCostChanged) this.#sumCost(trace, state);
    if (trace.users.length > 0) this.#setUsers(trace, state);
    if (sessionId === undefined) return;
    state.sessionNumber =
      sessionId === null ? null : this.#parts.sessions.findOrCreate(sessionId, state.projectId, state.startTime, state.endTime);
    if (sessionId !== null) this.#parts.waiting.noteSession(sessionId);
    if (sessionNumber !== null) this.#left.add(sessionNumber);
  }

  /** Stores the traces; sessions shrink to the traces they have left, and those without any go. */
  finish(): void {
    this.#parts.traces.flush();
    if (this.#left.size === 0) return;
    const purger = new Purger(this.#parts);
    for (const session of this.#left) purger.tidySession(session);
    this.#parts.sessions.forget();
  }

  #sumCost(trace: TraceReading, state: TraceState): void {
    if (state.spanCount > SPANS_SUMMED_MAX && !trace.isCostGone) state.costUsd = (state.costUsd ?? 0) + trace.costUsd;
    else this.#sum(trace, state);
  }

  #sum(trace: TraceReading, state: TraceState): void {
    const sums = this.#parts.rereading.usageOfTrace.get(trace.before.number);
    state.promptTokens = sums?.prompt ?? 0;
    state.completionTokens = sums?.completion ?? 0;
    state.costUsd = sums?.cost_usd ?? null;
  }

  /** The trace's user is that of its first span that has one; the cells of that user's spans are empty, and the others are listed. */
  #setUsers(trace: TraceReading, state: TraceState): void {
    const { firstUser, nameUser, ownUser, dropOtherUsers, addOtherUsers } = this.#parts.rereading;
    const { number } = trace.before;
    const owner = state.userId;
    if (owner !== null && trace.users.every((user) => user.before === null && sameText(user.after, owner))) return;
    const first = firstUser.get(owner, number) ?? null;
    if (first !== owner) {
      if (owner !== null) nameUser.run(owner, number);
      state.userId = first;
    }
    if (first !== null) ownUser.run(number, first);
    dropOtherUsers.run(number);
    addOtherUsers.run(number);
  }
}
