import type { Migration } from '#server/stores/migrator.ts';

/**
 * Up to 3.40, `json_valid(NULL)` is 0 in SQLite, so its own tools reported rows without such a
 * value as damage: nullable columns now allow NULL explicitly. Changing a CHECK means recreating
 * the table. No other table refers to these. The highest number ever assigned is kept, so that none
 * is reused.
 */
export const nullableJson: Migration = {
  version: 16,
  name: 'nullable json',
  sql: `
CREATE TABLE jobs_made_anew (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed')),
  unique_key TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  run_at_ms INTEGER NOT NULL,
  lease_owner TEXT,
  lease_until_ms INTEGER,
  created_at_ms INTEGER NOT NULL,
  finished_at_ms INTEGER,
  last_error TEXT,
  progress TEXT CHECK (progress IS NULL OR json_valid(progress)),
  result TEXT CHECK (result IS NULL OR json_valid(result)),
  error_line INTEGER
) STRICT;
INSERT INTO sqlite_sequence (name, seq) SELECT 'jobs_made_anew', seq FROM sqlite_sequence WHERE name = 'jobs';
INSERT INTO jobs_made_anew
  SELECT id, name, payload, state, unique_key, attempts, run_at_ms, lease_owner, lease_until_ms, created_at_ms, finished_at_ms, last_error,
    progress, result, error_line
  FROM jobs;
DROP TABLE jobs;
ALTER TABLE jobs_made_anew RENAME TO jobs;
CREATE INDEX jobs_to_run ON jobs (state, run_at_ms) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_finished ON jobs (finished_at_ms) WHERE finished_at_ms IS NOT NULL;
CREATE UNIQUE INDEX jobs_unique ON jobs (unique_key) WHERE unique_key IS NOT NULL AND state IN ('queued', 'running');

CREATE TABLE api_keys_made_anew (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('user', 'system')),
  prefix TEXT NOT NULL,
  last_four TEXT NOT NULL,
  key_hash BLOB NOT NULL UNIQUE CHECK (length(key_hash) = 32),
  name TEXT NOT NULL,
  description TEXT,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  role TEXT CHECK (role IN ('ADMIN', 'MEMBER', 'VIEWER')),
  scopes TEXT NOT NULL CHECK (json_valid(scopes)),
  project_ids TEXT CHECK (project_ids IS NULL OR json_valid(project_ids)),
  made_while_open INTEGER NOT NULL CHECK (made_while_open IN (0, 1)),
  created_by_user_id INTEGER,
  rotated_from_id INTEGER,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER,
  revoked_at_ms INTEGER,
  last_used_at_ms INTEGER
) STRICT;
INSERT INTO sqlite_sequence (name, seq) SELECT 'api_keys_made_anew', seq FROM sqlite_sequence WHERE name = 'api_keys';
INSERT INTO api_keys_made_anew
  SELECT id, kind, prefix, last_four, key_hash, name, description, user_id, role, scopes, project_ids, made_while_open, created_by_user_id,
    rotated_from_id, created_at_ms, expires_at_ms, revoked_at_ms, last_used_at_ms
  FROM api_keys;
DROP TABLE api_keys;
ALTER TABLE api_keys_made_anew RENAME TO api_keys;
CREATE INDEX api_keys_of_user ON api_keys (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX api_keys_rotated ON api_keys (rotated_from_id) WHERE rotated_from_id IS NOT NULL;
CREATE INDEX api_keys_to_expire ON api_keys (expires_at_ms) WHERE expires_at_ms IS NOT NULL AND revoked_at_ms IS NULL;

CREATE TABLE app_codes_made_anew (
  code_hash BLOB PRIMARY KEY CHECK (length(code_hash) = 32),
  app_client_id INTEGER NOT NULL REFERENCES app_clients (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  redirect_uri TEXT NOT NULL,
  challenge TEXT NOT NULL,
  scopes TEXT CHECK (scopes IS NULL OR json_valid(scopes)),
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO app_codes_made_anew
  SELECT code_hash, app_client_id, user_id, redirect_uri, challenge, scopes, created_at_ms, expires_at_ms FROM app_codes;
DROP TABLE app_codes;
ALTER TABLE app_codes_made_anew RENAME TO app_codes;
CREATE INDEX app_codes_of_user ON app_codes (user_id);
CREATE INDEX app_codes_of_client ON app_codes (app_client_id);
CREATE INDEX app_codes_by_end ON app_codes (expires_at_ms);

CREATE TABLE app_grants_made_anew (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  app_client_id INTEGER NOT NULL REFERENCES app_clients (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  scopes TEXT CHECK (scopes IS NULL OR json_valid(scopes)),
  code_hash BLOB NOT NULL UNIQUE CHECK (length(code_hash) = 32),
  access_hash BLOB NOT NULL UNIQUE CHECK (length(access_hash) = 32),
  access_scopes TEXT CHECK (access_scopes IS NULL OR json_valid(access_scopes)),
  access_expires_at_ms INTEGER NOT NULL,
  family_hash BLOB UNIQUE CHECK (length(family_hash) = 32),
  refresh_hash BLOB CHECK (length(refresh_hash) = 32),
  ends_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  address TEXT,
  user_agent TEXT,
  created_at_ms INTEGER NOT NULL,
  used_at_ms INTEGER NOT NULL
) STRICT;
INSERT INTO sqlite_sequence (name, seq) SELECT 'app_grants_made_anew', seq FROM sqlite_sequence WHERE name = 'app_grants';
INSERT INTO app_grants_made_anew
  SELECT id, app_client_id, user_id, scopes, code_hash, access_hash, access_scopes, access_expires_at_ms, family_hash, refresh_hash, ends_at_ms,
    expires_at_ms, address, user_agent, created_at_ms, used_at_ms
  FROM app_grants;
DROP TABLE app_grants;
ALTER TABLE app_grants_made_anew RENAME TO app_grants;
CREATE INDEX app_grants_of_user ON app_grants (user_id);
CREATE INDEX app_grants_of_client ON app_grants (app_client_id);
CREATE INDEX app_grants_by_end ON app_grants (ends_at_ms);
`,
};
