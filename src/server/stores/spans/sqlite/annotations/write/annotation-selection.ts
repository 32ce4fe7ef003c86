import type Database from 'better-sqlite3';
import { ANNOTATOR_KINDS } from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationSelection } from '#core/ports/annotation-store.ts';
import type { SqlValue } from '#server/stores/spans/sqlite/both/columns.ts';
import { targetNumberOf } from '../both/annotation-row-codec.ts';

/**
 * Numbers of the annotations a bulk delete covers, ascending after a given one. Walks the project's annotations once, over any number of
 * calls.
 */
export function selectedAnnotations(db: Database.Database, selection: AnnotationSelection, after: number, limit: number): number[] {
  const { projectId, target, created = {}, name, identifier, annotatorKind, userNumber } = selection;
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  const and = (condition: string, value: SqlValue | undefined): void => {
    if (value === undefined) return;
    conditions.push(`AND ${condition}`);
    values.push(value);
  };
  and('name_id = (SELECT id FROM annotation_names WHERE name = ?)', name);
  and('identifier = ?', identifier);
  and('created_at >= ?', created.startUnixNano);
  and('created_at < ?', created.endUnixNano);
  and('annotator_kind = ?', annotatorKind === undefined ? undefined : ANNOTATOR_KINDS.indexOf(annotatorKind));
  and('user_number IS ?', userNumber);
  return db
    .prepare<SqlValue[], number>(
      `SELECT id FROM annotations INDEXED BY annotations_by_project WHERE project_id = ? AND target_kind = ? AND id > ? ${conditions.join(' ')}
       ORDER BY id LIMIT ?`,
    )
    .pluck(true)
    .all(projectId, targetNumberOf(target), after, ...values, limit);
}
