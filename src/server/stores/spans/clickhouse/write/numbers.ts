import type { ClickHouse } from '../client/clickhouse.ts';
import { RowWriter } from '../client/row-writer.ts';
import { asNumber, asText } from '../schema/stored-span.ts';

export type NumberedKind =
  | 'span'
  | 'trace'
  | 'session'
  | 'project'
  | 'annotation'
  | 'waiting'
  | 'event';

/** Gives row numbers: rising, and never twice. Several servers on one database share one source. */
export interface NumberSource {
  /** The first of so many numbers that follow each other. */
  take(kind: NumberedKind, count: number): Promise<number>;
}

/** How many numbers are noted as taken at once: what is left of them is lost with a restart. */
const STEP = 100_000;

/**
 * Numbers for a server that is alone on its database: it notes in a table how far it may count,
 * before it counts so far.
 */
export class TableNumbers implements NumberSource {
  readonly #db: ClickHouse;
  readonly #next = new Map<string, number>();
  readonly #takenUpTo = new Map<string, number>();

  private constructor(db: ClickHouse) {
    this.#db = db;
  }

  static async open(db: ClickHouse): Promise<TableNumbers> {
    const numbers = new TableNumbers(db);
    for (const cells of await db.rows(
      'SELECT kind, max(taken_up_to) AS taken FROM numbers GROUP BY kind',
    )) {
      const kind = asText(cells, 'kind');
      numbers.#takenUpTo.set(kind, asNumber(cells, 'taken'));
      numbers.#next.set(kind, asNumber(cells, 'taken') + 1);
    }
    return numbers;
  }

  async take(kind: NumberedKind, count: number): Promise<number> {
    const first = this.#next.get(kind) ?? 1;
    this.#next.set(kind, first + count);
    const last = first + count - 1;
    if (last > (this.#takenUpTo.get(kind) ?? 0)) await this.#note(kind, last + STEP);
    return first;
  }

  async #note(kind: string, upTo: number): Promise<void> {
    const writer = new RowWriter();
    writer.text(kind);
    writer.uint64(upTo);
    await this.#db.insert('numbers', ['kind', 'taken_up_to'], writer.finish());
    this.#takenUpTo.set(kind, upTo);
  }
}
