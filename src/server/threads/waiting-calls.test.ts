import { expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { CallCosts, kindOfCall } from './call-costs.ts';
import type { ThreadClient } from './thread-client.ts';
import { WaitingCalls } from './waiting-calls.ts';

const THREAD = {} as ThreadClient; // as: calls here run without one
const DEADLINE = { deadlineMs: 60_000, signal: undefined };

/** Calls with these costs, added in this order; each tells its name when it starts. */
function waiting(costs: Readonly<Record<string, number>>): {
  readonly calls: WaitingCalls;
  readonly started: string[];
} {
  const calls = new WaitingCalls(10);
  const started: string[] = [];
  for (const [name, costMs] of Object.entries(costs))
    void calls.add({
      ...DEADLINE,
      costMs,
      run: () => {
        started.push(name);
        return Promise.resolve();
      },
    });
  return { calls, started };
}

it('gives a thread the short calls first, and in their order', () => {
  const { calls, started } = waiting({ count: 900, list: 5, other: 5, trace: 3 });
  while (calls.startNext(THREAD, Infinity));
  expect(started.at(-1)).toBe('count');
  expect(started.indexOf('list')).toBeLessThan(started.indexOf('other'));
  expect(calls.size).toBe(0);
});

it('does not let a long call wait for every short one that comes later', async () => {
  const { calls, started } = waiting({ count: 2 });
  const add = (): void =>
    void calls.add({ ...DEADLINE, costMs: 0.5, run: () => Promise.resolve(started.push('list')) });
  await expect
    .poll(() => {
      add();
      calls.startNext(THREAD, Infinity);
      return started.includes('count');
    })
    .toBe(true);
});

it('starts none that costs more than the thread is for', () => {
  const { calls, started } = waiting({ count: 900, sum: 50 });
  expect(calls.startNext(THREAD, 40)).toBe(false);
  expect(calls.startNext(THREAD, 60)).toBe(true);
  expect(started).toEqual(['sum']);
});

it('refuses what waits, and what is one too many', async () => {
  const calls = new WaitingCalls(1);
  const call = { ...DEADLINE, costMs: 1, run: () => Promise.resolve() };
  const first = calls.add(call);
  await expect(calls.add(call)).rejects.toThrow('1 calls are waiting');
  calls.refuseAll(new AppError('unavailable', 'stopping'));
  await expect(first).rejects.toThrow('stopping');
});

it('knows calls by what is set in their parameters, not by the values', () => {
  const newest = { project: 'shop', query: { limit: 50 } };
  const kind = (params: unknown): string => kindOfCall('spans.rows', params);
  const slowest = { project: 'shop', query: { limit: 50, sort: 'latency_ms' } };
  const of = (user: string): unknown => ({ project: 'shop', query: { limit: 50, user_id: user } });
  expect(kind(of('a'))).toBe(kind(of('b')));
  expect(kind(newest)).toBe(kind({ ...newest, cursor: undefined }));
  expect(new Set([newest, slowest, of('a'), { project: 'other' }].map(kind)).size).toBe(4);
  expect(kind({ project: 'shop', query: { limit: 1_000 } })).not.toBe(kind(newest));
  expect(kindOfCall('a', null)).not.toBe(kindOfCall('b', null));
});

it('expects what calls of a kind took lately, and takes a single slow one for an accident', () => {
  const costs = new CallCosts();
  costs.took('list', 10);
  costs.took('list', 200);
  expect(costs.expectedMs('list')).toBeLessThan(60);
  for (let i = 0; i < 30; i += 1) costs.took('list', 200);
  expect(costs.expectedMs('list')).toBeGreaterThan(150);
  for (let i = 0; i < 6; i += 1) costs.took('list', 10);
  expect(costs.expectedMs('list')).toBeLessThan(20);
  expect(costs.expectedMs('other')).toBeLessThan(40);
});
