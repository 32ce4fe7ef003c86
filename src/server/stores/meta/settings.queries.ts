import type { MetaDb } from './meta-db.ts';

/** A setting's value (any JSON), or null when it was never set. */
export async function getSetting(db: MetaDb, key: string): Promise<unknown> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row === undefined ? null : JSON.parse(row.value);
}

export async function setSetting(db: MetaDb, key: string, value: unknown, nowMs: number): Promise<void> {
  const values = { key, value: JSON.stringify(value), updated_at_ms: nowMs };
  await db
    .insertInto('settings')
    .values(values)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: values.value, updated_at_ms: nowMs }))
    .execute();
}
