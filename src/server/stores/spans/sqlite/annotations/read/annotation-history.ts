import type Database from 'better-sqlite3';
import { invariant } from '#contracts/wire/errors.ts';
import type { AnnotationRevision } from '#core/ports/annotation-rows.ts';
import { CHANGES, authorFromCells, contentFromCells } from '../both/annotation-row-codec.ts';

const COLUMNS = 'change, source, user_number, annotator_kind, label, score, explanation, metadata';
const PAST = `SELECT revision, changed_at, ${COLUMNS} FROM annotation_revisions WHERE annotation_id = +?`;
const PRESENT = `SELECT revision, updated_at AS changed_at, ${COLUMNS} FROM annotations WHERE id = +?`;
/** Whether the annotation's target, or that of a deleted one, is alive. */
const ALIVE = `SELECT 1 FROM (SELECT target_kind, target_number FROM annotations WHERE id = +?
  UNION ALL SELECT target_kind, target_number FROM deleted_annotations WHERE id = +?) a
LEFT JOIN spans s ON a.target_kind IN (0, 3) AND s.id = a.target_number
LEFT JOIN traces t ON t.id = iif(a.target_kind = 1, a.target_number, s.trace_number)
LEFT JOIN sessions z ON a.target_kind = 2 AND z.id = a.target_number
JOIN projects p ON p.id = coalesce(t.project_id, z.project_id)`;

export const HISTORY_SQL = { past: PAST, present: PRESENT, alive: ALIVE } as const;

interface RevisionCells {
  readonly revision: bigint;
  readonly changed_at: bigint;
  readonly change: bigint;
  readonly source: bigint;
  readonly user_number: bigint | null;
  readonly annotator_kind: bigint | null;
  readonly label: string | null;
  readonly score: number | null;
  readonly explanation: string | null;
  readonly metadata: string | null;
}

/**
 * An annotation's revisions, oldest first; empty when there never was one, or its target was
 * deleted.
 */
export function annotationHistory(
  db: Database.Database,
  number: number,
): readonly AnnotationRevision[] {
  if (db.prepare(ALIVE).get(number, number) === undefined) return [];
  const past = db
    .prepare<[number], RevisionCells>(`${PAST} ORDER BY revision`)
    .safeIntegers(true)
    .all(number);
  const present = db.prepare<[number], RevisionCells>(PRESENT).safeIntegers(true).all(number);
  return [...past, ...present].map(revisionFromCells);
}

function revisionFromCells(cells: RevisionCells): AnnotationRevision {
  const change = CHANGES[Number(cells.change)];
  invariant(change !== undefined, 'a stored change is one of those there are');
  const { annotator_kind } = cells;
  return {
    revision: Number(cells.revision),
    changedAtUnixNano: cells.changed_at,
    change,
    ...authorFromCells(cells),
    content: annotator_kind === null ? null : contentFromCells({ ...cells, annotator_kind }),
  };
}
