import type { Migration } from '#server/stores/migrator.ts';

/**
 * Users, their sessions, API keys and stored secrets. Of passwords there is an argon2id hash, of
 * every other secret only its SHA-256. Numbers are never used twice, so that the audit log and
 * annotations name who acted even after they are gone.
 */
export const access: Migration = {
  version: 4,
  name: 'access',
  sql: `
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL UNIQUE,
  username TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('SYSTEM', 'ADMIN', 'MEMBER', 'VIEWER')),
  auth_method TEXT NOT NULL CHECK (auth_method IN ('LOCAL', 'OAUTH2', 'LDAP')),
  password_hash TEXT,
  password_needs_reset INTEGER NOT NULL DEFAULT 0 CHECK (password_needs_reset IN (0, 1)),
  oauth2_client_id TEXT,
  oauth2_user_id TEXT,
  profile_picture_url TEXT,
  changed_while_open INTEGER NOT NULL DEFAULT 0 CHECK (changed_while_open IN (0, 1)),
  last_login_at_ms INTEGER,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX users_by_identity ON users (oauth2_client_id, oauth2_user_id) WHERE oauth2_user_id IS NOT NULL;

CREATE TABLE user_sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  access_hash BLOB NOT NULL UNIQUE CHECK (length(access_hash) = 32),
  refresh_hash BLOB NOT NULL UNIQUE CHECK (length(refresh_hash) = 32),
  previous_refresh_hash BLOB UNIQUE CHECK (length(previous_refresh_hash) = 32),
  access_expires_at_ms INTEGER NOT NULL,
  refresh_expires_at_ms INTEGER NOT NULL,
  address TEXT,
  user_agent TEXT,
  created_at_ms INTEGER NOT NULL,
  refreshed_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX user_sessions_of_user ON user_sessions (user_id);
CREATE INDEX user_sessions_by_end ON user_sessions (refresh_expires_at_ms);

CREATE TABLE sign_in_attempts (
  account_hash BLOB PRIMARY KEY CHECK (length(account_hash) = 32),
  failures INTEGER NOT NULL,
  locked_until_ms INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_attempts_by_time ON sign_in_attempts (last_at_ms);

CREATE TABLE password_tokens (
  token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at_ms INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX password_tokens_of_user ON password_tokens (user_id);

CREATE TABLE api_keys (
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
  project_ids TEXT CHECK (json_valid(project_ids)),
  made_while_open INTEGER NOT NULL CHECK (made_while_open IN (0, 1)),
  created_by_user_id INTEGER,
  rotated_from_id INTEGER,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER,
  revoked_at_ms INTEGER,
  last_used_at_ms INTEGER
) STRICT;
CREATE INDEX api_keys_of_user ON api_keys (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX api_keys_rotated ON api_keys (rotated_from_id) WHERE rotated_from_id IS NOT NULL;
CREATE INDEX api_keys_to_expire ON api_keys (expires_at_ms) WHERE expires_at_ms IS NOT NULL AND revoked_at_ms IS NULL;

CREATE TABLE secrets (
  key TEXT PRIMARY KEY,
  value BLOB NOT NULL,
  updated_by_user_id INTEGER,
  updated_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
