import type Database from 'better-sqlite3';
import type { Settled, Upkeep } from '#core/ports/upkeep.ts';
import { AnnotationEraser } from '../annotations/write/annotation-eraser.ts';
import type { FreshBlock } from '../blocks/block-merger.ts';
import { BlockRepacker, type Repacking } from '../blocks/block-repacker.ts';
import { BlockRewriter } from './block-rewriter.ts';
import { EventMerger, type EventWatch } from '../write/events/event-merger.ts';
import { freeLarge } from '../both/free-large.ts';
import { Purger } from './purger.ts';
import { SettleQueries } from './settle-queries.ts';
import { StepTime, type Clock } from '../both/step-time.ts';
import type { WriteConnection } from '../write/write-connection.ts';

/** A step begins nothing further after this: neither a slice of spans, nor a block, nor a slice of pages. */
const STEP_MS = 10;
const TRACES_IN_STEP = 400;
const BLOCKS_IN_STEP = 16;
const PAGES_IN_STEP = 256;
const PAGES_IN_SLICE = 16;
/** Free pages are kept for ingest to use again, up to this share of the file. */
const FREE_SHARE_KEPT = 0.02;
const FREE_PAGES_KEPT = 256;

/**
 * Background work in steps of some ten milliseconds, most urgent first: give stored spans their events, purge what was deleted, rewrite the blocks it lay in, empty the
 * log (which still holds the old pages), give space back, and last pack old blocks better.
 */
export class Settler implements Upkeep {
  readonly #connection: WriteConnection;
  readonly #clock: Clock;
  readonly #repacker: BlockRepacker;
  readonly #events: EventMerger;
  /** Events and deletes take turns. */
  #isEventsTurn = true;
  #asked: { readonly db: Database.Database; readonly queries: SettleQueries } | null = null;
  /** Something was deleted since the log was last emptied. True at first: a process before this one may have been killed in between. */
  #isLogSoiled = true;
  /** Names and models of deleted spans, which earlier versions left, are taken out once. */
  #areShapesTidy = false;
  /** Blocks that are being packed into one. */
  #merging: { readonly blocks: readonly FreshBlock[]; readonly job: Repacking } | null = null;

  constructor(
    connection: WriteConnection,
    repacker = new BlockRepacker(null),
    watch: EventWatch | null = null,
    clock: Clock = () => performance.now(),
  ) {
    this.#connection = connection;
    this.#clock = clock;
    this.#repacker = repacker;
    this.#events = new EventMerger(connection, clock, watch);
  }

  /** Does one step of what deletes left to do and of events for stored spans, or of anything. */
  async settle(what: 'deletes' | 'all'): Promise<Settled> {
    this.#isEventsTurn = !this.#isEventsTurn;
    if (this.#isEventsTurn && this.#events.step(this.#stepTime())) return 'more';
    if (this.#purge() || this.#rewrite() || this.#tidyShapes()) {
      this.#isLogSoiled = true;
      return 'more';
    }
    if (!this.#isEventsTurn && this.#events.step(this.#stepTime())) return 'more';
    if (this.#giveBack()) return 'more';
    if (this.#isLogSoiled && this.#connection.truncateLog()) {
      this.#isLogSoiled = false;
      return 'more';
    }
    return what === 'all' ? this.#merge() : 'done';
  }

  /** Those of the connection as it is: one that failed is closed, and another takes its place. */
  get #queries(): SettleQueries {
    const { db } = this.#connection;
    if (this.#asked?.db !== db) this.#asked = { db, queries: new SettleQueries(db) };
    return this.#asked.queries;
  }

  #merge(): Settled {
    const { merger } = this.#queries;
    if (this.#merging !== null) {
      const { blocks, job } = this.#merging;
      if (job.answer === null) return 'waiting';
      this.#merging = null;
      const frame = this.#repacker.take(job);
      this.#connection.transaction(() => merger.replace(blocks, job.frames, frame), 'few');
      [...job.frames, frame].forEach(freeLarge);
    }
    const blocks = merger.next();
    if (blocks === null) {
      this.#repacker.rest();
      return 'done';
    }
    const job = this.#repacker.begin(merger.framesOf(blocks));
    this.#merging = { blocks, job };
    return job.answer === null ? 'waiting' : 'more';
  }

  #purge(): boolean {
    const queries = this.#queries;
    const traces = queries.deadTraces(TRACES_IN_STEP);
    if (traces.length > 0) {
      this.#connection.transaction((parts) => this.#purgeDeadTraces(new Purger(parts), traces));
      return true;
    }
    if (queries.hasDeadTargets) return this.#connection.transaction((parts) => new AnnotationEraser(parts).purge(this.#stepTime()));
    if (!queries.hasDeadProjects) return false;
    return this.#connection.transaction((parts) => new Purger(parts).purgeProject(TRACES_IN_STEP, this.#stepTime()));
  }

  #purgeDeadTraces(purger: Purger, traces: readonly number[]): void {
    const time = this.#stepTime();
    for (const number of traces) {
      purger.purgeTraceInTime(number, time);
      if (time.isOver) return;
    }
  }

  #stepTime(): StepTime {
    return new StepTime(this.#clock, STEP_MS);
  }

  #rewrite(): boolean {
    const blocks = this.#queries.dirtyBlocks(BLOCKS_IN_STEP);
    if (blocks.length === 0) return false;
    this.#connection.transaction((parts) => {
      const rewriter = new BlockRewriter(parts);
      const time = this.#stepTime();
      for (const firstId of blocks) {
        rewriter.rewrite(firstId);
        if (time.isOver) return;
      }
    });
    return true;
  }

  #tidyShapes(): boolean {
    if (this.#areShapesTidy) return false;
    this.#areShapesTidy = true;
    if (!this.#queries.hasUnusedShapes) return false;
    this.#connection.transaction(({ shapes }) => shapes.dropUnused());
    return true;
  }

  #giveBack(): boolean {
    const { db } = this.#connection;
    const { all, free } = this.#queries.pages();
    const kept = Math.max(FREE_PAGES_KEPT, Math.floor(all * FREE_SHARE_KEPT));
    if (free <= kept) return false;
    const surplus = Math.min(PAGES_IN_STEP, free - kept);
    this.#connection.transaction(() => {
      const time = this.#stepTime();
      for (let given = 0; given < surplus && !(given > 0 && time.isOver); given += PAGES_IN_SLICE)
        db.pragma(`incremental_vacuum(${Math.min(PAGES_IN_SLICE, surplus - given)})`);
    });
    this.#isLogSoiled = true;
    return true;
  }
}
