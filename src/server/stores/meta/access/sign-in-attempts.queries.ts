import { sql } from 'kysely';
import type { MetaDb } from '../meta-db.ts';

/** How often one may fail, and for how long it is then locked. */
export interface AttemptRules {
  readonly failuresMax: number;
  readonly lockMs: number;
}

/**
 * Counts an attempt as failed before it is made, so that many at once get no further than one after the other. Null when it may be made, else
 * when the lock ends. The same statements run for every account, whether there is such a one or not.
 */
export async function beginAttempt(db: MetaDb, accountHash: Uint8Array, rules: AttemptRules, nowMs: number): Promise<number | null> {
  const { failuresMax, lockMs } = rules;
  await db
    .deleteFrom('sign_in_attempts')
    .where('last_at_ms', '<', nowMs - lockMs)
    .execute();
  const failures = sql<number>`CASE WHEN locked_until_ms > 0 THEN 1 ELSE failures + 1 END`;
  const counted = await db
    .insertInto('sign_in_attempts')
    .values({ account_hash: accountHash, failures: 1, locked_until_ms: failuresMax <= 1 ? nowMs + lockMs : 0, last_at_ms: nowMs })
    .onConflict((conflict) =>
      conflict
        .column('account_hash')
        .doUpdateSet({
          failures,
          locked_until_ms: sql<number>`CASE WHEN ${failures} >= ${failuresMax} THEN ${nowMs + lockMs} ELSE 0 END`,
          last_at_ms: nowMs,
        })
        .where('locked_until_ms', '<=', nowMs),
    )
    .returning('failures')
    .executeTakeFirst();
  if (counted !== undefined) return null;
  const row = await db.selectFrom('sign_in_attempts').select('locked_until_ms').where('account_hash', '=', accountHash).executeTakeFirst();
  return row?.locked_until_ms ?? null;
}

/** Forgets the failures of an account: it was signed in to, or given a new password. */
export async function forgetAttempts(db: MetaDb, accountHash: Uint8Array): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('account_hash', '=', accountHash).execute();
}

/** One failure less, and no lock: it turned out that nobody could say whether the sign-in was right. */
export async function takeBackAttempt(db: MetaDb, accountHash: Uint8Array): Promise<void> {
  await db
    .updateTable('sign_in_attempts')
    .set({ failures: sql<number>`max(failures - 1, 0)`, locked_until_ms: 0 })
    .where('account_hash', '=', accountHash)
    .execute();
}
