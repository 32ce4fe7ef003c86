import type Database from 'better-sqlite3';
import type { AnnotationRow } from '#core/ports/annotation-rows.ts';
import type { AnnotationPage, AnnotationQuery } from '#core/ports/annotation-store.ts';
import { targetNumberOf } from '../both/annotation-row-codec.ts';
import { AnnotationTargets } from './annotation-targets.ts';
import type { SqlValue } from '#server/stores/spans/sqlite/both/columns.ts';

const ID_MAX = Number.MAX_SAFE_INTEGER;
/** Numbers read at a time beyond those asked for, to make up for rows of targets that are being deleted. */
const SPARE = 16;

const IN_LIST = 'IN (SELECT value FROM json_each(?))';

/** Lists of a project's annotations, newest first. Conditions are looked at in the indexes; rows are read of the page alone. */
export class AnnotationLists {
  readonly #db: Database.Database;
  readonly #targets: AnnotationTargets;
  readonly #rowOf: (number: number) => AnnotationRow | null;

  constructor(db: Database.Database, rowOf: (number: number) => AnnotationRow | null) {
    this.#db = db;
    this.#targets = new AnnotationTargets(db);
    this.#rowOf = rowOf;
  }

  page(query: AnnotationQuery): AnnotationPage {
    const rows: AnnotationRow[] = [];
    const subjects = query.targetIds === undefined ? null : this.#subjectNumbers(query, query.targetIds);
    const wanted = query.limit + 1;
    let from = query.beforeOrAtId ?? ID_MAX;
    for (;;) {
      const limit = wanted - rows.length + SPARE;
      const { sql, values } = annotationSelect(query, subjects, from, limit);
      const numbers = this.#db
        .prepare<SqlValue[], number>(sql)
        .pluck(true)
        .all(...values);
      for (const number of numbers) {
        const row = this.#rowOf(number);
        if (row === null) continue;
        if (rows.length === query.limit) return { rows, next: row.id };
        rows.push(row);
      }
      if (numbers.length < limit) return { rows, next: null };
      from = (numbers.at(-1) ?? 1) - 1;
    }
  }

  #subjectNumbers({ target, projectId }: AnnotationQuery, ids: readonly string[]): number[] {
    const subjects = [...this.#targets.find(target, ids).values()];
    return subjects.filter((subject) => subject.projectId === projectId).map((subject) => subject.number);
  }
}

/** Numbers of annotations, falling from `from` on. `subjects` are the numbers of the only targets that are meant, or null for any. */
export function annotationSelect(
  query: AnnotationQuery,
  subjects: readonly number[] | null,
  from: number,
  limit: number,
): { readonly sql: string; readonly values: SqlValue[] } {
  const conditions: string[] = [];
  const values: SqlValue[] = [query.projectId, targetNumberOf(query.target), from];
  const and = (condition: string, value: readonly (string | number)[] | undefined | null): void => {
    if (value === undefined || value === null) return;
    conditions.push(` AND ${condition}`);
    values.push(JSON.stringify(value));
  };
  and(`target_number ${IN_LIST}`, subjects);
  and(`identifier ${IN_LIST}`, query.identifiers);
  and(`name_id IN (SELECT id FROM annotation_names WHERE name ${IN_LIST})`, query.names);
  and(`name_id NOT IN (SELECT id FROM annotation_names WHERE name ${IN_LIST})`, query.namesExcluded);
  const hasIdentifiers = query.identifiers !== undefined && !query.identifiers.includes('');
  const index = subjects !== null ? 'annotations_by_target' : hasIdentifiers ? 'annotations_by_identifier' : 'annotations_by_project';
  const guard = index === 'annotations_by_identifier' ? " AND identifier <> ''" : '';
  const sql = `SELECT id FROM annotations INDEXED BY ${index} WHERE project_id = ? AND target_kind = ? AND id <= ?${conditions.join('')}${guard}
ORDER BY id DESC LIMIT ?`;
  return { sql, values: [...values, limit] };
}
