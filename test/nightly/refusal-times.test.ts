import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { AccountLock } from '#server/auth/account-lock.ts';
import { Authenticator } from '#server/auth/authenticator.ts';
import { hashSecret, isKeySpelledRight, KEY_PREFIXES, makeKey } from '#server/auth/key-format.ts';
import { PasswordHasher } from '#server/auth/password-hasher.ts';
import { PasswordSignIn } from '#server/auth/password-sign-in.ts';
import { insertUser } from '#server/stores/meta/access/users.queries.ts';
import { openSqliteTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { times } from './nightly-length.ts';
import { timeDifferences, type TimeDifference } from './welch.ts';

/**
 * Checks 50 and 62: how long a refusal takes does not reveal why. All in this thread, where
 * differences are largest beside the rest.
 */
const directory = mkdtempSync(path.join(tmpdir(), 'telltale-times-'));
const meta = openSqliteTestMeta(path.join(directory, 'meta.db'));
afterAll(async () => {
  await meta.db.destroy();
  meta.connection.close();
  rmSync(directory, { recursive: true, force: true });
});

const KEYS = times(100_000);
const stored = { active: [] as string[], revoked: [] as string[], expired: [] as string[] };
/** Unknown keys, and such as begin like a good one. */
const strange = { random: [] as string[], again: [] as string[], like: [] as string[] };
beforeAll(async () => {
  const ends = { active: [null, null], revoked: [null, 1], expired: [1, null] } as const;
  // In turns, so that those of one kind lie in memory as those of another do: what is in a nearer
  // cache is hashed sooner.
  for (let at = 0; at < KEYS; at++) {
    for (const texts of [
      stored.active,
      strange.random,
      stored.revoked,
      strange.again,
      stored.expired,
    ])
      texts.push(wholeKey());
    strange.like.push(whole(near(stored.active[at] ?? '')));
  }
  for (const [kind, [expires, revoked]] of Object.entries(ends)) {
    const made = stored[kind as keyof typeof stored]; // as: the kinds are these
    const sql = `INSERT INTO api_keys (kind, role, prefix, last_four, key_hash, name, scopes, made_while_open, created_at_ms, expires_at_ms, revoked_at_ms)
      VALUES ('system', 'MEMBER', 'svc_sys_', ?, ?, 'exporter 1', '["traces:write"]', 0, 0, ?, ?)`;
    for (let at = 0; at < KEYS; at += 5_000) {
      const parameterRows = made
        .slice(at, at + 5_000)
        .map((key) => [key.slice(-4), hashSecret(key), expires, revoked]);
      await meta.batch([{ sql, parameterRows }]);
    }
  }
}, 600_000);

const wholeKey = (): string => whole(makeKey(KEY_PREFIXES.system));
/** Texts just put together are still in pieces; a request brings whole ones. */
function whole(text: string): string {
  hashSecret(text);
  return text;
}

/** A key that begins like another one, whose last random digits are others. */
function near(key: string): string {
  for (;;) {
    const other = key.slice(0, 45) + makeKey(KEY_PREFIXES.system).slice(45, 51);
    const spelled = other + base62(crc32(other));
    if (spelled !== key && isKeySpelledRight(spelled)) return spelled;
  }
}
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
function base62(value: number): string {
  let text = '';
  for (let rest = value; text.length < 6; rest = Math.floor(rest / 62))
    text = DIGITS.charAt(rest % 62) + text;
  return text;
}

/** Means within two per cent, or a difference that is none by Welch's t. */
const isAlike = ({ percent, t }: TimeDifference, percentMax: number): boolean =>
  Math.abs(percent) < percentMax || Math.abs(t) < 4.5;

function shuffled(count: number): readonly number[] {
  const lots = Array.from({ length: count }, (_, at) => ({ at, lot: Math.random() }));
  return lots.toSorted((a, b) => a.lot - b.lot).map(({ at }) => at);
}

async function takeTurns(
  count: number,
  attempts: readonly ((turn: number) => Promise<unknown>)[],
): Promise<readonly number[][]> {
  const micros = attempts.map((): number[] => []);
  for (let turn = 0; turn < count; turn++)
    // By lot: a kind that always came behind the same other one would find what that left in the
    // caches.
    for (const at of shuffled(attempts.length)) {
      const before = process.hrtime.bigint();
      // The time is taken before anything is done with the error: to look at one costs by what it
      // says.
      const { after, error } = await (attempts[at]?.(turn) ?? Promise.resolve()).then(
        () => ({ after: process.hrtime.bigint(), error: undefined }),
        (cause: unknown) => ({ after: process.hrtime.bigint(), error: cause }),
      );
      expect(error).toBeInstanceOf(AppError);
      micros[at]?.push(Number(after - before) / 1_000);
    }
  return micros;
}

it('check 50: keys that are unknown, begin like a good one, are revoked or expired are refused in the same time', async () => {
  const access = new Authenticator({
    db: meta.db,
    required: true,
    adminSecret: null,
    sessionCookie: 'telltale-access',
    now: () => Date.now(),
  });
  // In another order than they lie in: what lies side by side is found sooner, in the file and in
  // memory.
  const kinds = [strange.random, strange.again, strange.like, stored.revoked, stored.expired].map(
    (keys) => shuffled(KEYS).map((at) => keys[at] ?? ''),
  );
  const asked = kinds.map(
    (keys) => (turn: number) => access.authenticate({ api_key: keys[turn] ?? '' }),
  );
  await takeTurns(
    times(2_000),
    asked.map((ask) => (turn) => ask(KEYS - 1 - turn)),
  );
  access.changed();
  const differences = timeDifferences(await takeTurns(KEYS, asked));
  const [unknown, like, revoked, expired] = differences;
  console.log('from unknown keys, in per cent and by Welch’s t:', {
    unknown,
    like,
    revoked,
    expired,
  });
  for (const difference of differences)
    expect(difference).toSatisfy((one: TimeDifference) => isAlike(one, 2));
});

it('check 62: a wrong password takes as long for an account that is there as for one that is not', async () => {
  const hasher = new PasswordHasher();
  const signIn = new PasswordSignIn({
    db: meta.db,
    hasher,
    lock: new AccountLock({ db: meta.db, failuresMax: null, now: () => Date.now() }),
  });
  const fields = {
    email: 'ada@example.org',
    username: 'ada',
    role: 'MEMBER' as const,
    auth_method: 'LOCAL' as const,
  };
  await insertUser(
    meta.db,
    { ...fields, password_hash: await hasher.hash('correct horse battery') },
    1,
  );
  const attempts = ['nobody@example.org', 'noone@example.org', 'ada@example.org'].map(
    (email) => (turn: number) =>
      signIn.check(email, `wrong horse battery ${turn}`, { address: '192.0.2.1' }),
  );
  await takeTurns(10, attempts);
  const differences = timeDifferences(await takeTurns(times(500), attempts));
  console.log('from an unknown account, in per cent and by Welch’s t:', {
    unknown: differences[0],
    known: differences[1],
  });
  for (const difference of differences)
    expect(difference).toSatisfy((one: TimeDifference) => isAlike(one, 5));
});
