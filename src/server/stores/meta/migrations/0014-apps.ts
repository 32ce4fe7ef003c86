import type { Migration } from '#server/stores/migrator.ts';

/**
 * Apps: programs that a user authorizes in the browser to act for them. Codes and tokens are stored
 * only as SHA-256. The client of Phoenix's command line is preregistered, because its users can't
 * register it.
 */
export const apps: Migration = {
  version: 14,
  name: 'apps',
  sql: `
CREATE TABLE app_clients (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  redirect_uris TEXT NOT NULL CHECK (json_valid(redirect_uris)),
  can_refresh INTEGER NOT NULL CHECK (can_refresh IN (0, 1)),
  is_built_in INTEGER NOT NULL CHECK (is_built_in IN (0, 1)),
  address TEXT,
  created_at_ms INTEGER NOT NULL,
  approved_at_ms INTEGER
) STRICT;
INSERT INTO app_clients (client_id, name, redirect_uris, can_refresh, is_built_in, created_at_ms)
  VALUES ('phoenix-cli', 'Phoenix CLI', '["http://127.0.0.1/callback"]', 1, 1, CAST(unixepoch('subsec') * 1000 AS INTEGER));

CREATE TABLE app_codes (
  code_hash BLOB PRIMARY KEY CHECK (length(code_hash) = 32),
  app_client_id INTEGER NOT NULL REFERENCES app_clients (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  redirect_uri TEXT NOT NULL,
  challenge TEXT NOT NULL,
  scopes TEXT CHECK (json_valid(scopes)),
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX app_codes_of_user ON app_codes (user_id);
CREATE INDEX app_codes_of_client ON app_codes (app_client_id);
CREATE INDEX app_codes_by_end ON app_codes (expires_at_ms);

CREATE TABLE app_grants (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  app_client_id INTEGER NOT NULL REFERENCES app_clients (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  scopes TEXT CHECK (json_valid(scopes)),
  code_hash BLOB NOT NULL UNIQUE CHECK (length(code_hash) = 32),
  access_hash BLOB NOT NULL UNIQUE CHECK (length(access_hash) = 32),
  access_scopes TEXT CHECK (json_valid(access_scopes)),
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
CREATE INDEX app_grants_of_user ON app_grants (user_id);
CREATE INDEX app_grants_of_client ON app_grants (app_client_id);
CREATE INDEX app_grants_by_end ON app_grants (ends_at_ms);
`,
};
