import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import type { Deployment } from '#core/figures/deployments.ts';
import type {
  FigureReader,
  IdMatches,
  LatencyGrid,
  ProjectSummary,
  SeriesBucket,
  ValueCounts,
} from '#core/ports/figure-reader.ts';
import type { ProjectReader, ProjectRef } from '#core/ports/project-store.ts';
import type { ProjectRow } from '#core/ports/span-rows.ts';
import type { Page, ReadBudget, TimeWindow } from '#core/ports/span-store.ts';
import type { StorageReader } from '#core/ports/upkeep.ts';
import type { SqlValue } from '../both/columns.ts';
import { foldedText } from '../both/connection.ts';
import {
  PROJECT_BY_NAME,
  PROJECT_SELECT,
  projectById,
  projectFromCells,
  type ProjectCells,
} from '../both/project-queries.ts';
import { RollupReader } from '../rollups/rollup-reader.ts';
import { SESSION_TRACES_SQL, TRACE_RUN_SQL, type StartedIn } from '../index/trace-run.ts';
import { ZONE_SPANS } from '../index/zone-writer.ts';
import { DeploymentReader } from './deployment-reader.ts';
import { SqliteFigures } from './figure-reader.ts';
import type { SpanListReader } from './span-list-reader.ts';
import { TRACE_COUNT_SQL, ValueCounter } from './value-counter.ts';
import { IS_NOT_DAMAGED_SQL } from '../blocks/damaged-blocks.ts';
import { boundsOf } from './shape-windows.ts';

export const ZONE_STARTS_SQL =
  'SELECT start_min FROM zones WHERE project_id = ? AND start_max >= ? AND start_min < ? ORDER BY start_min DESC';
const SPAN_COUNT_SQL = 'SELECT sum(span_count) FROM shapes WHERE project_id = ?';
/** Blocks that are not packed by conversation, but for the newest spans, which stay as they came. */
const BLOCKS_TO_INDEX_SQL = `SELECT count(*) FROM blocks_without_words INDEXED BY blocks_to_index
  WHERE level = 3 AND ${IS_NOT_DAMAGED_SQL}`;
const BLOCKS_TO_SETTLE_SQL = `SELECT count(*) FROM blocks INDEXED BY blocks_to_settle
  WHERE level <> 3 AND first_id < (SELECT max(id) FROM spans) - 8192 AND ${IS_NOT_DAMAGED_SQL}`;
const ZONE_COUNT_SQL = 'SELECT count(*) FROM zones WHERE project_id = ?';

/** Sessions of other projects between those of one: so many ids are looked at. */
const IDS_MAX = 5000;
/** The newest of a project, whose ids are read as a whole. */
const NEWEST_MAX = 2000;
/** After every text that begins with another. */
const LAST = '\u{10FFFF}';

/** The first user of a project from an id on, or after it. */
const nextUser = (from: '>' | '>='): string =>
  `SELECT min((SELECT user_id FROM traces INDEXED BY traces_by_user WHERE ${TRACE_RUN_SQL} = +runs.run AND project_id = runs.project_id
  AND user_id ${from} +? ORDER BY user_id LIMIT 1)) FROM trace_runs runs WHERE runs.project_id = +?`;
export const NEXT_USER_SQL = { from: nextUser('>='), after: nextUser('>') };
/** A session whose traces are all deleted is gone, though its row may wait for the purge. */
const IS_HELD = `EXISTS (SELECT 1 ${SESSION_TRACES_SQL} WHERE runs.session_number = z.id AND t.project_id = z.project_id)`;
export const SESSIONS_FROM_SQL = `SELECT z.session_id FROM
  (SELECT id, session_id, project_id FROM sessions WHERE session_id >= ? AND session_id < ? ORDER BY session_id LIMIT ${IDS_MAX}) z
  WHERE z.project_id = ? AND ${IS_HELD} LIMIT ?`;
export const SESSIONS_WITH_SQL = `SELECT z.session_id FROM
  (SELECT id, session_id, project_id FROM sessions WHERE project_id = ? ORDER BY end_time DESC LIMIT ${NEWEST_MAX}) z
  WHERE instr(folded(z.session_id), ?) > 0 AND ${IS_HELD} LIMIT ?`;
/** Projects, and figures about them. */
export class SqliteProjectReader implements ProjectReader, FigureReader, StorageReader {
  readonly #db: Database.Database;
  readonly #path: string;
  readonly #byNumber: Database.Statement<[number], ProjectCells>;
  readonly #byName: Database.Statement<[string, string], ProjectCells>;
  readonly #rollups: RollupReader;
  readonly #figures: SqliteFigures;
  readonly #deployments: DeploymentReader;
  readonly #ids: IdCompleter;
  readonly #spanLists: SpanListReader;
  readonly #values: ValueCounter;
  readonly #timeParts: TimeParts;

  constructor(db: Database.Database, path: string, spanLists: SpanListReader) {
    this.#db = db;
    this.#path = path;
    this.#byNumber = db
      .prepare<[number], ProjectCells>(`${PROJECT_SELECT} WHERE id = ?`)
      .safeIntegers(true);
    this.#byName = db.prepare<[string, string], ProjectCells>(PROJECT_BY_NAME).safeIntegers(true);
    this.#rollups = new RollupReader(db);
    this.#figures = new SqliteFigures(db);
    this.#deployments = new DeploymentReader(db);
    this.#ids = new IdCompleter(db);
    this.#spanLists = spanLists;
    this.#values = new ValueCounter(db);
    this.#timeParts = new TimeParts(db);
  }

  async findProject(ref: ProjectRef): Promise<ProjectRow | null> {
    const cells =
      'number' in ref ? this.#byNumber.get(ref.number) : this.#byName.get(ref.name, ref.name);
    return cells === undefined ? null : projectFromCells(cells);
  }

  async projects(query: Parameters<ProjectReader['projects']>[0]): Promise<Page<ProjectRow>> {
    const {
      beforeOrAtId = Number.MAX_SAFE_INTEGER,
      nameContains = '',
      ids,
      isListed = false,
    } = query;
    const among = `${ids === undefined ? '' : 'id IN (SELECT value FROM json_each(?)) AND'} ${isListed ? 'purpose IS NULL AND' : ''}`;
    const cells = this.#db
      .prepare<SqlValue[], ProjectCells>(
        `${PROJECT_SELECT} WHERE ${among} id <= ? AND (? = '' OR instr(folded(name), ?) > 0) ORDER BY id DESC LIMIT ?`,
      )
      .safeIntegers(true)
      .all(
        ...(ids === undefined ? [] : [JSON.stringify(ids)]),
        beforeOrAtId,
        nameContains,
        foldedText(nameContains),
        query.limit + 1,
      );
    const rows = cells.map(projectFromCells);
    const next = rows[query.limit];
    return {
      rows: rows.slice(0, query.limit),
      next:
        next === undefined ? null : { sortValue: BigInt(next.id), id: next.id, inclusive: true },
    };
  }

  async summaries(
    projectIds: readonly number[],
    window: Required<TimeWindow>,
    buckets: number,
  ): Promise<readonly ProjectSummary[]> {
    return this.#db.transaction(() =>
      projectIds.flatMap((id) => this.#summary(id, window, buckets) ?? []),
    )();
  }

  async series(
    projectId: number,
    window: Required<TimeWindow>,
    buckets: number,
  ): Promise<readonly SeriesBucket[]> {
    return this.#db.transaction(() => this.#rollups.series(projectId, window, buckets))();
  }

  async failedTraces(
    projectId: number,
    window: Required<TimeWindow>,
    buckets: number,
  ): Promise<readonly number[]> {
    return this.#figures.failedTraces(projectId, window, buckets);
  }

  async latencies(
    projectId: number,
    window: Required<TimeWindow>,
    columns: number,
    rows: number,
  ): Promise<LatencyGrid> {
    return this.#db.transaction(() => this.#figures.latencies(projectId, window, columns, rows))();
  }

  async deployments(
    projectId: number,
    window: Required<TimeWindow>,
  ): Promise<readonly Deployment[]> {
    return this.#db.transaction(() => this.#deployments.deployments(projectId, window))();
  }

  async idsLike(projectId: number, text: string, limit: number): Promise<IdMatches> {
    return this.#db.transaction(() => this.#ids.matches(projectId, text, limit))();
  }

  async extent(projectId: number): Promise<Required<TimeWindow> | null> {
    return this.#figures.extent(projectId);
  }

  async valueCounts(
    projectId: number,
    of: 'spans' | 'traces',
    window: TimeWindow,
    budget: ReadBudget,
  ): Promise<ValueCounts> {
    return this.#db.transaction(() =>
      of === 'spans'
        ? this.#values.spans(projectId, window, budget)
        : this.#values.traces(projectId, window, budget),
    )();
  }

  async timeParts(
    projectId: number,
    window: TimeWindow,
    spansInPart: number,
  ): Promise<readonly TimeWindow[]> {
    return this.#timeParts.of(projectId, window, spansInPart);
  }

  /**
   * Spans of deleted traces are counted until they are purged: those that still wait for it lie
   * under project 0.
   */
  async spanBytes(projectId: number): Promise<number> {
    const dead = `SELECT sum(s.payload_bytes) FROM traces t CROSS JOIN spans s ON s.trace_number = t.id CROSS JOIN shapes h ON h.id = s.shape_id
      WHERE t.project_id = 0 AND h.project_id = p.id`;
    return (
      this.#db
        .prepare<[number], number>(
          `SELECT p.payload_bytes - coalesce((${dead}), 0) FROM projects p WHERE p.id = ?`,
        )
        .pluck(true)
        .get(projectId) ?? 0
    );
  }

  async traceBytes(projectId: number, traceNumber: number): Promise<number> {
    if (projectId === 0) return 0;
    return (
      this.#db
        .prepare<[number, number], number | null>(
          'SELECT sum(s.payload_bytes) FROM traces t CROSS JOIN spans s ON s.trace_number = t.id WHERE t.id = ? AND t.project_id = ?',
        )
        .pluck(true)
        .get(traceNumber, projectId) ?? 0
    );
  }

  async countTraces(projectId: number, window: TimeWindow): Promise<number> {
    // Traces of deleted projects and deleted traces wait for their purge under project 0.
    if (projectId === 0) return 0;
    const bounds = boundsOf(window);
    return (
      this.#db
        .prepare<[number, ...StartedIn], number>(TRACE_COUNT_SQL)
        .pluck(true)
        .get(projectId, ...bounds, ...bounds) ?? 0
    );
  }

  /** Sizes in bytes end in `Bytes`. */
  async storage(): Promise<Readonly<Record<string, number>>> {
    const count = (sql: string): number =>
      this.#db.prepare<[], number | null>(sql).pluck(true).get() ?? 0;
    const pageBytes = Number(this.#db.pragma('page_size', { simple: true }));
    return {
      projects: count('SELECT count(*) FROM projects'),
      payloadBytes: count('SELECT sum(payload_bytes) FROM projects'),
      spans: count('SELECT sum(span_count) FROM shapes'),
      traces: count('SELECT sum(traces) FROM rollups WHERE level = 1'),
      sessions: count('SELECT count(*) FROM sessions'),
      fileBytes: sizeOf(this.#path),
      walBytes: sizeOf(`${this.#path}-wal`),
      freeBytes: Number(this.#db.pragma('freelist_count', { simple: true })) * pageBytes,
      blocksToRewrite: count('SELECT count(*) FROM dirty_blocks'),
      blocksToSettle: count(BLOCKS_TO_SETTLE_SQL),
      blocksToIndex: count(BLOCKS_TO_INDEX_SQL),
      damagedBlocks: count('SELECT count(*) FROM damaged_blocks'),
      tracesToPurge: count('SELECT count(*) FROM traces WHERE project_id = 0'),
      projectsToPurge: count('SELECT count(*) FROM dead_projects'),
      waitingEvents: count('SELECT count(*) FROM waiting_events'),
    };
  }

  #summary(id: number, window: Required<TimeWindow>, buckets: number): ProjectSummary | null {
    const project = projectById(this.#db, id);
    if (project === null) return null;
    const [newest] = this.#spanLists.matching(
      { projectId: id, sort: 'start_time', order: 'desc', limit: 1 },
      { over: () => false },
    );
    return {
      project,
      totals: this.#rollups.total(id, window),
      failedTraces: this.#figures.failedTraces(id, window, 1)[0] ?? 0,
      lastSpanUnixNano: newest?.startTimeUnixNano ?? null,
      sparkline: this.#rollups
        .series(id, window, buckets)
        .map(({ spans, errors }) => ({ spans, errors })),
    };
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Cuts windows by the zones of a project, which hold about as many of its spans each. */
class TimeParts {
  readonly #starts: Database.Statement<[number, bigint, bigint], bigint>;
  readonly #spans: Database.Statement<[number], number | null>;
  readonly #zones: Database.Statement<[number], number>;

  constructor(db: Database.Database) {
    this.#starts = db
      .prepare<[number, bigint, bigint], bigint>(ZONE_STARTS_SQL)
      .pluck(true)
      .safeIntegers(true);
    this.#spans = db.prepare<[number], number | null>(SPAN_COUNT_SQL).pluck(true);
    this.#zones = db.prepare<[number], number>(ZONE_COUNT_SQL).pluck(true);
  }

  of(projectId: number, window: TimeWindow, spansInPart: number): TimeWindow[] {
    const [from, to] = boundsOf(window);
    const starts = this.#starts.all(projectId, from, to);
    if (starts.length === 0) return [];
    // Where projects send at once, each has few spans in a zone.
    const inZone = Math.min(
      ZONE_SPANS,
      Math.max(1, (this.#spans.get(projectId) ?? 0) / Math.max(1, this.#zones.get(projectId) ?? 0)),
    );
    const zonesInPart = Math.max(1, Math.round(spansInPart / inZone));
    const parts: TimeWindow[] = [];
    let end = window.endUnixNano;
    for (let last = zonesInPart - 1; last < starts.length - 1; last += zonesInPart) {
      const start = starts[last];
      if (start === undefined || start <= from || (end !== undefined && start >= end)) continue;
      parts.push({ startUnixNano: start, ...(end === undefined ? {} : { endUnixNano: end }) });
      end = start;
    }
    const { startUnixNano } = window;
    parts.push({
      ...(startUnixNano === undefined ? {} : { startUnixNano }),
      ...(end === undefined ? {} : { endUnixNano: end }),
    });
    return parts;
  }
}

/** Ids of a project by what was typed of them, each read through an index and bounded. */
class IdCompleter {
  readonly #userFrom: Database.Statement<[string, number], string | null>;
  readonly #userAfter: Database.Statement<[string, number], string | null>;
  readonly #sessionsFrom: Database.Statement<[string, string, number, number], string>;
  readonly #sessionsWith: Database.Statement<[number, string, number], string>;

  constructor(db: Database.Database) {
    this.#userFrom = db.prepare<[string, number], string | null>(NEXT_USER_SQL.from).pluck(true);
    this.#userAfter = db.prepare<[string, number], string | null>(NEXT_USER_SQL.after).pluck(true);
    this.#sessionsFrom = db
      .prepare<[string, string, number, number], string>(SESSIONS_FROM_SQL)
      .pluck(true);
    this.#sessionsWith = db
      .prepare<[number, string, number], string>(SESSIONS_WITH_SQL)
      .pluck(true);
  }

  matches(projectId: number, text: string, limit: number): IdMatches {
    const starting = this.#sessionsFrom.all(text, text + LAST, projectId, limit);
    const within =
      starting.length < limit ? this.#sessionsWith.all(projectId, foldedText(text), limit) : [];
    return {
      users: this.#users(projectId, text, limit),
      sessions: [...new Set([...starting, ...within])].slice(0, limit),
    };
  }

  /** One step of the index for each user, however many traces one has. */
  #users(projectId: number, text: string, limit: number): readonly string[] {
    const users: string[] = [];
    let user = this.#userFrom.get(text, projectId);
    while (user?.startsWith(text) === true) {
      users.push(user);
      if (users.length === limit) break;
      user = this.#userAfter.get(user, projectId);
    }
    return users;
  }
}
