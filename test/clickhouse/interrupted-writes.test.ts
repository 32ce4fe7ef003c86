import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openClickHouseStore } from '#server/stores/spans/clickhouse/open-store.ts';
import { traceIdOf } from '../conformance/span-maker.ts';
import { allSpans, write, type StoreUnderTest } from '../conformance/store-under-test.ts';
import { ClickHouseEngine, hasEngine } from './clickhouse-engine.ts';

/** Opens a store over the database under test; `onStatement` may throw, as a server that ends. */
async function open(
  engine: ClickHouseEngine,
  database: string,
  onStatement?: (sql: string) => void,
): Promise<StoreUnderTest> {
  return openClickHouseStore({
    url: engine.url,
    database,
    attributesOf: () => ({}),
    ...(onStatement === undefined ? {} : { onStatement }),
  });
}

describe.skipIf(!hasEngine)('writes that are interrupted', () => {
  let engine: ClickHouseEngine;
  let database: string;
  beforeAll(async () => {
    engine = await ClickHouseEngine.start();
  });
  beforeEach(async () => {
    const made = await engine.database();
    database = made.name;
    return made.drop;
  });
  afterAll(() => engine.stop());

  it('hide no trace of which some spans are deleted', async () => {
    for (const last of [1, 2, 3]) {
      let left = Infinity;
      const store = await open(engine, database, (sql) => {
        if (!/^(INSERT INTO|DELETE FROM) traces_by_id/.test(sql)) return;
        left -= 1;
        if (left <= 0) throw new Error('ended');
      });
      const spans = [1, 2, 3].map((span) => ({
        trace: last,
        span: last * 10 + span,
        startMs: span * 10_000_000,
        session: 's',
      }));
      await write(store, spans);
      const first = (await allSpans(store)).filter(({ traceId }) => traceId === traceIdOf(last));
      left = last;
      const isDone = await store.eraser.deleteSpans([first.at(-1)?.id ?? 0]).then(
        () => true,
        (error: unknown) => !String(error).includes('ended'),
      );
      expect(isDone).toBe(last === 3);
      await store.close();
      const after = await open(engine, database);
      const [trace] = await after.reader.findTraces([{ traceId: traceIdOf(last) }]);
      expect(trace?.spanCount, `ended at statement ${last}`).toBe(2);
      expect(trace?.startTimeUnixNano).toBe(first.at(-2)?.startTimeUnixNano);
      await after.close();
    }
  });
});
