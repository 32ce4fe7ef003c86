import type { Migration } from '#server/stores/migrator.ts';

/** A directory user's permanent id, if the directory has one. */
export const directoryUsers: Migration = {
  version: 8,
  name: 'directory users',
  sql: `
ALTER TABLE users ADD COLUMN ldap_unique_id TEXT;
CREATE UNIQUE INDEX users_by_directory_id ON users (ldap_unique_id) WHERE ldap_unique_id IS NOT NULL;
`,
};
