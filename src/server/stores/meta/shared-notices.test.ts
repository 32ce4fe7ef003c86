import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Notice } from './notice.ts';
import { SharedNotices } from './shared-notices.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const sent: string[] = [];
  const state = { isAway: false };
  const send = async ({ topic, items }: Notice): Promise<void> => {
    if (state.isAway) throw new Error('away');
    sent.push(`${topic} ${items}`);
  };
  return { sent, state, notices: new SharedNotices(send) };
}

it('sends the first at once and at most five a second of a topic, with the items merged', async () => {
  const { sent, notices } = open();
  notices.publish('commits', [1]);
  expect(sent).toEqual(['commits 1']);
  for (let at = 0; at < 1_000; at += 1) {
    notices.publish('commits', [at % 3, 7]);
    await vi.advanceTimersByTimeAsync(1);
  }
  notices.publish('jobs', ['now']);
  expect(sent).toEqual([
    'commits 1',
    ...Array.from({ length: 5 }, () => expect.stringMatching(/^commits( [0127]){4}$/)),
    'jobs now',
  ]);
});

it('keeps what could not be sent, and sends it later', async () => {
  const { sent, state, notices } = open();
  state.isAway = true;
  notices.publish('commits', [1]);
  await vi.advanceTimersByTimeAsync(3_000);
  notices.publish('commits', [2]);
  state.isAway = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual(['commits 1 2']);
});

it('says "all" in place of more items than a notice has room for, and keeps that too', async () => {
  const { sent, state, notices } = open();
  state.isAway = true;
  notices.publish(
    'commits',
    Array.from({ length: 2_000 }, (_, at) => at),
  );
  await vi.advanceTimersByTimeAsync(100);
  notices.publish('commits', [1]);
  state.isAway = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual(['commits *']);
});

it('sends what waits when it stops, and nothing after', async () => {
  const { sent, notices } = open();
  notices.publish('commits', [1]);
  notices.publish('commits', [2]);
  await notices.stop();
  notices.publish('commits', [3]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual(['commits 1', 'commits 2']);
});

it('hands items to those who listen to their topic', () => {
  const { notices } = open();
  const heard: unknown[] = [];
  const stop = notices.subscribe('commits', (items) => heard.push(items));
  notices.receive({ topic: 'commits', items: '1 2' });
  notices.receive({ topic: 'jobs', items: 'now' });
  notices.receive({ topic: 'commits', items: '*' });
  stop();
  notices.receive({ topic: 'commits', items: '3' });
  expect(heard).toEqual([['1', '2'], null]);
});
