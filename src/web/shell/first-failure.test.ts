import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { showFirstFailures } from './first-failure.ts';

const HOUR_MS = 3_600_000;

/** A query that fails while `answer` is null. */
function watch(answer: () => string | null, delayMs: number) {
  let tries = 0;
  const client = new QueryClient({
    defaultOptions: { queries: { retry: 2, retryDelay: delayMs } },
  });
  showFirstFailures(client.getQueryCache(), () => delayMs);
  const observer = new QueryObserver(client, {
    queryKey: ['projects'],
    queryFn: () => {
      tries += 1;
      const text = answer();
      return text === null ? Promise.reject(new Error('The disk failed')) : Promise.resolve(text);
    },
  });
  const seen: string[] = [];
  // As in React: several changes at once lead to one read of the final state.
  const look = (): void => {
    const { status } = observer.getCurrentResult();
    if (status !== seen.at(-1)) seen.push(status);
  };
  const stop = observer.subscribe(notifyManager.batchCalls(look));
  return { client, observer, seen, tries: () => tries, end: () => [stop(), client.clear()] };
}

it('says what failed after the first try', async () => {
  const watched = watch(() => null, HOUR_MS);
  await expect
    .poll(() => watched.observer.getCurrentResult().error?.message)
    .toBe('The disk failed');
  expect(watched.tries()).toBe(1);
  expect(watched.observer.getCurrentResult()).toMatchObject({ isError: true, isPending: false });
  watched.end();
});

it('tries at once when asked to, without waiting for its own next try', async () => {
  let text: string | null = null;
  const watched = watch(() => text, HOUR_MS);
  await expect.poll(() => watched.observer.getCurrentResult().isError).toBe(true);
  text = 'here';
  await watched.observer.refetch();
  expect(watched.observer.getCurrentResult()).toMatchObject({
    data: 'here',
    error: null,
    isError: false,
  });
  watched.end();
});

it('retries automatically behind the message, twice, and then keeps the message', async () => {
  const watched = watch(() => null, 1);
  await expect.poll(() => watched.tries()).toBe(3);
  await expect.poll(() => watched.observer.getCurrentResult().fetchStatus).toBe('idle');
  expect(watched.seen).toEqual(['error']);
  watched.end();
});

it('takes the message back when an answer comes', async () => {
  let text: string | null = null;
  const watched = watch(() => text, 1);
  await expect.poll(() => watched.observer.getCurrentResult().isError).toBe(true);
  text = 'here';
  await expect.poll(() => watched.observer.getCurrentResult().data).toBe('here');
  expect(watched.seen).toEqual(['error', 'success']);
  watched.end();
});

it('keeps what was read before, without a word, while the next try may still succeed', async () => {
  let text: string | null = 'here';
  const watched = watch(() => text, HOUR_MS);
  await expect.poll(() => watched.observer.getCurrentResult().data).toBe('here');
  text = null;
  void watched.client.refetchQueries({ queryKey: ['projects'] });
  await expect.poll(() => watched.observer.getCurrentResult().failureCount).toBe(1);
  expect(watched.observer.getCurrentResult()).toMatchObject({
    data: 'here',
    error: null,
    isError: false,
  });
  watched.end();
});
