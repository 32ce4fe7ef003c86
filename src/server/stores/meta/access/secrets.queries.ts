import type { MetaDb } from '../meta-db.ts';

/** The new value of a stored secret: null deletes it. */
export interface SecretChange {
  readonly key: string;
  readonly sealed: Uint8Array | null;
}

/** Stores and deletes secrets, all or none. Deleting what is not there is fine. */
export async function putSecrets(
  db: MetaDb,
  changes: readonly SecretChange[],
  byUser: number | null,
  nowMs: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const { key, sealed } of changes) {
      if (sealed === null) await transaction.deleteFrom('secrets').where('key', '=', key).execute();
      else {
        const row = { value: sealed, updated_by_user_id: byUser, updated_at_ms: nowMs };
        await transaction
          .insertInto('secrets')
          .values({ key, ...row })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
          .execute();
      }
    }
  });
}

/** Every stored secret, as it is stored. */
export async function listSecrets(
  db: MetaDb,
): Promise<readonly { readonly key: string; readonly value: Uint8Array }[]> {
  return await db.selectFrom('secrets').select(['key', 'value']).orderBy('key').execute();
}
