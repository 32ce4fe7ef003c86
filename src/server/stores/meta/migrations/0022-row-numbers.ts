import type { Migration } from '#server/stores/migrator.ts';

/**
 * Row numbers for the spans of several servers, and names that got their number just now. A file
 * of SQLite has one server, which counts itself.
 */
export const rowNumbers: Migration & {
  readonly postgres: string;
  readonly oldestProgram: number;
} = {
  version: 22,
  name: 'row-numbers',
  oldestProgram: 20,
  sql: '',
  postgres: `
CREATE TABLE row_numbers (
  kind TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  next_number BIGINT NOT NULL
);
CREATE TABLE row_names (
  kind TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  claimed_at_ms BIGINT NOT NULL,
  PRIMARY KEY (kind, name)
);
`,
};
