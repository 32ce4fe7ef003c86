import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('does not ask for a patient count that is left within a moment, and asks for one that is waited for', async () => {
  const { growingOptions } = await import('./growing.ts');
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return await Promise.resolve(new Blob(['{"count":1}\n{"count":2}\n']).stream());
  };
  const options = growingOptions<{ count: number }, number>({
    key: ['count'],
    ask,
    data: ({ count }) => count,
    isWhole: () => false,
    enabled: true,
    isPatient: true,
  });
  const left = new QueryObserver(client, options).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(300);
  left();
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked).toBe(0);
  const stays = new QueryObserver(client, options).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(300);
  expect(asked).toBe(0);
  await vi.advanceTimersByTimeAsync(700);
  vi.useRealTimers();
  await expect.poll(() => client.getQueryData(['count'])).toBe(2);
  expect(asked).toBe(1);
  stays();
});
