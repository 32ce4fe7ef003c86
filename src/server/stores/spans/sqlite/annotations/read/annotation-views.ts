import type Database from 'better-sqlite3';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationView } from '#core/filter/predicate.ts';
import { targetNumberOf } from '../both/annotation-row-codec.ts';

export const ANNOTATION_VIEW_SQL = `SELECT n.name, a.label, a.score, a.explanation, a.identifier
FROM annotations a INDEXED BY annotations_by_target JOIN annotation_names n ON n.id = a.name_id
WHERE a.target_kind = +? AND a.target_number = +?`;

/** Shows filters the annotations of a span, trace or session. */
export class AnnotationViews {
  readonly #of: Database.Statement<[number, number], AnnotationView>;

  constructor(db: Database.Database) {
    this.#of = db.prepare(ANNOTATION_VIEW_SQL);
  }

  of(target: AnnotationTarget, number: number): readonly AnnotationView[] {
    return this.#of.all(targetNumberOf(target), number);
  }
}
