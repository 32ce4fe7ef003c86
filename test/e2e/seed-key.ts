import path from 'node:path';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { hashSecret, KEY_PREFIXES, makeKey } from '#server/auth/key-format.ts';
import { openSqliteTestMeta } from '#server/stores/meta/open-test-meta.ts';

export interface SeededKey {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Puts a system key with all rights into a data directory that no server has open. */
export async function seedKey(directory: string): Promise<SeededKey> {
  const key = makeKey(KEY_PREFIXES.system);
  const meta = openSqliteTestMeta(path.join(directory, 'meta.db'));
  const values = {
    kind: 'system' as const,
    role: 'ADMIN' as const,
    prefix: KEY_PREFIXES.system,
    last_four: key.slice(-4),
    name: 'ci',
  };
  const row = await meta.db
    .insertInto('api_keys')
    .values({
      ...values,
      key_hash: hashSecret(key),
      scopes: '["admin"]',
      made_while_open: 0,
      created_at_ms: Date.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await meta.db.destroy();
  meta.connection.close();
  return {
    id: encodeGlobalId('SystemApiKey', row.id),
    headers: { authorization: `Bearer ${key}` },
  };
}
