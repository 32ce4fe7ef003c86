import type { AnnotationConfigRecord } from '../annotation-config-tables.ts';
import type { MetaDb } from '../meta-db.ts';

/** A config's fields besides its number and times. */
export type AnnotationConfigFields = Pick<
  AnnotationConfigRecord,
  'name' | 'type' | 'description' | 'settings'
>;

/** Configs, newest first, from `fromId` down. */
export async function listConfigs(
  db: MetaDb,
  limit: number,
  fromId: number | null,
): Promise<readonly AnnotationConfigRecord[]> {
  return await db
    .selectFrom('annotation_configs')
    .selectAll()
    .where('id', '<=', fromId ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findConfig(
  db: MetaDb,
  by: { readonly id: number } | { readonly name: string },
): Promise<AnnotationConfigRecord | null> {
  const query = db.selectFrom('annotation_configs').selectAll();
  return (
    (await (
      'id' in by ? query.where('id', '=', by.id) : query.where('name', '=', by.name)
    ).executeTakeFirst()) ?? null
  );
}

/** Null when the name is taken. */
export async function createConfig(
  db: MetaDb,
  fields: AnnotationConfigFields,
  nowMs: number,
): Promise<AnnotationConfigRecord | null> {
  const row = await db
    .insertInto('annotation_configs')
    .values({ ...fields, created_at_ms: nowMs, updated_at_ms: nowMs })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Replaces all but the number; null when there is no such config. Rejects with `conflict` when the
 * name is taken.
 */
export async function replaceConfig(
  db: MetaDb,
  id: number,
  fields: AnnotationConfigFields,
  nowMs: number,
): Promise<AnnotationConfigRecord | null> {
  const changed = db
    .updateTable('annotation_configs')
    .set({ ...fields, updated_at_ms: nowMs })
    .where('id', '=', id);
  return (await changed.returningAll().executeTakeFirst()) ?? null;
}

/**
 * Also removes the config from every project. Returns the deleted config, or null when there is
 * none.
 */
export async function deleteConfig(db: MetaDb, id: number): Promise<AnnotationConfigRecord | null> {
  return (
    (await db
      .deleteFrom('annotation_configs')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()) ?? null
  );
}
