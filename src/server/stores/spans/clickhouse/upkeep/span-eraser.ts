import type { SpanEraser, TimeWindow } from '#core/ports/span-store.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import { Conditions, pieces } from '../client/statement.ts';
import { sessionFactsByNumber } from '../read/session-facts.ts';
import { inTraces, spansByNumber } from '../read/span-finder.ts';
import { FACTS_SQL, traceFacts, traceFactsByNumber, type TraceFacts } from '../read/trace-facts.ts';
import { HOUR_NANOS } from '../schema/span-columns.ts';
import { asNumber, type NarrowSpan } from '../schema/stored-span.ts';
import { allProjects, putProjects } from '../write/projects.ts';
import { remark } from '../write/remark.ts';
import { summarizeTraces } from '../write/trace-summaries.ts';
import type { WriteContext } from '../write/write-context.ts';
import { deleteAnnotationsOf, deleteAnnotationsOfSpans } from './annotation-eraser.ts';

/** Writes of spans wait for so many. */
const TRACES_AT_ONCE = 500;
const DELETED_SQL = `SELECT id FROM (SELECT id, is_deleted FROM projects ORDER BY version DESC LIMIT 1 BY id) WHERE is_deleted = 1`;
/** Deleted projects of which rows are left. */
const DEAD_SQL = `SELECT DISTINCT project AS dead FROM (SELECT project FROM spans WHERE project IN (${DELETED_SQL})
  UNION ALL SELECT project FROM traces_by_id WHERE project IN (${DELETED_SQL}))`;

/** Deletes: what is deleted is hidden at once; its bytes go with `settle`. */
export class ClickHouseSpanEraser implements SpanEraser {
  readonly #context: WriteContext;
  readonly #db: ClickHouse;

  constructor(context: WriteContext) {
    this.#context = context;
    this.#db = context.db;
  }

  deleteSpans(numbers: readonly number[]): Promise<number> {
    return this.#context.serial.run(async () => {
      const spans = await spansByNumber(this.#db, [...new Set(numbers)]);
      if (spans.length === 0) return 0;
      const traceIds = [...new Set(spans.map(({ traceId }) => traceId))];
      const before = [...(await traceFacts(this.#db, traceIds)).values()];
      await deleteAnnotationsOf(
        this.#db,
        'span',
        spans.map(({ number }) => number),
      );
      for (const some of pieces(spans, 2_000)) await this.#deleteRows(some);
      for (const some of pieces(traceIds, TRACES_AT_ONCE))
        await this.#context.spans.run(async () => {
          await summarizeTraces(this.#db, some);
          await remark(this.#context, some);
        });
      await this.#forget(before);
      this.#context.pending.hasMasks = true;
      return spans.length;
    });
  }

  deleteTraces(numbers: readonly number[]): Promise<number> {
    return this.#context.serial.run(async () =>
      this.#deleteTraces(await traceFactsByNumber(this.#db, [...new Set(numbers)])),
    );
  }

  deleteTracesIn(
    projectId: number,
    { startUnixNano, endUnixNano }: Required<TimeWindow>,
  ): Promise<number> {
    return this.#context.serial.run(async () => {
      const conditions = new Conditions();
      const project = conditions.bind(projectId, 'UInt32');
      conditions.add(`project_id = ${project}`);
      conditions.add(
        `first >= ${conditions.bind(startUnixNano, 'Int64')} AND first < ${conditions.bind(endUnixNano, 'Int64')}`,
      );
      const inProject = `SELECT trace_id FROM traces_by_id WHERE project = ${project}`;
      const sql = `SELECT trace_number FROM (SELECT ${FACTS_SQL} FROM traces_by_id WHERE trace_id IN (${inProject}) GROUP BY trace_id) WHERE ${conditions.where}`;
      const numbers = (await this.#db.rows(sql, conditions.params)).map((cells) =>
        asNumber(cells, 'trace_number'),
      );
      return this.#deleteTraces(await traceFactsByNumber(this.#db, numbers));
    });
  }

  deleteSessions(numbers: readonly number[]): Promise<number> {
    return this.#context.serial.run(async () => {
      const sessions = await sessionFactsByNumber(this.#db, [...new Set(numbers)]);
      for (const some of pieces([...sessions.keys()])) {
        const conditions = new Conditions().oneOf('session_number', some, 'UInt64');
        const sql = `SELECT number FROM traces_by_id WHERE ${conditions.where}`;
        const traces = (await this.#db.rows(sql, conditions.params)).map((cells) =>
          asNumber(cells, 'number'),
        );
        const facts = await traceFactsByNumber(this.#db, [...new Set(traces)]);
        await this.#deleteTraces(
          facts.filter(
            ({ sessionNumber }) => sessionNumber !== null && sessions.has(sessionNumber),
          ),
        );
      }
      return sessions.size;
    });
  }

  deleteProject(projectId: number): Promise<boolean> {
    return this.#context.serial.run(async () => {
      const project = (await allProjects(this.#db)).find(({ row }) => row.id === projectId);
      if (project === undefined) return false;
      await putProjects(this.#db, [{ ...project, version: project.version + 1 }], true);
      try {
        await this.#context.numbers.release('project', projectId);
        await this.#purgeProject(projectId);
      } catch (error) {
        this.#context.pending.hasDeadProjects = true;
        throw error;
      }
      return true;
    });
  }

  /** Purges what is left of deleted projects; to be called within a turn. */
  async purgeDeadProjects(): Promise<void> {
    for (const cells of await this.#db.rows(DEAD_SQL))
      await this.#purgeProject(asNumber(cells, 'dead'));
  }

  async #purgeProject(projectId: number): Promise<void> {
    const conditions = new Conditions();
    conditions.add(`project = ${conditions.bind(projectId, 'UInt32')}`);
    const inProject = `SELECT ${FACTS_SQL} FROM traces_by_id WHERE ${conditions.where} GROUP BY trace_id`;
    const facts = (
      await this.#db.rows(`SELECT trace_number FROM (${inProject})`, conditions.params)
    ).map((cells) => asNumber(cells, 'trace_number'));
    const before = await traceFactsByNumber(this.#db, facts);
    await deleteAnnotationsOfSpans(this.#db, conditions.where, conditions.params);
    await this.#db.command(`DELETE FROM spans WHERE ${conditions.where}`, conditions.params);
    await this.#db.command(`DELETE FROM traces_by_id WHERE ${conditions.where}`, conditions.params);
    await this.#forget(before);
    this.#context.pending.hasMasks = true;
  }

  async #deleteTraces(traces: readonly TraceFacts[]): Promise<number> {
    for (const some of pieces(traces, 2_000)) {
      const ids = some.map(({ traceId }) => traceId);
      const conditions = new Conditions();
      const where = inTraces(conditions, ids);
      await deleteAnnotationsOfSpans(this.#db, where, conditions.params);
      const lying = new Conditions().oneOfIds('trace_id', ids, 16);
      const hours = await this.#db.rows(
        `SELECT DISTINCT hour FROM traces_by_id WHERE ${lying.where}`,
        lying.params,
      );
      const rows = new Conditions()
        .oneOf(
          'hour',
          hours.map((cells) => asNumber(cells, 'hour')),
          'UInt32',
        )
        .oneOf('lower(hex(trace_id))', ids, 'String');
      await this.#db.command(`DELETE FROM spans WHERE ${rows.where}`, rows.params);
      const known = new Conditions().oneOf('lower(hex(trace_id))', ids, 'String');
      await this.#db.command(`DELETE FROM traces_by_id WHERE ${known.where}`, known.params);
    }
    await this.#forget(traces);
    if (traces.length > 0) this.#context.pending.hasMasks = true;
    return traces.length;
  }

  async #deleteRows(spans: readonly NarrowSpan[]): Promise<void> {
    const rows = new Conditions()
      .oneOf(
        'hour',
        [...new Set(spans.map(({ startTimeUnixNano }) => Number(startTimeUnixNano / HOUR_NANOS)))],
        'UInt32',
      )
      .oneOf(
        'lower(hex(concat(trace_id, span_id)))',
        spans.map(({ traceId, spanId }) => traceId + spanId),
        'String',
      );
    await this.#db.command(`DELETE FROM spans WHERE ${rows.where}`, rows.params);
    const events = new Conditions().oneOf(
      'lower(hex(concat(trace_id, span_id)))',
      spans.map(({ traceId, spanId }) => traceId + spanId),
      'String',
    );
    await this.#deleteEvents(events);
  }

  /**
   * Deletes the annotations of traces and sessions that are gone, and the events that wait for
   * them.
   */
  async #forget(before: readonly TraceFacts[]): Promise<void> {
    const left = await traceFacts(
      this.#db,
      before.map(({ traceId }) => traceId),
    );
    const gone = before.filter(({ traceId }) => !left.has(traceId));
    await deleteAnnotationsOf(
      this.#db,
      'trace',
      gone.map(({ number }) => number),
    );
    for (const some of pieces(gone))
      await this.#deleteEvents(
        new Conditions().oneOf(
          'lower(hex(trace_id))',
          some.map(({ traceId }) => traceId),
          'String',
        ),
      );
    const sessions = [...new Set(before.flatMap(({ sessionNumber }) => sessionNumber ?? []))];
    const kept = await sessionFactsByNumber(this.#db, sessions);
    await deleteAnnotationsOf(
      this.#db,
      'session',
      sessions.filter((number) => !kept.has(number)),
    );
  }

  async #deleteEvents(conditions: Conditions): Promise<void> {
    const [cells] = await this.#db.rows(
      `SELECT count() AS events FROM waiting_events WHERE ${conditions.where}`,
      conditions.params,
    );
    if (cells !== undefined && asNumber(cells, 'events') > 0)
      await this.#db.command(
        `DELETE FROM waiting_events WHERE ${conditions.where}`,
        conditions.params,
      );
  }
}
