import type { MetaDb } from './meta-db.ts';

/** A setting's value (any JSON), or null when it was never set. */
export async function getSetting(db: MetaDb, key: string): Promise<unknown> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row === undefined ? null : JSON.parse(row.value);
}

export async function setSetting(
  db: MetaDb,
  key: string,
  value: unknown,
  nowMs: number,
): Promise<void> {
  const values = { key, value: JSON.stringify(value), updated_at_ms: nowMs };
  await db
    .insertInto('settings')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: values.value, updated_at_ms: nowMs }),
    )
    .execute();
}

export interface Setting {
  readonly key: string;
  readonly value: unknown;
  readonly updatedAtMs: number;
}

/** The settings whose keys begin with a text, by key. */
export async function listSettings(
  db: MetaDb,
  prefix: string,
  limit: number,
): Promise<readonly Setting[]> {
  const rows = await db
    .selectFrom('settings')
    .selectAll()
    .where('key', '>=', prefix)
    // Keys are compared by their bytes, and no key has one that is greater than this.
    .where('key', '<', `${prefix}\u{10FFFF}`)
    .orderBy('key')
    .limit(limit)
    .execute();
  return rows.map((row): Setting => {
    const value: unknown = JSON.parse(row.value);
    return { key: row.key, value, updatedAtMs: row.updated_at_ms };
  });
}

/**
 * Gives a setting another key. False, and nothing changes, where there is none of that key or one
 * of the other already.
 */
export async function renameSetting(
  db: MetaDb,
  key: string,
  to: string,
  nowMs: number,
): Promise<boolean> {
  const result = await db
    .updateTable('settings')
    .set({ key: to, updated_at_ms: nowMs })
    .where('key', '=', key)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('settings as other').select('other.key').where('other.key', '=', to),
        ),
      ),
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Deletes the settings whose keys begin with a text. */
export async function deleteSettings(db: MetaDb, prefix: string): Promise<void> {
  await db
    .deleteFrom('settings')
    .where('key', '>=', prefix)
    .where('key', '<', `${prefix}\u{10FFFF}`)
    .execute();
}

/** Whether there was such a setting. */
export async function deleteSetting(db: MetaDb, key: string): Promise<boolean> {
  const result = await db.deleteFrom('settings').where('key', '=', key).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
