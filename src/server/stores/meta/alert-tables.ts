import type { Generated, Selectable } from 'kysely';
import type { AlertKind } from '#contracts/alerts/alert.ts';

/** The tables of alerts on API keys. */
export interface AlertTables {
  alert_rules: AlertRulesTable;
  alert_channels: AlertChannelsTable;
  alert_deliveries: AlertDeliveriesTable;
  alerts: AlertsTable;
}

interface AlertRulesTable {
  kind: AlertKind;
  enabled: 0 | 1;
  /** Days; of `error_rate` percent. */
  threshold: number;
  updated_at_ms: number;
}
export type AlertRuleRecord = Selectable<AlertRulesTable>;

interface AlertChannelsTable {
  id: Generated<number>;
  kind: 'webhook' | 'mail';
  name: string;
  enabled: 0 | 1;
  /** Of webhooks. */
  url: string | null;
  /** Of webhooks: encrypted with a key derived from `SERVICE_SECRET`. */
  secret: Uint8Array | null;
  /** JSON: mail addresses. */
  recipients: string;
  created_at_ms: number;
  updated_at_ms: number;
}
export type AlertChannelRecord = Selectable<AlertChannelsTable>;

/** The notification sent to one recipient of a channel. */
interface AlertDeliveriesTable {
  channel_id: number;
  /** A mail address; of a webhook nothing. */
  recipient: string;
  attempted_at_ms: number;
  /** Null when the last attempt was taken. */
  error: string | null;
  /** The last delivered notification, for people. */
  delivered: string | null;
  delivered_at_ms: number | null;
}
export type AlertDeliveryRecord = Selectable<AlertDeliveriesTable>;

interface AlertsTable {
  id: Generated<number>;
  kind: AlertKind;
  key_id: number;
  detail: string;
  fired_at_ms: number;
  resolved_at_ms: number | null;
}
export type AlertRecord = Selectable<AlertsTable>;
