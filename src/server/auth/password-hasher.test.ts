import { expect, it } from 'vitest';
import { PasswordHasher } from './password-hasher.ts';

/** More than run and wait at once. */
const CROWD = 45;

it('knows the password it hashed and no other, and none where none is stored', async () => {
  const hasher = new PasswordHasher();
  const stored = await hasher.hash('correct horse');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.verify('correct horse', stored)).toBe(true);
  expect(await hasher.verify('Correct horse', stored)).toBe(false);
  expect(await hasher.verify('correct horse', null)).toBe(false);
});

it('refuses those there is no room for, and none once there is', async () => {
  const hasher = new PasswordHasher();
  const hashes = Promise.allSettled(
    Array.from({ length: CROWD }, async () => hasher.hash('correct horse')),
  );
  await expect(hasher.verify('correct horse', null)).rejects.toMatchObject({ code: 'unavailable' });
  const ended = await hashes;
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(42);
  expect(await hasher.verify('correct horse', null)).toBe(false);
});
