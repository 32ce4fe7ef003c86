import { existsSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { commandLine } from '#core/access/principal.ts';
import { actOf, NO_ORIGIN } from '#server/audit/audit-entry.ts';
import { auditRow } from '#server/audit/audit-row.ts';
import { PasswordHasher } from '#server/auth/password-hasher.ts';
import { HANDED_LINK_MS, PasswordLinks } from '#server/auth/password-links.ts';
import { normalEmail } from '#server/auth/password-sign-in.ts';
import { browserAddress } from '#server/compose/listen.ts';
import type { Config } from '#server/config.ts';
import { MetaConnection } from '#server/stores/meta/meta-connection.ts';
import { createMetaStore } from '#server/stores/meta/meta-dialect.ts';
import { appendRow, readChain } from '#server/stores/meta/audit/append.queries.ts';
import type { PostgresSettings } from '#server/stores/meta/postgres/postgres-settings.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { ADMIN_EMAIL, findUser } from '#server/stores/meta/access/users.queries.ts';
import { META_FILE, runningServer } from './data-directory.ts';
import { StartError } from './start-error.ts';

/**
 * `telltale admin-link` and `telltale reset-password EMAIL`: prints a link by which a user chooses
 * a password, for anyone who can read the data directory. Works while a server runs; older links of
 * the user end. The link and its row of the audit log are made together, or neither.
 */
export async function passwordLink(config: Config, email: string | null): Promise<void> {
  const directory =
    config.database === null || config.database === 'temporary'
      ? config.workingDir
      : config.database.directory;
  const { db, close } =
    config.postgres === null
      ? openFile(path.join(directory, META_FILE))
      : await openPostgres(config.postgres);
  try {
    const command = email === null ? 'telltale admin-link' : 'telltale reset-password';
    const url = await newLink(
      db,
      normalEmail(email ?? ADMIN_EMAIL),
      baseUrl(config, directory),
      command,
    );
    process.stdout.write(
      `${url}\n\nThe link works once, for 24 hours. Links made before work no more.\n`,
    );
  } finally {
    await db.destroy();
    await close();
  }
}

interface OpenMeta {
  readonly db: MetaDb;
  readonly close: () => void | Promise<void>;
}

function openFile(file: string): OpenMeta {
  if (!existsSync(file))
    throw new StartError(
      `${file} does not exist: set SERVICE_WORKING_DIR to the data directory, and start the server once with SERVICE_ENABLE_AUTH.`,
    );
  const connection = new MetaConnection({ path: file, backup: true });
  const { db } = createMetaStore({
    statement: async (statement) => connection.execute(statement),
    batch: async (steps) => connection.batch(steps),
    textPage: async (query) => connection.textPage(query),
  });
  return { db, close: () => connection.close() };
}

/** Beside a server that runs: it takes no lock, and changes no schema. */
async function openPostgres(settings: PostgresSettings): Promise<OpenMeta> {
  const { PostgresMeta } = await import('#server/stores/meta/postgres/postgres-meta.ts');
  const meta = await PostgresMeta.attach(settings);
  const { db } = createMetaStore(
    {
      statement: (statement) => meta.execute(statement),
      batch: (steps, session) => meta.batch(steps, session),
      textPage: (query) => meta.textPage(query),
    },
    'postgres',
  );
  return { db, close: () => meta.close() };
}

async function newLink(db: MetaDb, email: string, base: string, command: string): Promise<string> {
  const user = await findUser(db, { email });
  if (user === null)
    throw new StartError(
      `There is no user '${email.slice(0, 80)}'. Users are made on the page under Settings; ${ADMIN_EMAIL} at the first start with SERVICE_ENABLE_AUTH.`,
    );
  if (user.auth_method !== 'LOCAL' || user.role === 'SYSTEM')
    throw new StartError(`${email} does not sign in by password.`);
  const links = new PasswordLinks({
    db,
    hasher: new PasswordHasher(),
    strong: false,
    now: () => Date.now(),
  });
  return (
    await links.make(user, base, HANDED_LINK_MS, (transaction) =>
      noteLink(transaction, user, command),
    )
  ).url;
}

/** Behind the last row, whichever process wrote it: within the transaction no other adds one. */
async function noteLink(
  transaction: MetaDb,
  { id, email }: UserRecord,
  route: string,
): Promise<void> {
  const act = actOf({
    atMs: Date.now(),
    actor: commandLine(`${systemUser()}@${hostname()}`),
    action: 'password.request_reset',
    origin: NO_ORIGIN,
    targetId: encodeGlobalId('User', id),
    route,
    details: { email },
  });
  await appendRow(
    transaction,
    auditRow(await readChain(transaction), { act, outcome: { result: 'success', status: null } }),
  );
}

/** Who runs this; some containers have no name for the number. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

/**
 * The server that runs knows where browsers reach it, which this command's environment may not say;
 * without one it is where it would be.
 */
function baseUrl(config: Config, directory: string): string {
  const running = runningServer(directory);
  if (config.rootUrl !== null || running === null) return browserAddress(config, config.port);
  return running.page ?? `${running.url}${config.rootPath}`;
}
