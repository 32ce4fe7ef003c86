import { sql } from 'kysely';
import type { MetaDb } from '../meta-db.ts';
import type { DatasetRef } from './dataset-ref.queries.ts';

/** An example that two versions do not have alike. */
export interface DifferingExample {
  readonly exampleId: number;
  readonly externalId: string | null;
  /** The revision in the version compared from; null when it is not in it. */
  readonly beforeRevision: number | null;
  /** The revision in the version compared to; null when it is not in it. */
  readonly afterRevision: number | null;
  /** The combined size of both contents as UTF-8. */
  readonly bytes: number;
}

interface DifferingRow {
  readonly example_id: number;
  readonly external_id: string | null;
  readonly before_id: number | null;
  readonly after_id: number | null;
  readonly bytes: number;
}

/** Revisions read per statement: all other statements wait behind it. */
const STEP_REVISIONS = 20_000;

/**
 * The examples that differ between two published versions, in ascending order from `fromExample`
 * on, in pages (which may be empty). Versions in between don't matter: an example changed and
 * changed back is equal.
 */
export async function* differingExamples(
  db: MetaDb,
  dataset: DatasetRef,
  versions: { readonly before: number; readonly after: number },
  fromExample: number,
): AsyncGenerator<readonly DifferingExample[]> {
  const [low, high] = [
    Math.min(versions.before, versions.after),
    Math.max(versions.before, versions.after),
  ];
  let after: RevisionPlace = { example_id: fromExample, from_version: 0 };
  let lastGiven = 0;
  for (;;) {
    const end = await stepEnd(db, dataset, after);
    const { rows } = await sql<DifferingRow>`
      select candidate.example_id, example.external_id, prior.id as before_id, later.id as after_id,
        coalesce(octet_length(prior.input) + octet_length(prior.output) + octet_length(prior.metadata), 0)
          + coalesce(octet_length(later.input) + octet_length(later.output) + octet_length(later.metadata), 0) as bytes
      from (
        select distinct example_id from dataset_example_revisions
        where dataset_id = ${dataset.id} and (example_id, from_version) > (${after.example_id}, ${after.from_version})
          and (example_id, from_version) <= (${(end ?? LAST).example_id}, ${(end ?? LAST).from_version})
          and ((from_version > ${low} and from_version <= ${high}) or (to_version > ${low} and to_version <= ${high}))) as candidate
      join dataset_examples as example on example.id = candidate.example_id
      left join dataset_example_revisions as prior on prior.dataset_id = ${dataset.id} and prior.example_id = candidate.example_id
        and prior.from_version <= ${versions.before} and prior.to_version > ${versions.before}
      left join dataset_example_revisions as later on later.dataset_id = ${dataset.id} and later.example_id = candidate.example_id
        and later.from_version <= ${versions.after} and later.to_version > ${versions.after}
      where candidate.example_id > ${lastGiven} and prior.content_hash is distinct from later.content_hash
      order by candidate.example_id`.execute(db);
    if (rows.length > 0) yield rows.map(differingOfRow);
    // A step may end amid the revisions of one example.
    lastGiven = rows.at(-1)?.example_id ?? lastGiven;
    if (end === null) return;
    after = end;
  }
}

/** A revision's position among those of its dataset. */
interface RevisionPlace {
  readonly example_id: number;
  readonly from_version: number;
}
const LAST: RevisionPlace = {
  example_id: Number.MAX_SAFE_INTEGER,
  from_version: Number.MAX_SAFE_INTEGER,
};

/** The last revision of the step after a place; null when fewer are left than a step has. */
async function stepEnd(
  db: MetaDb,
  dataset: DatasetRef,
  after: RevisionPlace,
): Promise<RevisionPlace | null> {
  const { rows } = await sql<RevisionPlace>`
    select example_id, from_version from dataset_example_revisions
    where dataset_id = ${dataset.id} and (example_id, from_version) > (${after.example_id}, ${after.from_version})
    order by example_id, from_version limit 1 offset ${STEP_REVISIONS - 1}`.execute(db);
  return rows[0] ?? null;
}

function differingOfRow(row: DifferingRow): DifferingExample {
  return {
    exampleId: row.example_id,
    externalId: row.external_id,
    beforeRevision: row.before_id,
    afterRevision: row.after_id,
    bytes: row.bytes,
  };
}
