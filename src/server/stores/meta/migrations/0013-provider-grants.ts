import type { Migration } from '#server/stores/migrator.ts';

/**
 * Columns for asking an identity provider about absent users; encrypted with a key derived from
 * `SERVICE_SECRET`.
 */
export const providerGrants: Migration = {
  version: 13,
  name: 'provider grants',
  sql: `
CREATE TABLE provider_grants (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  sealed_token BLOB NOT NULL,
  next_check_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX provider_grants_by_check ON provider_grants (next_check_at_ms);
`,
};
