import type Database from 'better-sqlite3';
import { AnnotationEraser } from '../annotations/write/annotation-eraser.ts';
import { projectTracesSql } from '../index/trace-run.ts';
import { erasedSpanFromCells, figuresOf, type ErasedSpan } from './erased-span.ts';
import type { PurgeStatements } from './purge-statements.ts';
import type { StepTime } from '../both/step-time.ts';
import type { WriteParts } from '../write/write-parts.ts';

const TRACES_SQL = projectTracesSql('traces_by_start');
/** Spans purged before the time is looked at. */
const SPANS_IN_SLICE = 25;

/**
 * The project number of traces that are deleted but whose rows are not yet purged. No project ever
 * has it.
 */
export const NO_PROJECT = 0;

/**
 * Deletes rows permanently. A trace dies at once by losing its project, its id and its session:
 * every read joins these. Its spans follow in pieces, and so do the bytes in their blocks.
 */
export class Purger {
  readonly #parts: WriteParts;
  readonly #db: Database.Database;
  readonly #statements: PurgeStatements;
  readonly #annotations: AnnotationEraser;
  /** Sessions that lost a trace. */
  readonly #untidy = new Set<bigint>();

  constructor(parts: WriteParts) {
    this.#parts = parts;
    this.#db = parts.db;
    this.#statements = parts.purging;
    this.#annotations = new AnnotationEraser(parts);
  }

  /**
   * Deletes spans from their table and from every count; their blocks are marked to be rewritten.
   */
  dropSpans(spans: readonly ErasedSpan[]): void {
    const bytes = new Map<number, number>();
    for (const span of spans) {
      this.#annotations.dropSpan(span.id);
      this.#statements.dropSpan.run(span.id);
      this.#statements.soilBlock.run(span.id);
      if (span.projectId === NO_PROJECT) continue;
      this.#parts.shapes.release(span.shapeId);
      this.#parts.extremes.soil(span.projectId, span.id);
      this.#parts.rollups.addSpan(figuresOf(span, span.projectId), -1);
      bytes.set(span.projectId, (bytes.get(span.projectId) ?? 0) + span.payloadBytes);
    }
    for (const [projectId, sum] of bytes) this.#statements.lightenProject.run(sum, projectId);
  }

  /**
   * Makes a live trace dead for every reader; its session is to be tidied afterwards. Returns how
   * many spans wait to be purged; null when there is no such trace.
   */
  killTrace(number: number): number | null {
    const trace = this.#statements.liveTrace.get(number);
    if (trace === undefined) return null;
    this.#parts.rollups.addTrace(Number(trace.project_id), trace.start_time, -1);
    this.#parts.traceZones.soil(Number(trace.project_id), number);
    this.#parts.events.dropTrace(number);
    this.#statements.killTrace.run(NO_PROJECT, number);
    this.#statements.dropOtherUsers.run(number);
    if (trace.session_number !== null) this.tidyLater(trace.session_number);
    return Number(trace.span_count);
  }

  /**
   * Sums a session over the traces it has left; one without traces goes. New sessions must be
   * stored before.
   */
  tidySession(number: bigint): void {
    if (!this.#parts.sessions.sum(Number(number))) this.dropSession(Number(number));
  }

  /** Has a session tidied with the others: once, however many traces it loses. */
  tidyLater(number: bigint): void {
    this.#untidy.add(number);
  }

  /** Tidies the sessions that lost traces; before the transaction ends. */
  tidySessions(): void {
    for (const number of this.#untidy) this.tidySession(number);
    this.#untidy.clear();
  }

  dropSession(number: number): void {
    this.#annotations.dropSession(number);
    this.#parts.sessionZones.soil([number]);
    this.#statements.dropSession.run(number);
    this.#statements.dropSessionRuns.run(number);
  }

  /**
   * Purges up to `limit` spans of a dead trace, then its row. Returns how many spans went; fewer
   * than `limit` means that it is gone.
   */
  purgeTrace(number: number, limit: number): number {
    const spans = this.#statements.spansOfTrace.all(number, limit).map(erasedSpanFromCells);
    this.dropSpans(spans);
    if (spans.length < limit) {
      this.#annotations.dropTrace(number);
      this.#statements.dropTrace.run(number);
      this.#statements.dropOtherUsers.run(number);
    }
    return spans.length;
  }

  /**
   * Purges a dead trace, slice by slice, and its row with the last. Returns whether it is gone:
   * false when the time was over before.
   */
  purgeTraceInTime(number: number, time: StepTime): boolean {
    while (this.purgeTrace(number, SPANS_IN_SLICE) === SPANS_IN_SLICE)
      if (time.isOver) return false;
    return true;
  }

  /**
   * Purges a piece of what deleted projects left, at most `limit` rows of a table: false when
   * nothing is left.
   */
  purgeProject(limit: number, time: StepTime): boolean {
    const project = this.#db
      .prepare<[], number>('SELECT id FROM dead_projects ORDER BY id LIMIT 1')
      .pluck(true)
      .get();
    if (project === undefined) return false;
    if (this.#purgeSessions(project, limit, time)) return true;
    const trace = this.#db
      .prepare<[number], number>(`SELECT t.id ${TRACES_SQL} WHERE runs.project_id = ? LIMIT 1`)
      .pluck(true)
      .get(project);
    if (trace !== undefined) {
      this.#purgeTraces(project, limit, time);
      return true;
    }
    for (const table of [
      'zones',
      'span_runs',
      'extremes',
      'trace_zones',
      'trace_runs',
      'session_zones',
      'rollups',
      'annotation_rollups',
      'service_runs',
    ]) {
      const changes = this.#db
        .prepare(`DELETE FROM ${table} WHERE project_id = ? LIMIT ?`)
        .run(project, limit).changes;
      if (changes === limit) return true;
    }
    this.#db.prepare('DELETE FROM shapes WHERE project_id = ?').run(project);
    // Most of its shapes went with the project itself.
    this.#db.exec('DELETE FROM shape_runs WHERE shape_id NOT IN (SELECT id FROM shapes)');
    this.#db.prepare('DELETE FROM dead_projects WHERE id = ?').run(project);
    return true;
  }

  /** Sessions come first, so that those which others have traces of go on soon. */
  #purgeSessions(project: number, limit: number, time: StepTime): boolean {
    const sessions = this.#db
      .prepare<[number, number], number>('SELECT id FROM sessions WHERE project_id = ? LIMIT ?')
      .pluck(true)
      .all(project, limit);
    for (const session of sessions) {
      if (this.#parts.sessionHeirs.passOn(session) === null) this.dropSession(session);
      if (time.isOver) break;
    }
    return sessions.length > 0;
  }

  /** A session of another project loses these traces here. */
  #purgeTraces(project: number, limit: number, time: StepTime): void {
    const traces = this.#db
      .prepare<[number, number], { id: bigint; session_number: bigint | null }>(
        `SELECT t.id, t.session_number ${TRACES_SQL} WHERE runs.project_id = ? LIMIT ?`,
      )
      .safeIntegers(true)
      .all(project, limit);
    for (const trace of traces) {
      if (!this.purgeTraceInTime(Number(trace.id), time)) break;
      if (trace.session_number !== null) this.tidyLater(trace.session_number);
      if (time.isOver) break;
    }
    this.tidySessions();
  }
}
