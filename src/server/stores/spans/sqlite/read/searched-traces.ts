import type Database from 'better-sqlite3';
import type { NecessaryWords } from '#core/filter/predicate.ts';
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
