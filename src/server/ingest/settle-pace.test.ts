import { expect, it } from 'vitest';
import type { Settled } from '#core/ports/span-store.ts';
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

it('goes on in time though a step took long, as on a slow disk', async () => {
  const pace = paceOfSteps(200);
  await pace.underLoad();
  expect(pace.quietMs).toBeLessThanOrEqual(2_000);
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
