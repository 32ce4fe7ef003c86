import { expect, it } from 'vitest';
import { wholeMinutes } from './buckets.ts';

const MINUTE = 60_000_000_000n;
const INT64_MAX = 2n ** 63n - 1n;

it('takes the whole minutes at the ends of a window, up to the end of time', () => {
  expect(wholeMinutes({ startUnixNano: MINUTE + 1n, endUnixNano: 3n * MINUTE + 1n })).toEqual({
    startUnixNano: MINUTE,
    endUnixNano: 4n * MINUTE,
  });
  expect(wholeMinutes({ startUnixNano: 0n, endUnixNano: 2n * MINUTE }).endUnixNano).toBe(
    2n * MINUTE,
  );
  for (const endUnixNano of [INT64_MAX, INT64_MAX - 1n])
    expect(wholeMinutes({ startUnixNano: 0n, endUnixNano }).endUnixNano).toBe(INT64_MAX);
});
