import { expect, it } from 'vitest';
import { BulkPace } from './bulk-pace.ts';

/** Steps of bulk work on a simulated clock; `rests` are the waits before each step. */
function bench(isPressed: (nowMs: number) => boolean) {
  let now = 0;
  const pace = new BulkPace(
    () => isPressed(now),
    () => now,
    async (milliseconds) => {
      now += milliseconds;
    },
  );
  const rests: number[] = [];
  const step = async (worksMs: number): Promise<void> => {
    const asked = now;
    await pace.step(async () => {
      rests.push(now - asked);
      now += worksMs;
    });
  };
  return { rests, step, pass: (milliseconds: number) => (now += milliseconds) };
}

it('continues at once while ingest is not busy', async () => {
  const { rests, step } = bench(() => false);
  for (let at = 0; at < 3; at += 1) await step(100);
  expect(rests).toEqual([0, 0, 0]);
});

it('rests several times as long as it works while ingest is pressed, but never before the first step', async () => {
  const { rests, step } = bench(() => true);
  for (let at = 0; at < 4; at += 1) await step(50);
  expect(rests[0]).toBe(0);
  for (const rest of rests.slice(1)) expect(rest).toBeGreaterThanOrEqual(9 * 50);
});

it('always continues, and drops the remaining rest: no step waits for longer than two seconds', async () => {
  const { rests, step } = bench(() => true);
  for (let at = 0; at < 3; at += 1) await step(60_000);
  await step(1);
  await step(1);
  expect(rests).toEqual([0, 2_000, 2_000, 2_000, 20]);
});

it('stops resting when the pressure ends', async () => {
  const { rests, step } = bench((now) => now < 160);
  await step(100);
  await step(100);
  expect(rests).toEqual([0, 60]);
});

it('counts the time that has passed since the last step as rest', async () => {
  const { rests, step, pass } = bench(() => true);
  await step(100);
  pass(5_000);
  await step(100);
  expect(rests).toEqual([0, 0]);
});

it('gives two at a time no more than one', async () => {
  let now = 0;
  const waiting: { readonly at: number; readonly resume: () => void }[] = [];
  const pace = new BulkPace(
    () => true,
    () => now,
    (milliseconds) =>
      new Promise<void>((resolve) => waiting.push({ at: now + milliseconds, resume: resolve })),
  );
  let steps = 0;
  const run = async (): Promise<void> => {
    for (;;) {
      await pace.step(async () => {
        steps += 1;
        await new Promise<void>((resolve) => waiting.push({ at: now + 20, resume: resolve }));
      });
    }
  };
  void run();
  void run();
  while (now < 10_000) {
    await new Promise((resolve) => setImmediate(resolve));
    waiting.sort((a, b) => a.at - b.at);
    const next = waiting.shift();
    now = next?.at ?? Number.POSITIVE_INFINITY;
    next?.resume();
  }
  expect(steps * 20).toBeLessThan(10_000 / 8);
  expect(steps).toBeGreaterThan(20);
});
