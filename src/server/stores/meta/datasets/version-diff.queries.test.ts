import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestMeta } from '../open-test-meta.ts';
import { differingExamples } from './version-diff.queries.ts';

let meta = openTestMeta();
beforeEach(() => {
  meta = openTestMeta();
});
afterEach(() => meta.connection.close());

it('differences are found in steps, each once, though a step may end amid an example', async () => {
  // One example of 30,001 revisions, one for each version; then 30,000 examples, of which every
  // tenth changes with the last version.
  const last = 30_001;
  await sql`insert into dataset_examples (id, dataset_id)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 30001) select i, 1 from n`.execute(
    meta.db,
  );
  await sql`insert into dataset_example_revisions (dataset_id, example_id, from_version, to_version, content_hash, input, output, metadata)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${last})
    select 1, 1, i, i + 1, unhex(substr(${'0'.repeat(32)} || i, length('' || i) + 1)), '{}', '{}', '{}' from n
    union all select 1, i, 1, case when i % 10 = 0 then ${last} else 9007199254740991 end, unhex(${'1'.repeat(32)}), '{}', '{}', '{}' from n where i > 1
    union all select 1, i, ${last}, 9007199254740991, unhex(${'2'.repeat(32)}), '{}', '{}', '{}' from n where i > 1 and i % 10 = 0`.execute(
    meta.db,
  );
  const dataset = { id: 1, name: 'd', latestVersionId: last };
  const found: number[] = [];
  for await (const step of differingExamples(meta.db, dataset, { before: 5, after: last }, 0))
    found.push(...step.map(({ exampleId }) => exampleId));
  expect(found).toEqual([1, ...Array.from({ length: 3_000 }, (_, at) => (at + 1) * 10)]);
});
