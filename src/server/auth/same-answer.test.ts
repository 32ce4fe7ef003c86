import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { Authenticator } from './authenticator.ts';
import { hashSecret, KEY_PREFIXES, makeKey } from './key-format.ts';

/**
 * Check 50: what a request tells of a key by its time. Keys are looked up by their hash, so no time
 * depends on how much of a key was guessed; here, that an unknown key, a revoked one and a good one
 * are looked up alike, in one statement that reads one row. `test/nightly/refusal-times` measures
 * it.
 */
let meta: ReturnType<typeof openTestMeta>;
beforeEach(() => {
  meta = openTestMeta();
});
afterEach(async () => {
  await meta.db.destroy();
  meta.connection.close();
});

it('looks up every key alike, known or not', async () => {
  const statements: string[] = [];
  const rows: number[] = [];
  const keys = Array.from({ length: 3 }, () => makeKey(KEY_PREFIXES.system));
  const [good = '', revoked = '', unknown = ''] = keys;
  for (const [key, revokedAt] of [
    [good, null],
    [revoked, 1],
  ] as const) {
    const fields = {
      kind: 'system' as const,
      role: 'VIEWER' as const,
      name: 'ci',
      scopes: '["traces:read"]',
      made_while_open: 0 as const,
    };
    const hidden = {
      prefix: KEY_PREFIXES.system,
      last_four: key.slice(-4),
      key_hash: hashSecret(key),
    };
    await meta.db
      .insertInto('api_keys')
      .values({ ...fields, ...hidden, created_at_ms: 1, revoked_at_ms: revokedAt })
      .execute();
  }
  const watched = meta.db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => {
      rows.push(result.rows.length);
      return result;
    },
  });
  const access = new Authenticator({
    db: watched,
    required: true,
    adminSecret: null,
    sessionCookie: 'telltale-access',
    now: () => 10,
  });
  const asked: number[] = [];
  for (const key of [good, revoked, unknown]) {
    await access.authenticate({ api_key: key }).catch(() => null);
    asked.push(statements.splice(0).length);
  }
  expect(asked).toEqual([1, 1, 1]);
  expect(rows).toEqual([1, 1, 1]);
  // Asked again at once, all three are remembered.
  for (const key of [good, revoked, unknown])
    await access.authenticate({ api_key: key }).catch(() => null);
  expect(statements).toEqual([]);
});
