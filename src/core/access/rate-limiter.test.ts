import { describe, expect, it } from 'vitest';
import { PLAN_LIMITS, type PlanLimits } from '#contracts/access/plans.ts';
import { OTHERS } from './caller-table.ts';
import { RateLimiter, type LimitedCaller, type LimitKind } from './rate-limiter.ts';

const KEY: LimitedCaller = { id: 'key:1', isAddress: false };
const MINUTE_MS = 60_000;
const UNIX_START_MS = 1_790_000_000_000;

function simulated(limits: PlanLimits, callersMax?: number) {
  const clock = { ms: 5_000 };
  const limiter = new RateLimiter(
    limits,
    { monotonicMs: () => clock.ms, unixMs: () => UNIX_START_MS + clock.ms },
    callersMax,
  );
  /** A request that ends at once. */
  const ask = (caller: LimitedCaller, kind: LimitKind = 'api') => {
    const verdict = limiter.enter(caller, kind);
    if (verdict.refusal === null) limiter.leave(verdict.load, kind);
    return verdict;
  };
  return { clock, limiter, ask };
}

function admitted(perMinute: number, everyMs: number, minutes: number): number {
  const { clock, ask } = simulated({
    ingestPerMinute: perMinute,
    apiPerMinute: null,
    concurrent: null,
  });
  const endMs = clock.ms + minutes * MINUTE_MS;
  let count = 0;
  for (; clock.ms < endMs; clock.ms += everyMs) if (ask(KEY, 'ingest').refusal === null) count += 1;
  return count;
}

describe('over twenty minutes', () => {
  it.each([60, 100, 300, 1_000])('a greedy caller gets %i a minute, within 2 %%', (perMinute) => {
    for (const everyMs of [7, 50]) {
      const count = admitted(perMinute, Math.min(everyMs, MINUTE_MS / perMinute / 3), 20);
      expect(Math.abs(count - 20 * perMinute) / (20 * perMinute)).toBeLessThan(0.02);
    }
  });

  it.each([10, 60, 100, 1_000])(
    'a caller that asks steadily for just %i a minute is never refused',
    (perMinute) => {
      const everyMs = MINUTE_MS / perMinute;
      expect(admitted(perMinute, everyMs, 20)).toBe(Math.ceil((20 * MINUTE_MS) / everyMs - 1e-6));
    },
  );
});

it('lets a whole minute be used at once, then says how many seconds are needed, and means it', () => {
  const { clock, ask } = simulated(PLAN_LIMITS.free);
  for (let taken = 1; taken <= 60; taken += 1) {
    const { standing, refusal } = ask(KEY);
    expect(refusal).toBeNull();
    expect(standing).toMatchObject({ limit: 60, remaining: 60 - taken });
  }
  const { refusal, standing } = ask(KEY);
  expect(refusal).toEqual({ reason: 'rate', limit: 60, retryAfterS: 4 });
  expect(standing?.remaining).toBe(0);
  clock.ms += 4_000;
  expect(ask(KEY).refusal).toBeNull();
});

it('tells in Unix seconds when the whole limit is there again', () => {
  const { clock, ask } = simulated(PLAN_LIMITS.free);
  for (let taken = 0; taken < 60; taken += 1) ask(KEY);
  const resetAtUnixS = ask(KEY).standing?.resetAtUnixS ?? 0;
  expect(Number.isInteger(resetAtUnixS)).toBe(true);
  clock.ms = resetAtUnixS * 1000 - UNIX_START_MS;
  // The request that asks has taken one of them.
  expect(ask(KEY).standing?.remaining).toBe(59);
  const { clock: early, ask: askEarly } = simulated(PLAN_LIMITS.free);
  for (let taken = 0; taken < 60; taken += 1) askEarly(KEY);
  early.ms = resetAtUnixS * 1000 - UNIX_START_MS - 3_000;
  expect(askEarly(KEY).standing?.remaining).toBeLessThan(59);
});

it('never tells an exporter to wait longer than it has patience for', () => {
  const { ask } = simulated({ ingestPerMinute: 3, apiPerMinute: 3, concurrent: null });
  for (let taken = 0; taken < 3; taken += 1)
    for (const kind of ['ingest', 'api'] as const) ask(KEY, kind);
  expect(ask(KEY, 'ingest').refusal?.retryAfterS).toBe(5);
  expect(ask(KEY, 'api').refusal?.retryAfterS).toBeGreaterThan(60);
});

it('counts ingest and other calls apart, and each caller for itself', () => {
  const { ask } = simulated({ ingestPerMinute: 1, apiPerMinute: 1, concurrent: null });
  expect(ask(KEY, 'ingest').refusal).toBeNull();
  expect(ask(KEY, 'api').refusal).toBeNull();
  expect(ask(KEY, 'ingest').refusal).not.toBeNull();
  expect(ask({ id: 'key:2', isAddress: false }, 'ingest').refusal).toBeNull();
});

it('limits what is under way at a time, and live streams apart from it', () => {
  const { limiter } = simulated(PLAN_LIMITS.free);
  const running = Array.from({ length: 5 }, () => limiter.enter(KEY, 'ingest'));
  expect(running.every(({ refusal }) => refusal === null)).toBe(true);
  const sixth = limiter.enter(KEY, 'api');
  expect(sixth.refusal).toEqual({ reason: 'concurrency', limit: 5, retryAfterS: 1 });
  // A refusal costs nothing of the minute.
  expect(sixth.standing?.remaining).toBe(60);
  for (let open = 0; open < 5; open += 1) expect(limiter.enter(KEY, 'live').refusal).toBeNull();
  expect(limiter.enter(KEY, 'live').refusal?.reason).toBe('concurrency');
  const [one] = running;
  if (one !== undefined) limiter.leave(one.load, 'ingest');
  expect(limiter.enter(KEY, 'api').refusal).toBeNull();
});

it('does not starve many modest callers beside a greedy one', () => {
  const { clock, ask } = simulated(PLAN_LIMITS.free);
  let refusedModest = 0;
  let greedy = 0;
  for (let second = 0; second < 600; second += 1, clock.ms += 1_000) {
    for (let burst = 0; burst < 500; burst += 1)
      if (ask({ id: 'key:0', isAddress: false }, 'ingest').refusal === null) greedy += 1;
    for (let key = 1; key <= 200; key += 1)
      if (
        second % 6 === key % 6 &&
        ask({ id: `key:${key}`, isAddress: false }, 'ingest').refusal !== null
      )
        refusedModest += 1;
  }
  expect(refusedModest).toBe(0);
  expect(greedy).toBeLessThanOrEqual(1_020);
});

it('holds at most so many addresses, and restores no allowance for it', () => {
  const { clock, ask, limiter } = simulated(
    { ingestPerMinute: 2, apiPerMinute: null, concurrent: null },
    3,
  );
  const address = (number: number): LimitedCaller => ({ id: `address:${number}`, isAddress: true });
  for (let number = 1; number <= 3; number += 1) ask(address(number), 'ingest');
  // All new addresses share one allowance while none in the table has its own back.
  expect([4, 5, 6].map((number) => ask(address(number), 'ingest').refusal === null)).toEqual([
    true,
    true,
    false,
  ]);
  expect(limiter.busiest(10).map(({ id }) => id)).toContain(OTHERS);
  // A key is not among them.
  expect(ask(KEY, 'ingest').refusal).toBeNull();
  clock.ms += 5 * MINUTE_MS;
  expect(ask(address(7), 'ingest')).toMatchObject({ refusal: null, standing: { remaining: 1 } });
});

it('gives up idle addresses though one before them has a stream open', () => {
  const { clock, ask, limiter } = simulated(
    { ingestPerMinute: 2, apiPerMinute: 2, concurrent: null },
    3,
  );
  const address = (number: number): LimitedCaller => ({ id: `address:${number}`, isAddress: true });
  const streaming = limiter.enter(address(1), 'live');
  for (const number of [2, 3]) ask(address(number));
  clock.ms += 10 * MINUTE_MS;
  // Each caller has its own allowance.
  for (const number of [4, 5, 6])
    for (let count = 0; count < 2; count += 1) expect(ask(address(number)).refusal).toBeNull();
  limiter.leave(streaming.load, 'live');
});

it('names those who are nearest to a limit, refused ones first', () => {
  const { ask, limiter } = simulated({ ingestPerMinute: null, apiPerMinute: 10, concurrent: null });
  for (let count = 0; count < 4; count += 1) ask({ id: 'key:2', isAddress: false });
  for (let count = 0; count < 11; count += 1) ask(KEY);
  expect(limiter.busiest(5)).toMatchObject([
    { id: 'key:1', apiUsed: 10, share: 1, refusedLately: true },
    { id: 'key:2', apiUsed: 4, share: 0.4, refusedLately: false },
  ]);
});

it('limits nothing without limits', () => {
  const { limiter, ask } = simulated(PLAN_LIMITS.enterprise);
  expect(limiter.isActive).toBe(false);
  for (let count = 0; count < 10_000; count += 1)
    expect(ask(KEY, 'ingest')).toMatchObject({ refusal: null, standing: null });
});
