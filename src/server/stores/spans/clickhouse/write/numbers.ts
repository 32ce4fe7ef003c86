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
  /**
   * Settles which numbers new names have, of those that were taken for them: where servers meet the
   * same name within a minute, the first one's number is that of all.
   */
  claim(
    kind: NamedKind,
    names: readonly string[],
    numbers: readonly number[],
  ): Promise<readonly number[]>;
  /** The names of this number are free again. */
  release(kind: NamedKind, number: number): Promise<void>;
}

/** Opens a source of numbers for a database. */
export type NumbersOver = (db: ClickHouse) => Promise<NumberSource>;

/** What has one number for each name. */
export type NamedKind = 'project' | 'session';

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

  static readonly open: NumbersOver = async (db) => {
    const numbers = new TableNumbers(db);
    for (const cells of await db.rows(
      'SELECT kind, max(taken_up_to) AS taken FROM numbers GROUP BY kind',
    )) {
      const kind = asText(cells, 'kind');
      numbers.#takenUpTo.set(kind, asNumber(cells, 'taken'));
      numbers.#next.set(kind, asNumber(cells, 'taken') + 1);
    }
    return numbers;
  };

  async take(kind: NumberedKind, count: number): Promise<number> {
    const first = this.#next.get(kind) ?? 1;
    this.#next.set(kind, first + count);
    const last = first + count - 1;
    if (last > (this.#takenUpTo.get(kind) ?? 0)) await this.#note(kind, last + STEP);
    return first;
  }

  claim(
    _: NamedKind,
    __: readonly string[],
    numbers: readonly number[],
  ): Promise<readonly number[]> {
    return Promise.resolve(numbers);
  }

  release(): Promise<void> {
    return Promise.resolve();
  }

  async #note(kind: string, upTo: number): Promise<void> {
    const writer = new RowWriter();
    writer.text(kind);
    writer.uint64(upTo);
    await this.#db.insert('numbers', ['kind', 'taken_up_to'], writer.finish());
    this.#takenUpTo.set(kind, upTo);
  }
}

/** The greatest numbers that the tables hold: a new source of numbers begins after them. */
export async function numbersInUse(db: ClickHouse): Promise<ReadonlyMap<NumberedKind, number>> {
  const found = new Map<NumberedKind, number>();
  for (const [kind, sql] of Object.entries(GREATEST)) {
    const [cells] = await db.rows(sql);
    // as: a key of GREATEST.
    found.set(kind as NumberedKind, cells === undefined ? 0 : asNumber(cells, 'greatest'));
  }
  return found;
}

const GREATEST: Readonly<Record<NumberedKind, string>> = {
  span: 'SELECT number AS greatest FROM spans_by_number ORDER BY number DESC LIMIT 1',
  trace: 'SELECT max(number) AS greatest FROM traces_by_id',
  session: 'SELECT max(number) AS greatest FROM sessions',
  project: 'SELECT toUInt64(max(id)) AS greatest FROM projects',
  annotation: 'SELECT max(id) AS greatest FROM annotations',
  waiting: 'SELECT max(id) AS greatest FROM waiting_annotations',
  event: 'SELECT max(event_number) AS greatest FROM waiting_events',
};
