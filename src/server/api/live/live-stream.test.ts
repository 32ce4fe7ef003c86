import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CommitBroadcast } from '#server/ingest/wire/commit-broadcast.ts';
import { LiveStream } from './live-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** All that the stream has for its reader; a single `read()` is one piece of it since Node 26. */
function unread({ body }: LiveStream): string {
  let text = '';
  for (let piece: unknown = body.read(); piece !== null; piece = body.read()) text += String(piece);
  return text;
}

it('sends what another server stored in its projects, and what it may have', () => {
  const commits = new CommitBroadcast();
  const streams = [[1, 2], [3], null].map((ids) => new LiveStream(commits, ids, false));
  const events = () => {
    vi.advanceTimersByTime(1_000);
    return streams.map((stream) => /"stored":\d+/.exec(unread(stream))?.[0] ?? '');
  };
  commits.heard([1, 4]);
  expect(events()).toEqual(['"stored":1', '', '"stored":2']);
  commits.heard(null);
  expect(events()).toEqual(['"stored":1', '"stored":1', '"stored":1']);
  for (const stream of streams) stream.stop();
});

it('sends the first commit after a pause immediately, and the next ones merged', () => {
  const commits = new CommitBroadcast();
  const stream = new LiveStream(commits, [1], true);
  const events = (): readonly string[] => unread(stream).match(/"stored":\d+/g) ?? [];
  const store = (stored: number): void => commits.publish({ projectIds: [1], stored });
  store(2);
  vi.advanceTimersByTime(30);
  expect(events()).toEqual(['"stored":2']);
  for (let commit = 0; commit < 5; commit += 1) store(3);
  vi.advanceTimersByTime(100);
  expect(events()).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(events()).toEqual(['"stored":15']);
  vi.advanceTimersByTime(5_000);
  store(1);
  vi.advanceTimersByTime(30);
  expect(events()).toEqual(['"stored":1']);
  stream.stop();
});
