import type Database from 'better-sqlite3';
import { BlockMerger } from '../blocks/block-merger.ts';
import { NO_PROJECT } from './purger.ts';

/**
 * The remaining background work, queried a hundred times a second while old blocks are packed: compiled anew each time, these statements
 * would take a few percent of a core and, until they are collected, some 30 MB of memory.
 */
export class SettleQueries {
  readonly merger: BlockMerger;
  readonly #deadTraces: Database.Statement<[number, number], number>;
  readonly #deadTarget: Database.Statement<[]>;
  readonly #deadProject: Database.Statement<[]>;
  readonly #dirtyBlocks: Database.Statement<[number], number>;
  readonly #unusedShape: Database.Statement<[]>;
  readonly #freePages: Database.Statement<[], number>;
  readonly #pages: Database.Statement<[], number>;

  constructor(db: Database.Database) {
    this.merger = new BlockMerger(db);
    this.#deadTraces = db.prepare<[number, number], number>('SELECT id FROM traces WHERE project_id = ? LIMIT ?').pluck(true);
    this.#deadTarget = db.prepare('SELECT 1 FROM dead_annotation_targets LIMIT 1');
    this.#deadProject = db.prepare('SELECT 1 FROM dead_projects LIMIT 1');
    this.#dirtyBlocks = db.prepare<[number], number>('SELECT first_id FROM dirty_blocks ORDER BY first_id LIMIT ?').pluck(true);
    this.#unusedShape = db.prepare('SELECT 1 FROM shapes WHERE span_count <= 0 LIMIT 1');
    this.#freePages = db.prepare<[], number>('PRAGMA freelist_count').pluck(true);
    this.#pages = db.prepare<[], number>('PRAGMA page_count').pluck(true);
  }

  /** Numbers of traces that are deleted and still have rows. */
  deadTraces(limit: number): readonly number[] {
    return this.#deadTraces.all(NO_PROJECT, limit);
  }

  get hasDeadTargets(): boolean {
    return this.#deadTarget.get() !== undefined;
  }

  get hasDeadProjects(): boolean {
    return this.#deadProject.get() !== undefined;
  }

  /** First numbers of blocks that hold bytes of deleted spans. */
  dirtyBlocks(limit: number): readonly number[] {
    return this.#dirtyBlocks.all(limit);
  }

  get hasUnusedShapes(): boolean {
    return this.#unusedShape.get() !== undefined;
  }

  /** Pages of the file, and how many of them hold nothing. */
  pages(): { readonly all: number; readonly free: number } {
    return { all: this.#pages.get() ?? 0, free: this.#freePages.get() ?? 0 };
  }
}
