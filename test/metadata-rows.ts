import type Database from 'better-sqlite3';
import { storedOutput } from '#server/stores/meta/experiments/output-codec.ts';
import { metaCatalogue } from '#server/stores/meta/copy/meta-catalogue.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
}

type Cell = string | number | Uint8Array | null;

const { packed: PACKED } = await storedOutput(JSON.stringify('long'.repeat(2_000)), 'sqlite');

/** Values that the schema asks for, by table and column or by column, one for each row in turn. */
const CHOICES: Readonly<Record<string, readonly Cell[]>> = {
  'alert_channels.kind': ['webhook'],
  'alert_channels.url': ['https://example.org/hook'],
  'alert_channels.recipients': ['["a@example.org"]'],
  'alert_rules.kind': ['inactive', 'error_rate', 'expiring'],
  'annotation_configs.type': ['CATEGORICAL', 'CONTINUOUS', 'FREEFORM'],
  'annotation_configs.settings': ['{"values":[]}'],
  'api_key_countries.country': ['DE', 'AT', 'CH'],
  'api_key_usage.status_class': [2, 4, 5],
  'api_keys.kind': ['user', 'system'],
  'api_keys.role': ['ADMIN', null],
  'app_clients.redirect_uris': ['["http://127.0.0.1/"]'],
  'audit_intents.act': ['{"a":1}'],
  'dataset_versions.state': ['published', 'open'],
  'experiment_evaluations.annotator_kind': ['LLM', 'CODE', 'HUMAN'],
  'experiment_runs.output': ['"short \u0000 and \uFDD0"', null],
  'experiment_runs.packed_output': [null, PACKED],
  'experiments.split_names': ['["train"]'],
  'jobs.state': ['queued', 'done', 'failed'],
  'own_model_prices.prices': ['{"input":1.5}'],
  'own_model_prices.valid_from': ['2026-01-01', null],
  'settings.value': ['{"a":0.1}', 'null'],
  'users.auth_method': ['LOCAL', 'OAUTH2', 'LDAP'],
  'users.role': ['ADMIN', 'MEMBER', 'VIEWER'],
  act: ['{}'],
  assigned: [1, 0],
  can_refresh: [1, 0],
  changed_while_open: [0],
  delivered: ['now'],
  delivered_at_ms: [1],
  enabled: [1, 0],
  is_built_in: [0],
  made_while_open: [0],
  metadata: ['{"a":[1,2.5,null]}', '{}'],
  password_needs_reset: [0],
  payload: ['{}'],
  progress: ['{}', null],
  project_ids: ['[1]', null],
  result: ['{"rows":1}', null],
  scopes: ['["traces:read"]', '[]'],
  to_version: [9_007_199_254_740_991],
  access_scopes: ['["traces:read"]', null],
};
const ROWS = 3;

/**
 * Puts rows into every table of metadata, and deletes the newest of those that are numbered, so that
 * numbers were given which no row has any more.
 */
export function fillMetadata(db: Database.Database): void {
  const tables = metaCatalogue();
  db.pragma('foreign_keys = ON');
  for (const { name, firstRows } of tables.toReversed())
    if (firstRows > 0) db.exec(`DELETE FROM ${name}`);
  for (const { name, isNumbered } of tables) {
    if (name === 'audit_log') continue;
    const columns = db.prepare<[], Column>(`PRAGMA table_info(${name})`).all();
    const insert = db.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`);
    for (let row = 1; row <= ROWS; row += 1)
      insert.run(...columns.map((column) => cellOf(name, column, row)));
    if (!isNumbered) continue;
    const last = columns.map((column) => cellOf(name, column, 9));
    try {
      insert.run(...last);
      db.exec(`DELETE FROM ${name} WHERE id = 9`);
    } catch {
      // It refers to a row that is not there.
    }
  }
  fillAudit(db);
}

/** A log whose first rows were deleted by its retention. */
function fillAudit(db: Database.Database): void {
  const hash = (seq: number): Uint8Array => Buffer.alloc(32, seq);
  db.prepare(
    'UPDATE audit_chain SET last_seq = 5, last_hash = ?, pruned_seq = 5, pruned_hash = ?',
  ).run(hash(5), hash(5));
  const insert = db.prepare(
    `INSERT INTO audit_log VALUES (?, 1, 'user', 1, NULL, ?, 'user.create', 'user', 'x', 'ok', 200, NULL, NULL, NULL, '{"a":1}', ?, ?)`,
  );
  for (let seq = 6; seq <= 400; seq += 1)
    insert.run(seq, 'Ana\u0000', hash((seq - 1) % 256), hash(seq % 256));
}

function cellOf(table: string, { name, type, notnull }: Column, row: number): Cell {
  const choices = CHOICES[`${table}.${name}`] ?? CHOICES[name];
  if (choices !== undefined) return choices[(row - 1) % choices.length] ?? null;
  if (name === 'content_hash') return Buffer.alloc(16, row);
  if (type === 'BLOB') return Buffer.alloc(32, row);
  if (type === 'REAL') return row / 3;
  if (type === 'INTEGER') return row;
  return notnull === 0 && row === 2 ? null : `${name} ${row} \u0000 ü \uFDD0`;
}
