import type { Migration } from '#server/stores/migrator.ts';

/**
 * A user's actions are listed together with those of their keys and apps: those rows have only the
 * user's number.
 */
export const auditOfUsers: Migration = {
  version: 15,
  name: 'audit of users',
  sql: `
CREATE INDEX audit_log_of_user ON audit_log (actor_user_id, seq) WHERE actor_user_id IS NOT NULL;
`,
};
