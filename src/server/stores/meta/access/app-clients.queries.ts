import type { Insertable } from 'kysely';
import type { AppClientRecord } from '../app-tables.ts';
import type { MetaDb, MetaTables } from '../meta-db.ts';

export type NewAppClient = Insertable<MetaTables['app_clients']>;

export async function findAppClient(db: MetaDb, clientId: string): Promise<AppClientRecord | null> {
  return (
    (await db
      .selectFrom('app_clients')
      .selectAll()
      .where('client_id', '=', clientId)
      .executeTakeFirst()) ?? null
  );
}

/** Unused registered apps are forgotten. */
export interface ForgetClients {
  /** Never authorized, and registered before this time. */
  readonly registeredBeforeMs: number;
  /** Authorized at least once, last before this time, and revoked or expired since. */
  readonly approvedBeforeMs: number;
  /** The maximum number of never-authorized apps that are kept: the newest. */
  readonly unapprovedMax: number;
}

/** Adds an app, and forgets unused ones. */
export async function insertAppClient(
  db: MetaDb,
  client: NewAppClient,
  forget: ForgetClients,
): Promise<AppClientRecord> {
  const { registeredBeforeMs, approvedBeforeMs, unapprovedMax } = forget;
  return await db.transaction().execute(async (trx) => {
    await unused(trx)
      .where((or) =>
        or.or([
          or('approved_at_ms', '<=', approvedBeforeMs),
          or.and([or('approved_at_ms', 'is', null), or('created_at_ms', '<=', registeredBeforeMs)]),
        ]),
      )
      .execute();
    const newest = trx
      .selectFrom('app_clients')
      .select('id')
      .where('approved_at_ms', 'is', null)
      .where('is_built_in', '=', 0)
      .orderBy('id', 'desc')
      .limit(unapprovedMax - 1);
    await unused(trx).where('approved_at_ms', 'is', null).where('id', 'not in', newest).execute();
    return await trx
      .insertInto('app_clients')
      .values(client)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Registered apps that act for no user, and that no user has just authorized. */
function unused(trx: MetaDb) {
  return trx
    .deleteFrom('app_clients')
    .where('is_built_in', '=', 0)
    .where('id', 'not in', trx.selectFrom('app_grants').select('app_client_id'))
    .where('id', 'not in', trx.selectFrom('app_codes').select('app_client_id'));
}
