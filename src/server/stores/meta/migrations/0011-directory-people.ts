import type { Migration } from '#server/stores/migrator.ts';

/**
 * Columns for looking up a directory user again without a password, and for following a changed
 * name.
 */
export const directoryPeople: Migration = {
  version: 11,
  name: 'directory people',
  sql: `
ALTER TABLE users ADD COLUMN outside_name TEXT;
ALTER TABLE users ADD COLUMN directory_login TEXT;
ALTER TABLE users ADD COLUMN directory_checked_at_ms INTEGER;
ALTER TABLE users ADD COLUMN suspended_at_ms INTEGER;
CREATE INDEX users_by_directory_check ON users (directory_checked_at_ms) WHERE directory_login IS NOT NULL;
`,
};
