import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TokenAsk } from '#core/access/token-store.ts';
import { takeTokens } from '../access/token-buckets.queries.ts';
import { openTestMeta, type TestMeta } from '../open-test-meta.ts';

let meta: TestMeta;
beforeEach(() => {
  meta = openTestMeta();
});
afterEach(() => meta.connection.close());

const ask = (wanted: number, id = 'a'): TokenAsk => ({
  id,
  size: 100,
  perMs: 100 / 60_000,
  slowMs: 72_000,
  wanted,
});
/** Has the bucket stand still since then. */
const setBack = (ms: number) =>
  sql`UPDATE token_buckets SET at_ms = at_ms - ${ms}, slow_until_ms = slow_until_ms - ${ms}`.execute(
    meta.db,
  );

it('gives out what there is, whichever server asks, and takes some back', async () => {
  const first = await takeTokens(meta.db, [ask(10), ask(1, 'b')]);
  expect(first.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual([
    { id: 'a', taken: 10, remaining: 90, slowMs: 72_000 },
    { id: 'b', taken: 1, remaining: 99, slowMs: 72_000 },
  ]);
  const taken = await Promise.all(Array.from({ length: 30 }, () => takeTokens(meta.db, [ask(5)])));
  const total = taken.flat().reduce((sum, grant) => sum + grant.taken, 0);
  expect(total).toBeGreaterThanOrEqual(90);
  expect(total).toBeLessThan(92);
  const [back] = await takeTokens(meta.db, [ask(-3)]);
  expect(back).toMatchObject({ taken: -3 });
  expect(back?.remaining).toBeGreaterThanOrEqual(3);
  expect(await takeTokens(meta.db, [ask(-1_000)])).toMatchObject([{ remaining: 100 }]);
});

it('fills a bucket again, slowly after it was full', async () => {
  await takeTokens(meta.db, [ask(100)]);
  await setBack(60_000);
  expect(await takeTokens(meta.db, [ask(0)])).toMatchObject([{ remaining: expect.closeTo(25, 0) }]);
  await setBack(60_000);
  const [later] = await takeTokens(meta.db, [ask(100)]);
  expect(later?.taken).toBe(100);
  expect(later?.slowMs).toBe(72_000);
});
