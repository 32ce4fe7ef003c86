import { contentHash } from '#server/datasets/content-hash.ts';
import { OPEN_VERSION } from '#server/stores/meta/dataset-tables.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';

/** An example's content; missing parts are empty. */
export interface SeedContent {
  readonly input?: object;
  readonly output?: object;
  readonly metadata?: object;
}

/** Examples of one version by their external ids; a key such as `#1` is an example without one. */
export type SeedVersion = Readonly<Record<string, SeedContent>>;

export interface SeededDataset {
  readonly id: number;
  readonly versions: readonly number[];
  readonly examples: ReadonlyMap<string, number>;
}

/**
 * The server counts on giving ids itself, upwards from the largest it has seen: datasets that come
 * later are below those before.
 */
const IDS_PER_DATASET = 1_000;
let nextBlock = 1_000_000;

const START_MS = Date.UTC(2026, 10, 20, 18);

/** Writes a dataset with these versions into the tables, one published after the other. */
export async function seedDataset(
  db: MetaDb,
  name: string,
  versions: readonly SeedVersion[],
): Promise<SeededDataset> {
  const at = { created_at_ms: START_MS, updated_at_ms: START_MS };
  const { id } = await db
    .insertInto('datasets')
    .values({ name, description: null, ...at })
    .returning('id')
    .executeTakeFirstOrThrow();
  nextBlock -= IDS_PER_DATASET;
  const firstExample = nextBlock;
  const numbers: number[] = [];
  const examples = new Map<string, number>();
  const open = new Map<string, { readonly revision: number; readonly content: string }>();
  for (const [index, version] of versions.entries()) {
    const row = await db
      .insertInto('dataset_versions')
      .values({
        dataset_id: id,
        description: `version ${index + 1}`,
        state: 'published',
        created_at_ms: START_MS + index * 1000,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    numbers.push(row.id);
    for (const [key, { revision, content }] of open) {
      if (version[key] !== undefined && JSON.stringify(version[key]) === content) continue;
      await db
        .updateTable('dataset_example_revisions')
        .set({ to_version: row.id })
        .where('id', '=', revision)
        .execute();
      open.delete(key);
    }
    for (const [key, content] of Object.entries(version)) {
      if (open.has(key)) continue;
      const example =
        examples.get(key) ?? (await insertExample(db, id, firstExample + examples.size, key));
      examples.set(key, example);
      open.set(key, {
        revision: await insertRevision(db, id, example, row.id, content),
        content: JSON.stringify(content),
      });
    }
  }
  await db
    .updateTable('datasets')
    .set({ latest_version_id: numbers.at(-1) ?? null, example_count: open.size })
    .where('id', '=', id)
    .execute();
  return { id, versions: numbers, examples };
}

async function insertExample(
  db: MetaDb,
  datasetId: number,
  id: number,
  key: string,
): Promise<number> {
  const values = {
    id,
    dataset_id: datasetId,
    external_id: key.startsWith('#') ? null : key,
    span_number: null,
    span_id: null,
  };
  return (
    await db.insertInto('dataset_examples').values(values).returning('id').executeTakeFirstOrThrow()
  ).id;
}

async function insertRevision(
  db: MetaDb,
  datasetId: number,
  exampleId: number,
  version: number,
  content: SeedContent,
): Promise<number> {
  const texts = {
    input: JSON.stringify(content.input ?? {}),
    output: JSON.stringify(content.output ?? {}),
    metadata: JSON.stringify(content.metadata ?? {}),
  };
  const row = await db
    .insertInto('dataset_example_revisions')
    .values({
      dataset_id: datasetId,
      example_id: exampleId,
      from_version: version,
      to_version: OPEN_VERSION,
      content_hash: Buffer.from(contentHash(1, texts), 'hex'),
      ...texts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
