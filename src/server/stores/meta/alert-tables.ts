import type { Generated, Selectable } from 'kysely';
import type { AlertKind } from '#contracts/alert.ts';

/** The tables of alerts on API keys. */
export interface AlertTables {
  alert_rules: AlertRulesTable;
  alert_channels: AlertChannelsTable;
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
  last_attempt_at_ms: number | null;
  /** Null when the last attempt was taken. */
  last_error: string | null;
  created_at_ms: number;
  updated_at_ms: number;
}
export type AlertChannelRecord = Selectable<AlertChannelsTable>;

interface AlertsTable {
  id: Generated<number>;
  kind: AlertKind;
  key_id: number;
  detail: string;
  fired_at_ms: number;
  resolved_at_ms: number | null;
}
export type AlertRecord = Selectable<AlertsTable>;
