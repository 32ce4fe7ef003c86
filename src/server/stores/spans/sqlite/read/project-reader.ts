import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import type { ProjectRow } from '#core/ports/span-rows.ts';
import type { FigureReader, IdMatches, LatencyGrid, ProjectSummary, SeriesBucket, ValueCounts } from '#core/ports/figure-reader.ts';
import type { ProjectReader, ProjectRef } from '#core/ports/project-store.ts';
import type { Page, ReadBudget, TimeWindow } from '#core/ports/span-store.ts';
import type { StorageReader } from '#core/ports/upkeep.ts';
import type { SqlValue } from '../both/columns.ts';
import type { Deployment } from '#core/figures/deployments.ts';
import { DeploymentReader } from './deployment-reader.ts';
import { SqliteFigures } from './figure-reader.ts';
import { IdCompleter } from './id-completer.ts';
import { PROJECT_BY_NAME, PROJECT_SELECT, projectById, projectFromCells, type ProjectCells } from '../both/project-queries.ts';
import { RollupReader } from '../rollups/rollup-reader.ts';
import type { SpanListReader } from './span-list-reader.ts';
import { TimeParts } from './time-parts.ts';
import { ValueCounter } from './value-counter.ts';

const TIME_END = 2n ** 63n - 1n;

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
    this.#byNumber = db.prepare<[number], ProjectCells>(`${PROJECT_SELECT} WHERE id = ?`).safeIntegers(true);
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
    const cells = 'number' in ref ? this.#byNumber.get(ref.number) : this.#byName.get(ref.name, ref.name);
    return cells === undefined ? null : projectFromCells(cells);
  }

  async projects(query: Parameters<ProjectReader['projects']>[0]): Promise<Page<ProjectRow>> {
    const { beforeOrAtId = Number.MAX_SAFE_INTEGER, nameContains = '', ids, isListed = false } = query;
    const among = `${ids === undefined ? '' : 'id IN (SELECT value FROM json_each(?)) AND'} ${isListed ? 'purpose IS NULL AND' : ''}`;
    const cells = this.#db
      .prepare<SqlValue[], ProjectCells>(
        `${PROJECT_SELECT} WHERE ${among} id <= ? AND (? = '' OR instr(lower(name), lower(?)) > 0) ORDER BY id DESC LIMIT ?`,
      )
      .safeIntegers(true)
      .all(...(ids === undefined ? [] : [JSON.stringify(ids)]), beforeOrAtId, nameContains, nameContains, query.limit + 1);
    const rows = cells.map(projectFromCells);
    const next = rows[query.limit];
    return {
      rows: rows.slice(0, query.limit),
      next: next === undefined ? null : { sortValue: BigInt(next.id), id: next.id, inclusive: true },
    };
  }

  async summaries(projectIds: readonly number[], window: Required<TimeWindow>, buckets: number): Promise<readonly ProjectSummary[]> {
    return this.#db.transaction(() => projectIds.flatMap((id) => this.#summary(id, window, buckets) ?? []))();
  }

  async series(projectId: number, window: Required<TimeWindow>, buckets: number): Promise<readonly SeriesBucket[]> {
    return this.#db.transaction(() => this.#rollups.series(projectId, window, buckets))();
  }

  async failedTraces(projectId: number, window: Required<TimeWindow>, buckets: number): Promise<readonly number[]> {
    return this.#figures.failedTraces(projectId, window, buckets);
  }

  async latencies(projectId: number, window: Required<TimeWindow>, columns: number, rows: number): Promise<LatencyGrid> {
    return this.#db.transaction(() => this.#figures.latencies(projectId, window, columns, rows))();
  }

  async deployments(projectId: number, window: Required<TimeWindow>): Promise<readonly Deployment[]> {
    return this.#db.transaction(() => this.#deployments.deployments(projectId, window))();
  }

  async idsLike(projectId: number, text: string, limit: number): Promise<IdMatches> {
    return this.#db.transaction(() => this.#ids.matches(projectId, text, limit))();
  }

  async extent(projectId: number): Promise<Required<TimeWindow> | null> {
    return this.#figures.extent(projectId);
  }

  async valueCounts(projectId: number, of: 'spans' | 'traces', window: TimeWindow, budget: ReadBudget): Promise<ValueCounts> {
    return this.#db.transaction(() =>
      of === 'spans' ? this.#values.spans(projectId, window, budget) : this.#values.traces(projectId, window, budget),
    )();
  }

  async timeParts(projectId: number, window: TimeWindow, spansInPart: number): Promise<readonly TimeWindow[]> {
    return this.#timeParts.of(projectId, window, spansInPart);
  }

  /** Spans of deleted traces are counted until they are purged: those that still wait for it lie under project 0. */
  async spanBytes(projectId: number): Promise<number> {
    const dead = `SELECT sum(s.payload_bytes) FROM traces t CROSS JOIN spans s ON s.trace_number = t.id CROSS JOIN shapes h ON h.id = s.shape_id
      WHERE t.project_id = 0 AND h.project_id = p.id`;
    return (
      this.#db
        .prepare<[number], number>(`SELECT p.payload_bytes - coalesce((${dead}), 0) FROM projects p WHERE p.id = ?`)
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
    return (
      this.#db
        .prepare<[number, bigint, bigint], number>(
          'SELECT count(*) FROM traces WHERE project_id = ? AND start_time >= ? AND start_time < ?',
        )
        .pluck(true)
        .get(projectId, window.startUnixNano ?? -TIME_END, window.endUnixNano ?? TIME_END) ?? 0
    );
  }

  /** Sizes in bytes end in `Bytes`. */
  async storage(): Promise<Readonly<Record<string, number>>> {
    const count = (sql: string): number => this.#db.prepare<[], number | null>(sql).pluck(true).get() ?? 0;
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
      tracesToPurge: count('SELECT count(*) FROM traces WHERE project_id = 0'),
      projectsToPurge: count('SELECT count(*) FROM dead_projects'),
      waitingEvents: count('SELECT count(*) FROM waiting_events'),
    };
  }

  #summary(id: number, window: Required<TimeWindow>, buckets: number): ProjectSummary | null {
    const project = projectById(this.#db, id);
    if (project === null) return null;
    const [newest] = this.#spanLists.matching({ projectId: id, sort: 'start_time', order: 'desc', limit: 1 }, { over: () => false });
    return {
      project,
      totals: this.#rollups.total(id, window),
      failedTraces: this.#figures.failedTraces(id, window, 1)[0] ?? 0,
      lastSpanUnixNano: newest?.startTimeUnixNano ?? null,
      sparkline: this.#rollups.series(id, window, buckets).map(({ spans, errors }) => ({ spans, errors })),
    };
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
