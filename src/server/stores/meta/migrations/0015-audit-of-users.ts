import type { Migration } from '#server/stores/migrator.ts';

/** What somebody did is asked for with all that their keys and apps did: those rows are known by the user's number alone. */
export const auditOfUsers: Migration = {
  version: 15,
  name: 'audit of users',
  sql: `
CREATE INDEX audit_log_of_user ON audit_log (actor_user_id, seq) WHERE actor_user_id IS NOT NULL;
`,
};
