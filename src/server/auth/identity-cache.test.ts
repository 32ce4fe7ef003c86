import { beforeEach, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { IdentityCache } from './identity-cache.ts';

const HASH = Buffer.alloc(32, 1);
let nowMs: number;
let read: () => Promise<string>;
let cache: IdentityCache<string>;
beforeEach(() => {
  nowMs = 1_000_000;
  read = async () => 'ada';
  cache = new IdentityCache(
    () => read(),
    () => nowMs,
  );
});
const failWith = (code: 'unavailable' | 'internal'): void => {
  read = async () => Promise.reject(new AppError(code, 'no database'));
};

it('answers for a minute with what it knew while the database is unavailable, and no longer', async () => {
  expect(await cache.get(HASH)).toBe('ada');
  failWith('unavailable');
  nowMs += 59_000;
  expect(await cache.get(HASH)).toBe('ada');
  await expect(cache.get(Buffer.alloc(32, 2))).rejects.toThrow('no database');
  nowMs += 1_001;
  await expect(cache.get(HASH)).rejects.toThrow('no database');
});

it('notices within a second that the database is back', async () => {
  await cache.get(HASH);
  failWith('unavailable');
  nowMs += 10_000;
  await cache.get(HASH);
  read = async () => 'grace';
  nowMs += 501;
  expect(await cache.get(HASH)).toBe('grace');
});

it('keeps nothing after a change, nor after another error', async () => {
  await cache.get(HASH);
  failWith('unavailable');
  nowMs += 10_000;
  await cache.get(HASH);
  cache.clear();
  await expect(cache.get(HASH)).rejects.toThrow('no database');
  read = async () => 'ada';
  await cache.get(HASH);
  failWith('internal');
  nowMs += 2_000;
  await expect(cache.get(HASH)).rejects.toThrow('no database');
});
