import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const checkSession = vi.hoisted(() => vi.fn<() => Promise<string>>());
vi.mock('./session-fetch.ts', () => ({ checkSession }));

let opened: EventTarget[] = [];
class Source extends EventTarget {
  constructor() {
    super();
    opened.push(this);
  }
  close(): void {}
}

let followLive: typeof import('./live-source.ts').followLive;
beforeEach(async () => {
  // Another test of this process may have loaded it with the true `checkSession`.
  vi.resetModules();
  ({ followLive } = await import('./live-source.ts'));
  opened = [];
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function follow(): () => void {
  return followLive('/live', {
    onState: () => undefined,
    onReady: () => undefined,
    onCommit: () => undefined,
  });
}

/** The stream breaks; how long it takes until the next one is opened, in milliseconds. */
async function pause(): Promise<number> {
  const count = opened.length;
  opened.at(-1)?.dispatchEvent(new Event('error'));
  for (let waited = 0; waited <= 60_000; waited += 100) {
    if (opened.length > count) return waited;
    await vi.advanceTimersByTimeAsync(100);
  }
  return Infinity;
}

it('asks a server that refuses the stream ever more rarely, until it has opened one', async () => {
  checkSession.mockResolvedValue('valid');
  const stop = follow();
  const pauses: number[] = [];
  for (let time = 0; time < 6; time += 1) pauses.push(await pause());
  expect(pauses).toEqual([3000, 6000, 12_000, 24_000, 30_000, 30_000]);
  opened.at(-1)?.dispatchEvent(new Event('open'));
  expect(await pause()).toBe(100);
  expect(await pause()).toBe(3000);
  stop();
});

it('asks a server that is away as often as before: it may be back at once', async () => {
  checkSession.mockRejectedValue(new TypeError('fetch failed'));
  const stop = follow();
  for (let time = 0; time < 5; time += 1) expect(await pause()).toBe(3000);
  stop();
});
