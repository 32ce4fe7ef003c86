import { afterAll, beforeAll, describe } from 'vitest';
import { openClickHouseStore } from '#server/stores/spans/clickhouse/open-store.ts';
import { describeSpanStore } from '../conformance/span-store-suite.ts';
import { ClickHouseEngine, hasEngine } from './clickhouse-engine.ts';

/** Cases that the adapter can't satisfy, each with its reason: none. */
const SKIPS = {};

describe.skipIf(!hasEngine)('on the engine of ClickHouse', () => {
  let engine: ClickHouseEngine;
  beforeAll(async () => {
    engine = await ClickHouseEngine.start();
  });
  afterAll(() => engine.stop());

  describeSpanStore(
    'ClickHouse',
    async () => {
      const database = await engine.database();
      const attributesOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
      const store = await openClickHouseStore({
        url: engine.url,
        database: database.name,
        attributesOf,
      });
      return {
        ...store,
        close: async () => {
          await store.close();
          await database.drop();
        },
      };
    },
    SKIPS,
  );
});
