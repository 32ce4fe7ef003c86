import { beforeEach, expect, it } from 'vitest';
import { AddressLimit } from './address-limit.ts';

let nowMs = 0;
let limit: AddressLimit;
beforeEach(() => {
  nowMs = 1_000;
  limit = new AddressLimit({ perSecond: 0.5, burst: 3, now: () => nowMs });
});

/** How many of so many tries at once were let through. */
async function passed(
  tries: number,
  address: (count: number) => string,
  what = 'sign-in',
): Promise<number> {
  const tried = Array.from({ length: tries }, (_, count) => limit.take(what, address(count)));
  return (await Promise.allSettled(tried)).filter(({ status }) => status === 'fulfilled').length;
}

it('lets a few tries through, says when the next one may come, and means it', async () => {
  expect(await passed(5, () => '192.0.2.7')).toBe(3);
  await expect(limit.take('sign-in', '192.0.2.7')).rejects.toThrow(
    'Too many attempts from your address; try again in 2 s.',
  );
  nowMs += 1_999;
  expect(await passed(1, () => '192.0.2.7')).toBe(0);
  nowMs += 1;
  expect(await passed(2, () => '192.0.2.7')).toBe(1);
});

it('counts addresses apart, and what they try', async () => {
  expect(await passed(6, (count) => `192.0.2.${count}`)).toBe(6);
  expect(await passed(6, () => '192.0.2.9', 'refresh')).toBe(3);
  expect(await passed(6, () => '192.0.2.9')).toBe(3);
});

it('takes all addresses of one IPv6 network for one', async () => {
  expect(await passed(20, (count) => `2001:db8:1:2::${count.toString(16)}`)).toBe(3);
  expect(await passed(1, () => '2001:db8:1:3::1')).toBe(1);
});

it('holds at most ten thousand addresses, and forgets the one that was quiet for longest', async () => {
  expect(await passed(3, () => '192.0.2.7')).toBe(3);
  await passed(10_000, (count) => `10.0.${count >> 8}.${count & 255}`);
  expect(await passed(4, () => '192.0.2.7')).toBe(3);
});
