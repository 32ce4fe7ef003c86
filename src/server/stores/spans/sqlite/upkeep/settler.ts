import type Database from 'better-sqlite3';
import type { Settled, Upkeep } from '#core/ports/upkeep.ts';
import { AnnotationEraser } from '../annotations/write/annotation-eraser.ts';
import { BlockMerger } from '../blocks/block-merger.ts';
import { BlockRepacker } from '../blocks/block-repacker.ts';
import { EventMerger, type EventWatch } from '../write/events/event-merger.ts';
import { StepTime, type Clock } from '../both/step-time.ts';
import { TraceIdFilters } from '../index/trace-id-filters.ts';
import { WordTable } from '../index/word-table.ts';
import type { WriteConnection } from '../write/write-connection.ts';
import { BlockRewriter } from './block-rewriter.ts';
import { BlockSettler } from './block-settler.ts';
import { DamageNotes } from './damage-notes.ts';
import { DirtyBlocks } from './dirty-blocks.ts';
import { ExtremeBuilder, ExtremeQueries } from './extreme-builder.ts';
import { Purger, NO_PROJECT } from './purger.ts';
import { ListZoneQueries, narrowListZones } from './list-zone-narrower.ts';
import { WordIndexer } from './word-indexer.ts';

/**
 * A step begins nothing further after this: neither a slice of spans, nor a block, nor a slice of
 * pages.
 */
const STEP_MS = 10;
const TRACES_IN_STEP = 400;
const PAGES_IN_STEP = 256;
const PAGES_IN_SLICE = 16;
/** Free pages are kept for ingest to use again: this share of the file, between these bounds. */
const FREE_SHARE_KEPT = 0.02;
const FREE_PAGES_MIN = 256;
const FREE_PAGES_MAX = 4_096;

/** Who is notified of what the settler finds. */
export interface SettlerHearers {
  /** Called when another number of blocks waits to be packed by conversation. */
  readonly onBlocksToSettle?: ((blocks: number) => void) | undefined;
  /** Called when blocks could not be read: with them in words, and with how many there are in all. */
  readonly onDamagedBlocks?: ((found: readonly string[], blocks: number) => void) | undefined;
}

/**
 * Background work in steps of some ten milliseconds, most urgent first: give stored spans their
 * events, make missing filters of trace ids, purge what was deleted, rewrite the blocks it lay in,
 * narrow extremes, empty the log (which still holds the old pages), give space back, and last narrow
 * zones of traces and sessions, make missing extremes, pack old blocks by conversation and index
 * their words.
 */
export class Settler implements Upkeep {
  readonly #connection: WriteConnection;
  readonly #clock: Clock;
  readonly #rewriter: BlockRewriter;
  readonly #blocks: BlockSettler;
  readonly #events: EventMerger;
  /** What ingest gains by and deletes take turns. */
  #isIngestsTurn = true;
  #asked: { readonly db: Database.Database; readonly queries: SettleQueries } | null = null;
  /**
   * Something was deleted since the log was last emptied. True at first: a process before this one
   * may have been killed in between.
   */
  #isLogSoiled = true;
  /** How many blocks wait to be settled was reported while they wait for the extremes of old spans. */
  #hasLooked = false;
  /** Names and models of deleted spans, which earlier versions left, are taken out once. */
  #areShapesTidy = false;
  /** Filters of trace ids that an upgrade left to be made are there. */
  #areIdFiltersStored = false;

  constructor(
    connection: WriteConnection,
    repacker = new BlockRepacker(null),
    watch: EventWatch | null = null,
    clock: Clock = () => performance.now(),
    { onBlocksToSettle, onDamagedBlocks }: SettlerHearers = {},
  ) {
    this.#connection = connection;
    this.#clock = clock;
    const damage = new DamageNotes(connection, onDamagedBlocks);
    this.#rewriter = new BlockRewriter({ connection, repacker, damage, clock });
    this.#blocks = new BlockSettler(connection, repacker, damage, onBlocksToSettle);
    this.#events = new EventMerger(connection, clock, watch);
  }

  /** Does one step of what deletes left to do and of events for stored spans, or of anything. */
  async settle(what: 'deletes' | 'all'): Promise<Settled> {
    if (what === 'all' && this.#connection.copyLogForStep()) return 'more';
    this.#isIngestsTurn = !this.#isIngestsTurn;
    if (this.#isIngestsTurn && this.#helpIngest()) return 'more';
    const erasing = this.#erase();
    if (erasing !== 'done') {
      this.#isLogSoiled = true;
      return erasing;
    }
    if (!this.#isIngestsTurn && this.#helpIngest()) return 'more';
    if (this.#giveBack()) return 'more';
    if (this.#isLogSoiled && this.#connection.truncateLog()) {
      this.#isLogSoiled = false;
      return 'more';
    }
    if (what === 'deletes') return 'done';
    if (this.#narrowListZones()) return 'more';
    if (this.#buildExtremes()) {
      if (!this.#hasLooked) this.#blocks.look(this.#queries);
      this.#hasLooked = true;
      return 'more';
    }
    return this.#blocks.step(this.#queries, this.#stepTime());
  }

  /** Those of the connection as it is: one that failed is closed, and another takes its place. */
  get #queries(): SettleQueries {
    const { db } = this.#connection;
    if (this.#asked?.db !== db) this.#asked = { db, queries: new SettleQueries(db, this.#clock) };
    return this.#asked.queries;
  }

  #helpIngest(): boolean {
    return this.#events.step(this.#stepTime()) || this.#buildIdFilters();
  }

  /** Makes those of traces that an earlier version stored; until then new ones are looked for longer. */
  #buildIdFilters(): boolean {
    this.#areIdFiltersStored ||= TraceIdFilters.areStored(this.#connection.db);
    if (this.#areIdFiltersStored) return false;
    const areLeft = this.#connection.transaction(({ traceIds }) =>
      traceIds.build(this.#stepTime()),
    );
    this.#areIdFiltersStored = !areLeft;
    return true;
  }

  #erase(): Settled {
    if (this.#purge()) return 'more';
    const rewriting = this.#rewriter.step(this.#queries.dirty, this.#stepTime());
    if (rewriting !== 'done') return rewriting;
    return this.#tidyShapes() || this.#narrowExtremes() ? 'more' : 'done';
  }

  #purge(): boolean {
    const queries = this.#queries;
    const traces = queries.deadTraces(TRACES_IN_STEP);
    if (traces.length > 0) {
      this.#connection.transaction((parts) => this.#purgeDeadTraces(new Purger(parts), traces));
      return true;
    }
    if (queries.hasDeadTargets)
      return this.#connection.transaction((parts) =>
        new AnnotationEraser(parts).purge(this.#stepTime()),
      );
    if (!queries.hasDeadProjects) return false;
    return this.#connection.transaction((parts) =>
      new Purger(parts).purgeProject(TRACES_IN_STEP, this.#stepTime()),
    );
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

  #tidyShapes(): boolean {
    if (this.#areShapesTidy) return false;
    const areUnused = this.#queries.hasUnusedShapes;
    if (areUnused) this.#connection.transaction(({ shapes }) => shapes.dropUnused());
    this.#areShapesTidy = true;
    return areUnused;
  }

  #narrowExtremes(): boolean {
    if (!this.#queries.extremes.areSoiled) return false;
    this.#connection.transaction((parts) => new ExtremeBuilder(parts).narrow(this.#stepTime()));
    return true;
  }

  #narrowListZones(): boolean {
    if (!this.#queries.listZones.areSoiled) return false;
    this.#connection.transaction((parts) => narrowListZones(parts, this.#stepTime()));
    return true;
  }

  /** Makes those of spans that an earlier version stored. */
  #buildExtremes(): boolean {
    if (!this.#queries.extremes.areMissing) return false;
    this.#connection.stepTransaction((parts) => new ExtremeBuilder(parts).build(this.#stepTime()));
    return true;
  }

  #giveBack(): boolean {
    const { db } = this.#connection;
    const { all, free } = this.#queries.pages();
    const kept = freePagesKept(all);
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

/**
 * The remaining background work, queried a hundred times a second while old blocks are packed:
 * compiled anew each time, these statements would take a few percent of a core and, until they are
 * collected, some 30 MB of memory.
 */
class SettleQueries {
  readonly dirty: DirtyBlocks;
  readonly merger: BlockMerger;
  readonly extremes: ExtremeQueries;
  readonly listZones: ListZoneQueries;
  readonly words: WordIndexer;
  readonly wordTable: WordTable;
  readonly #deadTraces: Database.Statement<[number], number>;
  readonly #deadTarget: Database.Statement<[]>;
  readonly #deadProject: Database.Statement<[]>;
  readonly #unusedShape: Database.Statement<[]>;
  readonly #freePages: Database.Statement<[], number>;
  readonly #pages: Database.Statement<[], number>;

  constructor(db: Database.Database, clock: Clock) {
    this.dirty = new DirtyBlocks(db);
    this.wordTable = new WordTable(db);
    this.merger = new BlockMerger(db, clock, this.wordTable);
    this.extremes = new ExtremeQueries(db);
    this.listZones = new ListZoneQueries(db);
    this.words = new WordIndexer(db, this.wordTable);
    this.#deadTraces = db
      .prepare<[number], number>(`SELECT id FROM traces WHERE project_id = ${NO_PROJECT} LIMIT ?`)
      .pluck(true);
    this.#deadTarget = db.prepare('SELECT 1 FROM dead_annotation_targets LIMIT 1');
    this.#deadProject = db.prepare('SELECT 1 FROM dead_projects LIMIT 1');
    this.#unusedShape = db.prepare('SELECT 1 FROM shapes WHERE span_count <= 0 LIMIT 1');
    this.#freePages = db.prepare<[], number>('PRAGMA freelist_count').pluck(true);
    this.#pages = db.prepare<[], number>('PRAGMA page_count').pluck(true);
  }

  /** Numbers of traces that are deleted and still have rows. */
  deadTraces(limit: number): readonly number[] {
    return this.#deadTraces.all(limit);
  }

  get hasDeadTargets(): boolean {
    return this.#deadTarget.get() !== undefined;
  }

  get hasDeadProjects(): boolean {
    return this.#deadProject.get() !== undefined;
  }

  get hasUnusedShapes(): boolean {
    return this.#unusedShape.get() !== undefined;
  }

  /** Pages of the file, and how many of them hold nothing. */
  pages(): { readonly all: number; readonly free: number } {
    return { all: this.#pages.get() ?? 0, free: this.#freePages.get() ?? 0 };
  }
}

/** How many free pages a file of so many keeps. */
export function freePagesKept(all: number): number {
  return Math.min(FREE_PAGES_MAX, Math.max(FREE_PAGES_MIN, Math.floor(all * FREE_SHARE_KEPT)));
}
