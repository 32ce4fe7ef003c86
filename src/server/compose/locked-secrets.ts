import type { AlertSender } from '#server/alerts/alert-sender.ts';
import type { SecretBox } from '#server/auth/secret-box.ts';
import { listSecrets } from '#server/stores/meta/access/secrets.queries.ts';
import { listChannels } from '#server/stores/meta/alerts/alert-channels.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';

const NAMES_SHOWN = 20;

/**
 * The startup warning about secrets encrypted under another `SERVICE_SECRET`: they must be entered
 * again.
 */
export async function lockedSecretNotices(
  db: MetaDb,
  box: SecretBox | null,
  alertSender: Pick<AlertSender, 'isLocked'>,
): Promise<readonly string[]> {
  const secrets = (await listSecrets(db)).filter(
    ({ key, value }) => (box?.open(key, value) ?? null) === null,
  );
  const channels = (await listChannels(db)).filter((channel) => alertSender.isLocked(channel));
  const names = [
    ...secrets.map(({ key }) => key),
    ...channels.map(({ name }) => `the secret of the channel '${name}'`),
  ];
  if (names.length === 0) return [];
  const shown = names.slice(0, NAMES_SHOWN).join(', ') + (names.length > NAMES_SHOWN ? ' …' : '');
  return [`Stored under another SERVICE_SECRET, to be entered again: ${shown}.`];
}
