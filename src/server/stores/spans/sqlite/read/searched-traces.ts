import type Database from 'better-sqlite3';
import { WantedWords } from '../blocks/wanted-words.ts';
import { intersectionOf, NumberSet } from '../both/number-set.ts';
import type { BlockScan } from './block-scan.ts';

export const SEARCHED_SQL = {
  trace: 'SELECT trace_number FROM spans WHERE id = ?',
  session: 'SELECT session_number FROM traces WHERE id = ?',
} as const;

/** Finds traces and sessions by the words of their spans. */
export class SearchedTraces {
  readonly #scan: BlockScan;
  readonly #trace: Database.Statement<[number], number>;
  readonly #session: Database.Statement<[number], number | null>;

  constructor(db: Database.Database, scan: BlockScan) {
    this.#scan = scan;
    this.#trace = db.prepare<[number], number>(SEARCHED_SQL.trace).pluck(true);
    this.#session = db.prepare<[number], number | null>(SEARCHED_SQL.session).pluck(true);
  }

  /**
   * Traces of any project with a span for each list of words that holds all of it; null where there
   * is no list, or too many blocks may hold the words: then the list meets them soon.
   */
  traces(lists: readonly (readonly string[])[], step: () => void): NumberSet | null {
    return intersectionOf(
      lists.flatMap((words) => {
        const wanted = WantedWords.of({ words });
        const numbers = wanted === null ? null : this.#scan.numbersOf(wanted, step);
        return numbers === null ? [] : [setOf(numbers, (number) => this.#trace.get(number))];
      }),
    );
  }

  /** The same of sessions. */
  sessions(lists: readonly (readonly string[])[], step: () => void): NumberSet | null {
    return intersectionOf(
      lists.flatMap((words) => {
        const traces = this.traces([words], step);
        return traces === null ? [] : [setOf(traces, (number) => this.#session.get(number))];
      }),
    );
  }
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
