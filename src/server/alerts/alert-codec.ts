import type { Alert } from '#contracts/alerts/alert.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { keyGlobalId } from '#contracts/api-keys/key-id.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import type { AlertWithKey } from '#server/stores/meta/alerts/alerts.queries.ts';
import type { AlertMessage } from './alert-sender.ts';

/** The content of an alert notification. */
export type AlertEvent = 'fired' | 'resolved';

/** An alert as the REST interface and webhooks show it. */
export function alertItem(row: AlertWithKey): Alert {
  return {
    id: encodeGlobalId('Alert', row.id),
    kind: row.kind,
    api_key_id: keyGlobalId(row.key_kind ?? 'user', row.key_id),
    api_key_name: row.key_name ?? '',
    detail: row.detail,
    fired_at: isoFromUnixMs(row.fired_at_ms),
    resolved_at: row.resolved_at_ms === null ? null : isoFromUnixMs(row.resolved_at_ms),
  };
}

const SUBJECTS: Readonly<Record<Alert['kind'], string>> = {
  inactive: 'is no longer used',
  error_rate: 'has many errors',
  unexpected_country: 'was used from an unexpected country',
  expiring: 'expires soon',
};

/** An alert notification for one recipient: the alert opened, or it resolved. */
export function alertMessage(row: AlertWithKey, event: AlertEvent): AlertMessage {
  const alert = alertItem(row);
  const subject = `API key "${alert.api_key_name}" ${SUBJECTS[row.kind]}`;
  if (event === 'resolved')
    return {
      deliveryId: `${alert.id}.resolved`,
      subject: `Over: ${subject}`,
      text: `Over: ${subject}.\n\nWhat was found: ${alert.detail}\n\nFound at ${alert.fired_at}, over at ${alert.resolved_at ?? ''}; see Settings > Alerts.\n`,
      body: { event: 'alert.resolved', alert },
    };
  return {
    deliveryId: alert.id,
    subject,
    text: `${subject}.\n\n${alert.detail}\n\nFound at ${alert.fired_at}. The alert closes automatically when this is resolved, and you are notified again. See Settings > Alerts.\n`,
    body: { event: 'alert.fired', alert },
  };
}

/** The test message for a channel. */
export function testMessage(id: string): AlertMessage {
  return {
    deliveryId: id,
    subject: 'Test of an alert channel',
    text: 'This is a test. Alerts on API keys will arrive here.\n',
    body: { event: 'test' },
  };
}
