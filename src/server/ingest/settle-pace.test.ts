import { expect, it } from 'vitest';
import { createLog } from '#server/telemetry/log.ts';
import { monotonicMs } from '#server/threads/monotonic.ts';
import { SettlePace } from './settle-pace.ts';

function paceOfSteps(milliseconds: number): SettlePace {
  const step = async (): Promise<boolean> => {
    const until = monotonicMs() + milliseconds;
    while (monotonicMs() < until);
    return true;
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
