import { AppError } from '#contracts/wire/errors.ts';
import type { SecretBox } from '#server/auth/secret-box.ts';
import { countServers } from '#server/stores/meta/access/token-buckets.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { getSetting, setSetting } from '#server/stores/meta/settings.queries.ts';

/** Holds a text that is encrypted by the secret of the servers that run. */
const KEY = 'servers.secret';
/** Its value where they have no secret. */
const NONE = '';

/**
 * Refuses to start beside servers of the cluster with another `SERVICE_SECRET`: each would store
 * secrets that the others can't read. Call once this server is listed; one that is alone may have a
 * new secret.
 */
export async function assertSameSecret(
  db: MetaDb,
  box: SecretBox | null,
  nowMs: number,
): Promise<void> {
  const stored = await getSetting(db, KEY);
  const isSame = box === null ? stored === NONE : typeof stored === 'string' && opens(box, stored);
  if (isSame) return;
  if (stored !== null && (await countServers(db)) > 1)
    throw new AppError(
      'unavailable',
      'Servers of this cluster run with another SERVICE_SECRET: set the same one for all of them. To change it, stop them all first; a server that was killed is forgotten after 20 s.',
    );
  const sealed = box === null ? NONE : Buffer.from(box.seal(KEY, KEY)).toString('base64');
  await setSetting(db, KEY, sealed, nowMs);
}

function opens(box: SecretBox, stored: string): boolean {
  return box.open(KEY, Buffer.from(stored, 'base64')) !== null;
}
