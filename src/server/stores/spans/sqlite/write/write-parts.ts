import type Database from 'better-sqlite3';
import { invariant } from '#contracts/wire/errors.ts';
import type { ReadStoredSpans } from '#core/otlp/read-stored-spans.ts';
import { AnnotationTable } from '../annotations/write/annotation-table.ts';
import type { BlockPacker } from '../blocks/block-packer.ts';
import { BlockWriter } from '../blocks/block-writer.ts';
import { INSERT_SPAN_SQL, type SqlValue } from '../both/columns.ts';
import { ExtremeWriter } from '../index/extreme-writer.ts';
import { ContextWriter } from './context-writer.ts';
import { Counters } from './counters.ts';
import { WaitingEvents } from './events/waiting-events.ts';
import { RepeatWriter } from './repeats/repeat-writer.ts';
import { RollupWriter } from '../rollups/rollup-writer.ts';
import { PurgeStatements } from '../upkeep/purge-statements.ts';
import { RereadStatements } from '../upkeep/rereading/reread-statements.ts';
import { ServiceRunWriter } from './service-run-writer.ts';
import { SessionHeirs } from './session-heirs.ts';
import { SessionWriter } from './session-writer.ts';
import { ShapeWriter } from './shape-writer.ts';
import { SpanIdAppender } from '../index/span-id-index.ts';
import { StagedRows } from './staged-rows.ts';
import { TraceWriter } from './trace-writer.ts';
import { WaitingAnnotations } from '../annotations/write/waiting-annotations.ts';
import { TraceIdFilters } from '../index/trace-id-filters.ts';
import { TraceZoneWriter } from '../index/trace-zone-writer.ts';
import { SessionZoneWriter } from '../index/session-zone-writer.ts';
import { ZoneWriter } from '../index/zone-writer.ts';

/** The dependencies of a writing transaction's parts, besides the database. */
export interface WritingMeans {
  readonly packer: BlockPacker;
  /** Reads the bytes of spans as ingest does. */
  readonly readSpans: ReadStoredSpans;
}

/** What is known of ids between transactions, by which new ones are distinguished from those stored. */
export type KnownIds = Pick<WriteParts, 'spanIds' | 'traceIds'>;

/** Reads what is known of the ids in a database. */
export function knownIds(db: Database.Database): KnownIds {
  return { spanIds: new SpanIdAppender(db), traceIds: new TraceIdFilters(db) };
}

/**
 * Everything a writing transaction works with: prepared statements and what they remember between
 * transactions. Memory may run ahead of the file only inside a transaction; after a rollback the
 * whole of it is thrown away and read again.
 */
export class WriteParts {
  readonly db: Database.Database;
  readonly counters: Counters;
  readonly rollups: RollupWriter;
  readonly services: ServiceRunWriter;
  readonly sessionHeirs: SessionHeirs;
  readonly sessions: SessionWriter;
  readonly traces: TraceWriter;
  readonly repeats: RepeatWriter;
  readonly shapes: ShapeWriter;
  readonly contexts: ContextWriter;
  readonly blocks: BlockWriter;
  readonly zones: ZoneWriter;
  readonly extremes: ExtremeWriter;
  readonly traceZones: TraceZoneWriter;
  readonly sessionZones: SessionZoneWriter;
  readonly spanIds: SpanIdAppender;
  readonly traceIds: TraceIdFilters;
  readonly waiting: WaitingAnnotations;
  readonly events: WaitingEvents;
  #annotations: AnnotationTable | null = null;
  #purging: PurgeStatements | null = null;
  #rereading: RereadStatements | null = null;
  readonly rows: StagedRows;
  readonly #insert: Database.Statement<SqlValue[]>;
  readonly #dropFrom: Database.Statement<[number]>;
  /** Project numbers by name. */
  readonly projectIds = new Map<string, number>();

  /**
   * With the ids that the parts before these knew, when all that these had written was committed:
   * megabytes would be read again.
   */
  constructor(
    db: Database.Database,
    { packer, readSpans }: WritingMeans,
    { spanIds, traceIds }: KnownIds = knownIds(db),
  ) {
    this.db = db;
    this.counters = new Counters(db);
    this.services = new ServiceRunWriter(db);
    this.rollups = new RollupWriter(db, (projectId, hour) => this.services.trim(projectId, hour));
    this.sessionZones = new SessionZoneWriter(db);
    this.sessionHeirs = new SessionHeirs(db, this.sessionZones, () => this.annotations);
    this.sessions = new SessionWriter(db, this.counters, this.sessionHeirs, this.sessionZones);
    this.traceZones = new TraceZoneWriter(db);
    this.traces = new TraceWriter(db, this.counters, this.sessions, this.rollups, {
      zones: this.traceZones,
      ids: traceIds,
    });
    this.shapes = new ShapeWriter(db, this.counters);
    this.repeats = new RepeatWriter(db, this.rollups, this.shapes);
    this.contexts = new ContextWriter(db, this.counters);
    this.blocks = new BlockWriter(db, packer);
    this.zones = new ZoneWriter(db);
    this.extremes = new ExtremeWriter(db);
    this.spanIds = spanIds;
    this.traceIds = traceIds;
    this.waiting = new WaitingAnnotations(db, this.counters, () => this.annotations);
    this.events = new WaitingEvents(db, this.counters, readSpans);
    this.rows = new StagedRows(db);
    this.#insert = db.prepare(INSERT_SPAN_SQL);
    this.#dropFrom = db.prepare('DELETE FROM spans WHERE id >= ?');
    const last = db.prepare<[], number | null>('SELECT max(id) FROM spans').pluck(true).get() ?? 0;
    invariant(last < this.counters.peek('span'), 'span numbers beyond the counter are free');
  }

  /** Made when first asked for: most transactions touch none. */
  get annotations(): AnnotationTable {
    this.#annotations ??= new AnnotationTable(this.db, this.counters);
    return this.#annotations;
  }

  /** Made when first asked for, as these are. */
  get purging(): PurgeStatements {
    this.#purging ??= new PurgeStatements(this.db);
    return this.#purging;
  }

  /** Made when first asked for, as these are. */
  get rereading(): RereadStatements {
    this.#rereading ??= new RereadStatements(this.db);
    return this.#rereading;
  }

  /**
   * Stores a span's row; false when its (trace, span id) is there already. Takes what
   * `spanParameters` gives.
   */
  insertSpan(parameters: readonly SqlValue[]): boolean {
    return this.#insert.run(...parameters).changes !== 0;
  }

  /** Takes the rows back that were inserted with numbers that are not taken yet. */
  dropUncounted(): void {
    this.#dropFrom.run(this.counters.peek('span'));
  }

  /** After a rollback, before the parts are thrown away. */
  discard(): void {
    this.blocks.discard();
  }

  /** Stores what was gathered in memory; the transaction commits right after. */
  flush(): void {
    this.blocks.begin();
    this.traces.flush();
    this.repeats.flush();
    this.shapes.flush();
    this.contexts.flush();
    this.zones.flush();
    this.extremes.flush();
    this.traceZones.flush();
    this.spanIds.flush();
    this.traceIds.flush();
    this.waiting.flush();
    this.#annotations?.flush();
    this.rollups.flush();
    this.services.flush();
    this.blocks.flush();
    this.counters.flush();
    if (this.projectIds.size > 4_096) this.projectIds.clear();
  }
}
