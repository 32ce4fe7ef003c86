import { afterEach, expect, it, vi } from 'vitest';
import { callKey, SharedCalls } from './shared-calls.ts';

afterEach(() => void vi.useRealTimers());

/** Starts that are recorded, and answered when `answer` is called. */
function starts(): {
  readonly start: (signal: AbortSignal, begun: () => void) => Promise<unknown>;
  readonly made: { signal: AbortSignal; begun: () => void; answer: (value: unknown) => void }[];
} {
  const made: { signal: AbortSignal; begun: () => void; answer: (value: unknown) => void }[] = [];
  return {
    made,
    start: (signal, begun) =>
      new Promise((resolve) => void made.push({ signal, begun, answer: resolve })),
  };
}

it('has callers share an answer that has not begun, and no other', async () => {
  const calls = new SharedCalls();
  const { start, made } = starts();
  const first = [calls.ask('a', undefined, start), calls.ask('a', undefined, start)];
  void calls.ask('b', undefined, start);
  expect(made).toHaveLength(2);
  made[0]?.begun();
  const later = calls.ask('a', undefined, start);
  expect(made).toHaveLength(3);
  made[0]?.answer(1);
  expect(await Promise.all(first)).toEqual([1, 1]);
  const joined = calls.ask('a', undefined, start);
  expect(made).toHaveLength(3);
  made[2]?.answer(2);
  expect(await Promise.all([later, joined])).toEqual([2, 2]);
});

it('leaves no one an answer that has little time left', async () => {
  vi.useFakeTimers({ toFake: ['hrtime'] });
  const calls = new SharedCalls();
  const { start, made } = starts();
  const first = calls.ask('a', undefined, start);
  vi.advanceTimersByTime(2_001);
  const second = calls.ask('a', undefined, start);
  expect(made).toHaveLength(2);
  made[0]?.begun();
  const third = calls.ask('a', undefined, start);
  expect(made).toHaveLength(2);
  made.forEach(({ answer }, at) => answer(at));
  expect(await Promise.all([first, second, third])).toEqual([0, 1, 1]);
});

it('shares nothing that begins at once', () => {
  const calls = new SharedCalls();
  let count = 0;
  const start = (_: AbortSignal, begun: () => void): Promise<unknown> => {
    count += 1;
    begun();
    return new Promise(() => undefined);
  };
  void calls.ask('a', undefined, start);
  void calls.ask('a', undefined, start);
  expect(count).toBe(2);
});

it('calls an answer off when the last caller has left', async () => {
  const calls = new SharedCalls();
  const { start, made } = starts();
  const [one, two] = [new AbortController(), new AbortController()];
  const answers = [calls.ask('a', one.signal, start), calls.ask('a', two.signal, start)];
  one.abort();
  await expect(answers[0]).rejects.toThrow('cancelled');
  expect(made[0]?.signal.aborted).toBe(false);
  two.abort();
  await expect(answers[1]).rejects.toThrow('cancelled');
  expect(made[0]?.signal.aborted).toBe(true);
});

it('tells callers of a failure, and begins anew', async () => {
  const calls = new SharedCalls();
  const fail = (): Promise<never> => Promise.reject(new Error('no reader'));
  await expect(calls.ask('a', undefined, fail)).rejects.toThrow('no reader');
  const answer = calls.ask('a', undefined, () => Promise.resolve(1));
  expect(await answer).toBe(1);
});

it('tells calls apart by query, parameters and projects', () => {
  const call = { query: 'a', params: { from: 1n }, limitedTo: null };
  const others = [
    { ...call, params: { from: 2n } },
    { ...call, limitedTo: [1] },
  ];
  expect(callKey({ ...call })).toBe(callKey(call));
  expect(new Set([call, ...others].map(callKey)).size).toBe(3);
});
