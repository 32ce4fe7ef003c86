import type Database from 'better-sqlite3';
import type { NecessaryWords } from '#core/filter/predicate.ts';
import type { TraceQuery } from '#core/ports/span-store.ts';
import { WantedWords } from '../blocks/wanted-words.ts';
import { intersectionOf, NumberSet } from '../both/number-set.ts';
import type { BlockScan } from './block-scan.ts';
import { Heap } from './heap.ts';
import { conditionsOf } from './span-conditions.ts';
import type { SpanKey } from './span-keys.ts';
import { SEARCHED_SHAPES_SQL } from './span-search.ts';

/** Where a trace is in a list by start. */
export interface TraceStart {
  readonly id: number;
  readonly start: bigint;
}

export const SEARCHED_SQL = {
  trace: 'SELECT trace_number FROM spans WHERE id = ?',
  start:
    'SELECT t.id, t.start_time FROM spans s JOIN traces t ON t.id = s.trace_number WHERE s.id = ?',
  session: 'SELECT session_number FROM traces WHERE id = ?',
} as const;

/** Finds traces and sessions by the words of their spans. */
export class SearchedTraces {
  readonly #scan: BlockScan;
  readonly #trace: Database.Statement<[number], number>;
  readonly #session: Database.Statement<[number], number | null>;
  readonly #start: Database.Statement<[number], [id: bigint, start: bigint]>;
  readonly #shapes: Database.Statement<[string], number>;

  constructor(db: Database.Database, scan: BlockScan) {
    this.#scan = scan;
    this.#trace = db.prepare<[number], number>(SEARCHED_SQL.trace).pluck(true);
    this.#session = db.prepare<[number], number | null>(SEARCHED_SQL.session).pluck(true);
    this.#start = db
      .prepare<[number], [bigint, bigint]>(SEARCHED_SQL.start)
      .safeIntegers(true)
      .raw(true);
    this.#shapes = db.prepare<[string], number>(SEARCHED_SHAPES_SQL).pluck(true);
  }

  /**
   * Traces of any project with a span for each search that holds all its words; null where no index
   * tells, or too many blocks may hold the words: then the list meets them soon.
   */
  traces(searches: readonly NecessaryWords[], step: () => void): NumberSet | null {
    return intersectionOf(
      searches.flatMap((words) => {
        const wanted = WantedWords.of(words);
        const isTold = wanted !== null && wanted.tellsSpans;
        const numbers = isTold ? this.#scan.numbersOf(wanted, step) : null;
        return numbers === null ? [] : [setOf(numbers, (number) => this.#trace.get(number))];
      }),
    );
  }

  /**
   * Traces of a project with a span that holds all words of a search, newest first; null where
   * another way is as good.
   */
  newest(
    { projectId, window }: Pick<TraceQuery, 'projectId' | 'window'>,
    necessary: NecessaryWords,
    step: () => void,
  ): Generator<TraceStart> | null {
    const filter = { necessary, matches: () => true };
    const since = window?.startUnixNano;
    const c = conditionsOf({
      projectId,
      order: 'desc',
      limit: 1,
      filter,
      // Of a trace that starts before the end, spans may start behind it.
      ...(since === undefined ? {} : { window: { startUnixNano: since } }),
    });
    if (c.words?.tellsSpans !== true) return null;
    const shapes = new Set(this.#shapes.all(JSON.stringify([projectId])));
    const keys = this.#scan.newest({ ...c, shapes }, step);
    return keys === null ? null : this.#tracesOf(keys);
  }

  /** A trace starts with its first span: it has its turn when the spans have come to before it. */
  *#tracesOf(keys: Iterable<SpanKey>): Generator<TraceStart> {
    const seen = new NumberSet();
    const waiting = new Heap<TraceStart>((a, b) =>
      a.start === b.start ? a.id > b.id : a.start > b.start,
    );
    for (const key of keys) {
      while (waiting.first !== undefined && waiting.first.start > key.start) yield* popped(waiting);
      const [id, start] = this.#start.get(key.id) ?? [];
      if (id === undefined || start === undefined || seen.has(Number(id))) continue;
      seen.add(Number(id));
      waiting.push({ id: Number(id), start });
    }
    while (waiting.first !== undefined) yield* popped(waiting);
  }

  /** The same of sessions. */
  sessions(searches: readonly NecessaryWords[], step: () => void): NumberSet | null {
    return intersectionOf(
      searches.flatMap((words) => {
        const traces = this.traces([words], step);
        return traces === null ? [] : [setOf(traces, (number) => this.#session.get(number))];
      }),
    );
  }
}

function* popped<Item>(heap: Heap<Item>): Generator<Item> {
  const first = heap.pop();
  if (first !== undefined) yield first;
}

function setOf(
  numbers: Iterable<number>,
  map: (number: number) => number | null | undefined,
): NumberSet {
  const set = new NumberSet();
  for (const number of numbers) {
    const mapped = map(number);
    if (mapped !== null && mapped !== undefined) set.add(mapped);
  }
  return set;
}
