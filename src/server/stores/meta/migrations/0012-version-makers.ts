import type { Migration } from '#server/stores/migrator.ts';

/** Who made a version of a dataset, and what it changed; null of those that were made before. */
export const versionMakers: Migration = {
  version: 12,
  name: 'version makers',
  sql: `
ALTER TABLE dataset_versions ADD COLUMN created_examples INTEGER;
ALTER TABLE dataset_versions ADD COLUMN changed_examples INTEGER;
ALTER TABLE dataset_versions ADD COLUMN deleted_examples INTEGER;
ALTER TABLE dataset_versions ADD COLUMN user_number INTEGER;
`,
};
