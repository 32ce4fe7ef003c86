import type {
  RereadCounts,
  RereadScope,
  RereadSpan,
  RereadStep,
  SpanRereader,
} from '#core/ports/span-rereader.ts';
import { READING_VERSION } from '#core/semconv/reading-version.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import { RowWriter } from '../client/row-writer.ts';
import { Conditions } from '../client/statement.ts';
import { asNano, asNumber } from '../schema/stored-span.ts';
import { wholeSpans } from '../write/span-table.ts';
import type { WriteContext } from '../write/write-context.ts';
import { reread } from './rereading.ts';

const STEP_SPANS = 2_000;

/** Reads stored spans again. */
export class ClickHouseSpanRereader implements SpanRereader {
  readonly #context: WriteContext;

  constructor(context: WriteContext) {
    this.#context = context;
  }

  async countSpans(scope: RereadScope): Promise<number> {
    const conditions = new Conditions().oneOf('project', scope.projectIds, 'UInt32');
    const [cells] = await this.#context.db.rows(
      `SELECT count() AS spans FROM spans FINAL WHERE ${conditions.where}`,
      conditions.params,
    );
    return cells === undefined ? 0 : asNumber(cells, 'spans');
  }

  step(scope: RereadScope, from: number | null): Promise<RereadStep> {
    return this.#context.serial.run(async () => {
      const conditions = new Conditions().oneOf('project', scope.projectIds, 'UInt32');
      if (from !== null) conditions.add(`number <= ${conditions.bind(from, 'UInt64')}`);
      const sql = `SELECT number, start FROM spans FINAL WHERE ${conditions.where} ORDER BY number DESC LIMIT ${STEP_SPANS + 1}`;
      const passed = (await this.#context.db.rows(sql, conditions.params)).map((cells) => ({
        number: asNumber(cells, 'number'),
        start: asNano(cells, 'start'),
      }));
      const { startUnixNano, endUnixNano } = scope.window ?? {};
      const wanted = passed
        .slice(0, STEP_SPANS)
        .filter(
          ({ start }) =>
            (startUnixNano === undefined || start >= startUnixNano) &&
            (endUnixNano === undefined || start < endUnixNano),
        );
      const numbers = wanted.map(({ number }) => number);
      const counts = await this.#context.spans.run(async () =>
        reread(this.#context, await wholeSpans(this.#context.db, numbers), scope),
      );
      return {
        ...counts,
        passed: Math.min(passed.length, STEP_SPANS),
        next: passed[STEP_SPANS]?.number ?? null,
      };
    });
  }

  async readingVersion(): Promise<number> {
    return (await readingMark(this.#context.db)) ?? READING_VERSION;
  }

  noteReading(version: number): Promise<void> {
    return noteReading(this.#context.db, version);
  }

  rereadSpans(spans: readonly RereadSpan[]): Promise<RereadCounts> {
    return this.#context.serial.run(async () => {
      const bytes = new Map(spans.map((span) => [span.id, span.bytes]));
      return this.#context.spans.run(async () =>
        reread(
          this.#context,
          await wholeSpans(this.#context.db, [...bytes.keys()]),
          { what: 'all', isTrial: false },
          (span) => bytes.get(span.number) ?? span.bytes,
        ),
      );
    });
  }
}

/** By which reading all spans were stored or read again; null in a store that is new. */
export async function readingMark(db: ClickHouse): Promise<number | null> {
  const [cells] = await db.rows("SELECT value FROM marks FINAL WHERE name = 'reading'");
  return cells === undefined ? null : asNumber(cells, 'value');
}

export async function noteReading(db: ClickHouse, version: number): Promise<void> {
  const writer = new RowWriter();
  writer.text('reading');
  writer.uint64(Date.now());
  writer.uint64(version);
  await db.insert('marks', ['name', 'version', 'value'], writer.finish());
}
