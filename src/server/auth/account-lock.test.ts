import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { AccountLock, type TriedFrom } from './account-lock.ts';

const ADA = 'account ada@example.org';
const HOME: TriedFrom = { address: '192.0.2.1' };
const stranger = (number: number): TriedFrom => ({ address: `198.51.100.${number}` });
let meta: ReturnType<typeof openTestMeta>;
let lock: AccountLock;
let nowMs = 0;
beforeEach(() => {
  nowMs = 1_800_000_000_000;
  meta = openTestMeta();
  lock = new AccountLock({ db: meta.db, failuresMax: 5, now: () => nowMs });
});
afterEach(async () => {
  await meta.db.destroy();
  meta.connection.close();
});

/** Seconds to wait; null when the try may be made. */
async function wait(from: TriedFrom, account = ADA): Promise<number | null> {
  return await lock.begin(account, from).then(
    () => null,
    (error: unknown) => Number(/another (\d+) s/.exec(String(error))?.[1]),
  );
}
async function fail(from: TriedFrom, times: number): Promise<void> {
  for (let i = 0; i < times; i++) expect(await wait(from)).toBeNull();
}

it('locks an account for the address that failed, and for no other', async () => {
  await fail(stranger(1), 5);
  expect(await wait(stranger(1))).toBe(300);
  expect(await wait(stranger(2))).toBeNull();
  expect(await wait(HOME)).toBeNull();
  expect(await wait(stranger(1), 'account grace@example.org')).toBeNull();
  nowMs += 300_000;
  await fail(stranger(1), 5);
  expect(await wait(stranger(1))).toBe(300);
});

it('takes the addresses of one IPv6 network for one', async () => {
  for (let i = 1; i <= 5; i++) expect(await wait({ address: `2001:db8::${i}` })).toBeNull();
  expect(await wait({ address: '2001:db8::ffff' })).toBe(300);
});

it('slows strangers down together, and admits users who signed in from there before', async () => {
  expect(await wait(HOME)).toBeNull();
  await lock.open(ADA, HOME);
  for (let i = 1; i <= 10; i++) await fail(stranger(i), 5);
  expect(await wait(stranger(99))).toBe(30);
  expect(await wait(HOME)).toBeNull();
  expect(await wait({ session: 7 })).toBeNull();
  nowMs += 30_000;
  expect(await wait(stranger(98))).toBeNull();
  expect(await wait(stranger(99))).toBe(30);
  // After five quiet minutes it is as before; an address that signed in is known for months.
  nowMs += 300_000;
  await fail(stranger(99), 5);
  nowMs += 89 * 86_400_000;
  for (let i = 1; i <= 10; i++) await fail(stranger(i), 5);
  expect(await wait(HOME)).toBeNull();
  expect(await wait(stranger(99))).toBe(30);
});

it('opens for a new password, and for the right one from there', async () => {
  await fail(stranger(1), 5);
  await fail(HOME, 5);
  await lock.openEverywhere(ADA);
  await fail(stranger(1), 5);
  await fail(HOME, 4);
  await lock.open(ADA, HOME);
  await fail(HOME, 5);
  expect(await wait(HOME)).toBe(300);
  expect(await wait(stranger(1))).toBe(300);
});

it('keeps twenty places of an account, as hashes', async () => {
  for (let i = 1; i <= 25; i++) {
    nowMs += 1_000;
    await lock.open(ADA, stranger(i));
  }
  const rows = await meta.db.selectFrom('sign_in_places').selectAll().execute();
  expect(rows).toHaveLength(20);
  expect(Math.min(...rows.map((row) => row.last_at_ms))).toBe(nowMs - 19_000);
  expect(JSON.stringify(rows)).not.toContain('198.51');
});
