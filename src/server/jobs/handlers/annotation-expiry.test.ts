import { expect, it } from 'vitest';
import { createLog } from '#server/telemetry/log.ts';
import { annotationExpiry } from './annotation-expiry.ts';

const NOW_MS = 1_700_000_000_000;
const never = new AbortController().signal;

/** A queue of so many, received a second apart, the newest now. */
function queueOf(count: number) {
  let waiting = Array.from({ length: count }, (_, age) => ({
    target: 'span' as const,
    targetId: `${age}`,
    name: 'x',
    receivedMs: NOW_MS - age * 1000,
  })).toReversed();
  return {
    get left() {
      return waiting.length;
    },
    expire: async (receivedBeforeUnixNano: bigint, limit: number) => {
      const gone = waiting
        .filter(({ receivedMs }) => BigInt(receivedMs) * 1_000_000n < receivedBeforeUnixNano)
        .slice(0, limit);
      waiting = waiting.filter((one) => !gone.includes(one));
      return gone;
    },
  };
}

it.each([
  ['nothing', 0, 60_000, 0],
  ['what is young', 60, 60_000, 60],
  ['what is old', 100, 60_000, 61],
  ['more than one step', 2_000, 60_000, 61],
  ['whole steps', 1_061, 60_000, 61],
])('gives up %s', async (_what, count, waitMs, left) => {
  const queue = queueOf(count);
  let reported = 0;
  const log = createLog('silent', 'test');
  const handler = annotationExpiry({
    expire: queue.expire,
    waitMs,
    now: () => NOW_MS,
    log,
    onExpired: (gone) => (reported += gone),
  });
  await handler({}, { signal: never });
  expect([queue.left, reported]).toEqual([left, count - left]);
  await handler({}, { signal: never });
  expect(queue.left).toBe(left);
});

it('stops between steps', async () => {
  const queue = queueOf(3_000);
  const aborter = new AbortController();
  const log = createLog('silent', 'test');
  await annotationExpiry({
    expire: queue.expire,
    waitMs: 0,
    now: () => NOW_MS,
    log,
    onExpired: () => aborter.abort(),
  })({}, { signal: aborter.signal });
  expect(queue.left).toBe(2_500);
});
