import type Database from 'better-sqlite3';
import { AnnotationRollup } from '../both/annotation-rollup.ts';
import {
  annotationRollupFromCells,
  labelsText,
  type AnnotationRollupCells,
} from '../both/annotation-rollup-codec.ts';
import type { SqlValue } from '#server/stores/spans/sqlite/both/columns.ts';
import { ROLLUP_LEVELS } from '#server/stores/spans/sqlite/rollups/rollup.ts';

/**
 * The roll-up key of an annotation. `minute` is that of its target's start, as the annotation's row
 * keeps it.
 */
export interface CountedAnnotation {
  readonly projectId: number;
  readonly minute: number;
  readonly targetKind: number;
  readonly nameId: number;
  readonly annotatorKind: number;
  readonly label: string | null;
  readonly score: number | null;
}

type Place = [
  projectId: number,
  level: number,
  slot: number,
  targetKind: number,
  nameId: number,
  annotatorKind: number,
];

const MINUTES_PER_HOUR = ROLLUP_LEVELS[1].nanos / ROLLUP_LEVELS[0].nanos;
const KEY =
  'project_id = ? AND level = ? AND slot = ? AND target_kind = ? AND name_id = ? AND annotator_kind = ?';

/**
 * Keeps figures over annotations per minute and hour, in the transaction of what they are about.
 */
export class AnnotationRollupWriter {
  readonly #load: Database.Statement<Place, AnnotationRollupCells>;
  readonly #store: Database.Statement<SqlValue[]>;
  readonly #drop: Database.Statement<Place>;
  readonly #changes = new Map<
    string,
    { readonly place: Place; readonly delta: AnnotationRollup }
  >();

  constructor(db: Database.Database) {
    this.#load = db.prepare(
      `SELECT count, score_count, score_sum, labels FROM annotation_rollups WHERE ${KEY}`,
    );
    this.#store = db.prepare(
      `INSERT OR REPLACE INTO annotation_rollups (project_id, level, slot, target_kind, name_id, annotator_kind, count, score_count, score_sum,
       labels) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#drop = db.prepare(`DELETE FROM annotation_rollups WHERE ${KEY}`);
  }

  add(annotation: CountedAnnotation, sign: 1 | -1): void {
    const { projectId, minute, targetKind, nameId, annotatorKind, label, score } = annotation;
    this.#at([projectId, 0, minute, targetKind, nameId, annotatorKind]).add(label, score, sign);
    this.#at([
      projectId,
      1,
      Math.floor(minute / MINUTES_PER_HOUR),
      targetKind,
      nameId,
      annotatorKind,
    ]).add(label, score, sign);
  }

  flush(): void {
    for (const { place, delta } of this.#changes.values()) {
      const cells = this.#load.get(...place);
      const rollup =
        cells === undefined ? new AnnotationRollup() : annotationRollupFromCells(cells);
      rollup.merge(delta);
      if (rollup.count <= 0) this.#drop.run(...place);
      else
        this.#store.run(
          ...place,
          rollup.count,
          rollup.scoreCount,
          rollup.scoreSum,
          labelsText(rollup),
        );
    }
    this.#changes.clear();
  }

  #at(place: Place): AnnotationRollup {
    const key = place.join(':');
    let change = this.#changes.get(key);
    if (change === undefined) {
      change = { place, delta: new AnnotationRollup() };
      this.#changes.set(key, change);
    }
    return change.delta;
  }
}
