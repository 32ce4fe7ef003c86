import { expect, it } from 'vitest';
import type { Settled } from '#core/ports/upkeep.ts';
import { createLog } from '#server/telemetry/log.ts';
import { monotonicMs } from '#server/threads/monotonic.ts';
import { SettlePace } from './settle-pace.ts';

function paceOfSteps(milliseconds: number): SettlePace {
  const step = async (): Promise<Settled> => {
    const until = monotonicMs() + milliseconds;
    while (monotonicMs() < until);
    return 'more';
  };
  return new SettlePace(step, createLog('error', 'test'));
}

it('leaves nearly all of the time to requests while they come', async () => {
  const pace = paceOfSteps(10);
  await pace.underLoad();
  expect(pace.quietMs).toBeGreaterThan(400);
});

it('continues in time though a step took long, as on a slow disk', async () => {
  const pace = paceOfSteps(200);
  await pace.underLoad();
  expect(pace.quietMs).toBeLessThanOrEqual(2_000);
});

/**
 * Continuous load on a simulated clock: the share of each second spent in steps of 10 ms, for a
 * given backlog.
 */
async function sharesUnderLoad(seconds: number, steps: number): Promise<readonly number[]> {
  let now = 0;
  let left = steps;
  const shares: number[] = Array.from({ length: seconds }, () => 0);
  const step = async (): Promise<Settled> => {
    if (left === 0) return 'done';
    left -= 1;
    shares[Math.floor(now / 1_000)] = (shares[Math.floor(now / 1_000)] ?? 0) + 0.01;
    now += 10;
    return 'more';
  };
  const pace = new SettlePace(step, createLog('error', 'test'), () => now);
  while (now < seconds * 1_000 - 20) {
    await pace.underLoad();
    now += 10;
  }
  return shares;
}

it('takes more of the time once deleted spans have waited for long, so that a large project is gone within a minute', async () => {
  const shares = await sharesUnderLoad(60, 10_000);
  expect(Math.max(...shares.slice(0, 9))).toBeLessThan(0.05);
  expect(Math.min(...shares.slice(15))).toBeGreaterThan(0.2);
  expect(Math.max(...shares)).toBeLessThan(0.34);
});

it('is modest again when the next spans are deleted', async () => {
  const shares = await sharesUnderLoad(30, 100);
  expect(shares.slice(-5)).toEqual([0, 0, 0, 0, 0]);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
});

it('does only what deletes left to do while requests come, and all once they do not', async () => {
  const asked: string[] = [];
  const step = async (what: string): Promise<Settled> => {
    asked.push(what);
    return 'done';
  };
  const pace = new SettlePace(step, createLog('error', 'test'));
  await pace.underLoad();
  expect(asked).toEqual(['deletes']);
  expect(pace.quietMs).toBeLessThan(400);
  await pace.idle();
  expect(asked).toEqual(['deletes', 'all']);
  expect(pace.quietMs).toBeGreaterThan(400);
});

it('packs old blocks in a tenth of the time while spans take most of it, and at once when they end', async () => {
  let now = 0;
  const asked: string[] = [];
  const step = async (what: string): Promise<Settled> => {
    asked.push(what);
    return 'more';
  };
  const pace = new SettlePace(step, createLog('error', 'test'), () => now);
  for (; now < 60_000; now += 100) await pace.idle(true);
  expect(asked.slice(0, 80)).not.toContain('all');
  expect(asked.filter((what) => what === 'all')).toHaveLength(60);
  now = 61_000;
  await pace.idle(false);
  expect(asked.at(-1)).toBe('all');
  await pace.idle(true);
  expect(asked.at(-1)).toBe('deletes');
});
