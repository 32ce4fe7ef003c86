import type Database from 'better-sqlite3';
import type { ReadStoredSpans } from '#core/otlp/read-stored-spans.ts';
import { PayloadReader } from '#server/stores/spans/sqlite/blocks/payload-reader.ts';
import { sameText } from './span-reading.ts';
import type { TraceReading } from './trace-reading.ts';

/** Of a trace in which nothing names a session, no more is read. */
const SPANS_SEARCHED_MAX = 2_000;

/** Finds the session that a trace has when its spans are read again: the first one named, in the order in which they were stored. */
export class FirstSessions {
  readonly #read: ReadStoredSpans;
  readonly #ids: Database.Statement<[number, number], number>;
  readonly #earlier: Database.Statement<[number, number], number>;
  readonly #payloads: PayloadReader;

  constructor(db: Database.Database, read: ReadStoredSpans) {
    this.#read = read;
    this.#ids = db.prepare<[number, number], number>('SELECT id FROM spans WHERE trace_number = ? ORDER BY id LIMIT ?').pluck(true);
    this.#earlier = db.prepare<[number, number], number>('SELECT 1 FROM spans WHERE trace_number = ? AND id < ? LIMIT 1').pluck(true);
    this.#payloads = new PayloadReader(db);
  }

  /**
   * Undefined when the trace keeps its session. Usually the reread spans show that: they name the same session, or none. A search is needed
   * when a span names another session, or when the trace's first spans name none now, but may have before.
   */
  of(trace: TraceReading): string | null | undefined {
    const { number, sessionId } = trace.before;
    const mayBeLost = sessionId !== null && !trace.namesItsSession && this.#earlier.get(number, trace.lowestId) === undefined;
    if (!trace.namesAnotherSession && !mayBeLost) return undefined;
    const found = this.#search(trace);
    return found === undefined || sameText(found, sessionId) ? undefined : found;
  }

  /** Undefined when the search was stopped early. */
  #search(trace: TraceReading): string | null | undefined {
    const { number, sessionId } = trace.before;
    const ids = this.#ids.all(number, SPANS_SEARCHED_MAX);
    for (const id of ids) {
      const found = trace.sessions.has(id) ? trace.sessions.get(id) : this.#sessionOf(id);
      if (found !== null && found !== undefined) return found;
    }
    if (ids.length < SPANS_SEARCHED_MAX) return null;
    return sessionId === null ? firstNamed(trace) : undefined;
  }

  #sessionOf(id: number): string | null {
    const entry = this.#payloads.entry(id);
    return entry === null ? null : (this.#read(entry.bytes)(0, entry.bytes.length)?.sessionId ?? null);
  }
}

function firstNamed({ sessions }: TraceReading): string | null {
  const named = [...sessions].filter(([, sessionId]) => sessionId !== null).sort(([a], [b]) => a - b);
  return named[0]?.[1] ?? null;
}
