import type Database from 'better-sqlite3';
import { ANNOTATION_SOURCES, ANNOTATOR_KINDS } from '#contracts/annotations/annotation-kind.ts';
import { invariant } from '#contracts/wire/errors.ts';
import type { AnnotationAuthor, AnnotationContent } from '#core/ports/annotation-rows.ts';
import type { SqlValue } from '#server/stores/spans/sqlite/both/columns.ts';
import type { Counters } from '#server/stores/spans/sqlite/write/counters.ts';
import {
  CHANGES,
  metadataCell,
  type AnnotationPlace,
  type Change,
} from '../both/annotation-row-codec.ts';
import { RecentMap } from '../../both/recent-map.ts';
import { AnnotationRollupWriter } from './annotation-rollup-writer.ts';

/** An annotation's row, as much as changing it needs. */
export interface StoredAnnotation {
  readonly id: number;
  readonly project_id: number;
  readonly target_kind: number;
  readonly target_number: number;
  readonly position: number;
  readonly name_id: number;
  readonly identifier: string;
  readonly annotator_kind: number;
  readonly source: number;
  readonly user_number: number | null;
  readonly revision: number;
  readonly counted_minute: number;
  readonly label: string | null;
  readonly score: number | null;
  readonly explanation: string | null;
  readonly metadata: string | null;
}

/** The facts about a deleted annotation besides its revisions. */
export interface DeletedAnnotation {
  readonly id: number;
  readonly name_id: number;
  readonly identifier: string;
  readonly created_at: bigint;
  readonly revision: number;
}

export const STORED_SELECT = `SELECT id, project_id, target_kind, target_number, position, name_id, identifier, annotator_kind, source, user_number, revision,
  counted_minute, label, score, explanation, metadata FROM annotations`;
const INSERT = `INSERT INTO annotations (id, project_id, target_kind, target_number, position, name_id, identifier, annotator_kind, source,
  user_number, revision, change, created_at, updated_at, counted_minute, label, score, explanation, metadata)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (target_kind, target_number, name_id, identifier, position) DO NOTHING`;
const KEEP_REVISION = `INSERT INTO annotation_revisions (annotation_id, revision, change, changed_at, source, user_number, annotator_kind, label,
  score, explanation, metadata)
SELECT id, revision, change, updated_at, source, user_number, annotator_kind, label, score, explanation, metadata FROM annotations WHERE id = ?`;

/**
 * Annotations by their keys: each change keeps what was before as a revision, and the roll-ups and
 * names true.
 */
export class AnnotationTable {
  readonly #counters: Counters;
  readonly #insert: Database.Statement<SqlValue[]>;
  readonly #byKey: Database.Statement<[number, number, number, string, number], StoredAnnotation>;
  readonly #byId: Database.Statement<[number], StoredAnnotation>;
  readonly #keepRevision: Database.Statement<[number]>;
  readonly #noteDelete: Database.Statement<SqlValue[]>;
  readonly #noteDeleted: Database.Statement<SqlValue[]>;
  readonly #update: Database.Statement<SqlValue[]>;
  readonly #drop: Database.Statement<[number]>;
  readonly #dropDeleted: Database.Statement<[number]>;
  readonly #dropHistory: Database.Statement<[number]>;
  readonly names: AnnotationNames;
  readonly rollups: AnnotationRollupWriter;

  constructor(db: Database.Database, counters: Counters) {
    this.#counters = counters;
    this.names = new AnnotationNames(db);
    this.rollups = new AnnotationRollupWriter(db);
    this.#insert = db.prepare(INSERT);
    this.#byKey = db.prepare(
      `${STORED_SELECT} WHERE target_kind = ? AND target_number = ? AND name_id = ? AND identifier = ? AND position = ?`,
    );
    this.#byId = db.prepare(`${STORED_SELECT} WHERE id = ?`);
    this.#keepRevision = db.prepare(KEEP_REVISION);
    this.#noteDelete = db.prepare(
      `INSERT INTO annotation_revisions (annotation_id, revision, change, changed_at, source, user_number) VALUES (?, ?, ${CHANGES.indexOf('DELETE')}, ?, ?, ?)`,
    );
    this.#noteDeleted = db.prepare(
      `INSERT INTO deleted_annotations (id, target_kind, target_number, position, name_id, identifier, created_at, revision)
       SELECT id, target_kind, target_number, position, name_id, identifier, created_at, ? FROM annotations WHERE id = ?`,
    );
    this.#update = db.prepare(
      `UPDATE annotations SET annotator_kind = ?, source = ?, user_number = ?, revision = ?, change = ?, updated_at = ?, counted_minute = ?,
       label = ?, score = ?, explanation = ?, metadata = ? WHERE id = ?`,
    );
    this.#drop = db.prepare('DELETE FROM annotations WHERE id = ?');
    this.#dropDeleted = db.prepare('DELETE FROM deleted_annotations WHERE id = ?');
    this.#dropHistory = db.prepare('DELETE FROM annotation_revisions WHERE annotation_id = ?');
  }

  /**
   * Creates the annotation of this key, or gives it this content. Saying the same again changes
   * nothing. Returns its number.
   */
  upsert(
    place: AnnotationPlace,
    key: { readonly name: string; readonly identifier: string },
    content: AnnotationContent,
    author: AnnotationAuthor,
    now: bigint,
  ): number {
    const nameId = this.names.idOf(key.name);
    const id = this.#counters.peek('annotation');
    if (
      this.#insertAs(id, place, nameId, key.identifier, content, author, {
        revision: 1,
        change: 'CREATE',
        createdAt: now,
        now,
      })
    ) {
      this.#counters.take('annotation');
      return id;
    }
    const before = this.#byKey.get(
      place.kind,
      place.number,
      nameId,
      key.identifier,
      place.position,
    );
    invariant(before !== undefined, 'what an insert collides with is there');
    if (!isSame(before, content, author))
      this.change(before, 'UPDATE', content, author, now, place.minute);
    return before.id;
  }

  find(id: number): StoredAnnotation | null {
    return this.#byId.get(id) ?? null;
  }

  /** Gives a stored annotation another content. */
  change(
    before: StoredAnnotation,
    change: Change,
    content: AnnotationContent,
    author: AnnotationAuthor,
    now: bigint,
    minute: number,
  ): void {
    this.#keepRevision.run(before.id);
    this.count(before, -1);
    const annotatorKind = ANNOTATOR_KINDS.indexOf(content.annotatorKind);
    this.#update.run(
      annotatorKind,
      ANNOTATION_SOURCES.indexOf(author.source),
      author.userNumber,
      before.revision + 1,
      CHANGES.indexOf(change),
      now,
      minute,
      content.label,
      content.score,
      content.explanation,
      metadataCell(content.metadata),
      before.id,
    );
    const { label, score } = content;
    this.count(
      { ...before, annotator_kind: annotatorKind, counted_minute: minute, label, score },
      1,
    );
  }

  /** Takes the annotation away; its history, and with it the way back, stays. */
  delete(before: StoredAnnotation, author: AnnotationAuthor, now: bigint): void {
    this.#keepRevision.run(before.id);
    this.#noteDelete.run(
      before.id,
      before.revision + 1,
      now,
      ANNOTATION_SOURCES.indexOf(author.source),
      author.userNumber,
    );
    this.#noteDeleted.run(before.revision + 1, before.id);
    this.#drop.run(before.id);
    this.count(before, -1);
  }

  /**
   * Brings a deleted annotation back under its number. False when another has taken its key
   * meanwhile.
   */
  restore(
    gone: DeletedAnnotation,
    place: AnnotationPlace,
    content: AnnotationContent,
    author: AnnotationAuthor,
    now: bigint,
  ): boolean {
    const state = {
      revision: gone.revision + 1,
      change: 'RESTORE',
      createdAt: gone.created_at,
      now,
    } as const;
    if (!this.#insertAs(gone.id, place, gone.name_id, gone.identifier, content, author, state))
      return false;
    this.#dropDeleted.run(gone.id);
    this.names.use(gone.name_id, -1);
    return true;
  }

  /** Takes an annotation away with its history, as if it had never been. */
  erase(row: StoredAnnotation): void {
    this.#drop.run(row.id);
    if (row.revision > 1) this.#dropHistory.run(row.id);
    this.count(row, -1);
    this.names.use(row.name_id, -1);
  }

  /** The same for what remembers a deleted one. */
  eraseDeleted(row: Pick<DeletedAnnotation, 'id' | 'name_id'>): void {
    this.#dropDeleted.run(row.id);
    this.#dropHistory.run(row.id);
    this.names.use(row.name_id, -1);
  }

  /** Stores what was gathered in memory; call before the commit. */
  flush(): void {
    this.rollups.flush();
    this.names.flush();
  }

  /** False when the key is taken. */
  #insertAs(
    id: number,
    place: AnnotationPlace,
    nameId: number,
    identifier: string,
    content: AnnotationContent,
    author: AnnotationAuthor,
    state: {
      readonly revision: number;
      readonly change: Change;
      readonly createdAt: bigint;
      readonly now: bigint;
    },
  ): boolean {
    const annotatorKind = ANNOTATOR_KINDS.indexOf(content.annotatorKind);
    const run = this.#insert.run(
      id,
      place.projectId,
      place.kind,
      place.number,
      place.position,
      nameId,
      identifier,
      annotatorKind,
      ANNOTATION_SOURCES.indexOf(author.source),
      author.userNumber,
      state.revision,
      CHANGES.indexOf(state.change),
      state.createdAt,
      state.now,
      place.minute,
      content.label,
      content.score,
      content.explanation,
      metadataCell(content.metadata),
    );
    if (run.changes === 0) return false;
    this.names.use(nameId, 1);
    const { projectId, minute, kind: targetKind } = place;
    this.rollups.add(
      {
        projectId,
        minute,
        targetKind,
        nameId,
        annotatorKind,
        label: content.label,
        score: content.score,
      },
      1,
    );
    return true;
  }

  /** Counts a row, or (-1) no longer. */
  count(row: StoredAnnotation, sign: 1 | -1): void {
    this.rollups.add(
      {
        projectId: row.project_id,
        minute: row.counted_minute,
        targetKind: row.target_kind,
        nameId: row.name_id,
        annotatorKind: row.annotator_kind,
        label: row.label,
        score: row.score,
      },
      sign,
    );
  }
}

function isSame(
  before: StoredAnnotation,
  content: AnnotationContent,
  author: AnnotationAuthor,
): boolean {
  return (
    ANNOTATOR_KINDS[before.annotator_kind] === content.annotatorKind &&
    before.label === content.label &&
    before.score === content.score &&
    before.explanation === content.explanation &&
    before.metadata === metadataCell(content.metadata) &&
    ANNOTATION_SOURCES[before.source] === author.source &&
    before.user_number === author.userNumber
  );
}

/**
 * Names of annotations as numbers, so that every index over them is narrow. A name goes with the
 * last annotation that bears it.
 */
class AnnotationNames {
  readonly #find: Database.Statement<[string], number>;
  readonly #insert: Database.Statement<[string]>;
  readonly #count: Database.Statement<
    [number, number],
    { readonly name: string; readonly uses: number }
  >;
  readonly #drop: Database.Statement<[number]>;
  readonly #recent = new RecentMap<string, number>(1_024);
  readonly #uses = new Map<number, number>();

  constructor(db: Database.Database) {
    this.#find = db
      .prepare<[string], number>('SELECT id FROM annotation_names WHERE name = ?')
      .pluck(true);
    this.#insert = db.prepare('INSERT INTO annotation_names (name, uses) VALUES (?, 0)');
    this.#count = db.prepare(
      'UPDATE annotation_names SET uses = uses + ? WHERE id = ? RETURNING name, uses',
    );
    this.#drop = db.prepare('DELETE FROM annotation_names WHERE id = ?');
  }

  /** The name's number; a new name gets one, and must be used in the same transaction. */
  idOf(name: string): number {
    const known = this.#recent.get(name) ?? this.#find.get(name);
    const id = known ?? Number(this.#insert.run(name).lastInsertRowid);
    this.#recent.set(name, id);
    return id;
  }

  /** Counts annotations that got the name, or (negative) lost it. */
  use(id: number, by: number): void {
    this.#uses.set(id, (this.#uses.get(id) ?? 0) + by);
  }

  flush(): void {
    for (const [id, by] of this.#uses) {
      const row = this.#count.get(by, id);
      invariant(row !== undefined && row.uses >= 0, 'a name outlives the annotations that bear it');
      if (row.uses > 0) continue;
      this.#drop.run(id);
      this.#recent.delete(row.name);
    }
    this.#uses.clear();
  }
}
