import { afterEach, expect, it, vi } from 'vitest';
import { bodyOf } from './client.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('asks whether the server is there once a call waits for long, and not while calls are answered', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response('');
  });
  vi.useFakeTimers();
  await bodyOf(Promise.resolve({ data: 1, response: new Response('') }));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toEqual([]);
  void bodyOf(new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual(['/ready']);
});
