import type { Migration } from '#server/stores/migrator.ts';

/**
 * Names are compared without case. Columns of text have the collation `C`, under which `lower`
 * knows ASCII only; that of the database knows what its locale does. `MetaConnection` has a
 * function of the same name.
 */
export const foldedNames: Migration & {
  readonly postgres: string;
  readonly oldestProgram: number;
} = {
  version: 23,
  name: 'folded-names',
  oldestProgram: 20,
  sql: '',
  postgres: `
CREATE FUNCTION folded(value text) RETURNS text LANGUAGE sql STABLE STRICT AS 'SELECT lower(value COLLATE "default")';
`,
};
