import { deploymentsOf, SLOT_NANOS, type Deployment } from '#core/figures/deployments.ts';
import { latencyEdges } from '#core/figures/latency-edges.ts';
import { LatencySketch } from '#core/figures/latency-sketch.ts';
import type {
  FigureReader,
  IdMatches,
  LatencyGrid,
  ProjectSummary,
  SeriesBucket,
  ValueCounts,
} from '#core/ports/figure-reader.ts';
import type { ReadBudget, TimeWindow } from '#core/ports/span-store.ts';
import type { ClickHouse } from '../../client/clickhouse.ts';
import { Conditions } from '../../client/statement.ts';
import { asNano, asNumber, asText, asTextOrNull } from '../../schema/stored-span.ts';
import { allProjects } from '../../write/projects.ts';
import { checkBudget } from '../budget.ts';
import { addWindow } from '../lists/span-conditions.ts';
import { FACTS_SQL } from '../trace-facts.ts';
import { rootLatencies, series, spanCounts } from './series.ts';
import { spanValues, traceValues } from './value-counts.ts';

type Window = Required<TimeWindow>;

const DEPLOYMENTS_MAX = 200;

/** Figures over projects. */
export class ClickHouseFigureReader implements FigureReader {
  readonly #db: ClickHouse;

  constructor(db: ClickHouse) {
    this.#db = db;
  }

  async summaries(
    projectIds: readonly number[],
    window: Window,
    buckets: number,
  ): Promise<readonly ProjectSummary[]> {
    const projects = new Map((await allProjects(this.#db)).map(({ row }) => [row.id, row]));
    const wanted = projectIds.flatMap((id) => projects.get(id) ?? []);
    if (wanted.length === 0) return [];
    const ids = wanted.map(({ id }) => id);
    const [totals, failed, last, lines] = await Promise.all([
      series(this.#db, ids, window, 1),
      this.#failedTraces(ids, window, 1),
      this.#lastSpans(ids),
      spanCounts(this.#db, ids, window, buckets),
    ]);
    return wanted.flatMap((project) => {
      const [sums] = totals.get(project.id) ?? [];
      return sums === undefined
        ? []
        : {
            project,
            totals: sums,
            failedTraces: failed.get(project.id)?.[0] ?? 0,
            lastSpanUnixNano: last.get(project.id) ?? null,
            sparkline: lines.get(project.id) ?? [],
          };
    });
  }

  async series(
    projectId: number,
    window: Window,
    buckets: number,
  ): Promise<readonly SeriesBucket[]> {
    return (await series(this.#db, [projectId], window, buckets)).get(projectId) ?? [];
  }

  async failedTraces(
    projectId: number,
    window: Window,
    buckets: number,
  ): Promise<readonly number[]> {
    return (await this.#failedTraces([projectId], window, buckets)).get(projectId) ?? [];
  }

  async latencies(
    projectId: number,
    window: Window,
    columns: number,
    rows: number,
  ): Promise<LatencyGrid> {
    const sketches = await rootLatencies(this.#db, projectId, window, columns);
    const all = new LatencySketch();
    for (const sketch of sketches) all.merge(sketch);
    const [least, greatest] = [all.quantile(0), all.quantile(1)];
    if (least === null || greatest === null)
      return { edgesMs: [], columns: sketches.map(() => []) };
    const edgesMs = latencyEdges(least / 1e6, greatest / 1e6, rows);
    return {
      edgesMs,
      columns: sketches.map((sketch) => sketch.histogram(edgesMs.map((edge) => edge * 1e6))),
    };
  }

  async deployments(
    projectId: number,
    { startUnixNano, endUnixNano }: Window,
  ): Promise<readonly Deployment[]> {
    const conditions = new Conditions();
    const project = conditions.bind(projectId, 'UInt32');
    const sql = `SELECT service, service_version, environment, intDiv(start, ${SLOT_NANOS}) AS slot, min(start) AS since FROM spans FINAL
  WHERE project = ${project} AND isNotNull(service) GROUP BY service, service_version, environment, slot`;
    const runs = (await this.#db.rows(sql, conditions.params)).map((cells) => ({
      service: asText(cells, 'service'),
      version: asTextOrNull(cells, 'service_version'),
      environment: asTextOrNull(cells, 'environment'),
      firstSlot: Number(asNano(cells, 'slot')),
      lastSlot: Number(asNano(cells, 'slot')),
      sinceUnixNano: asNano(cells, 'since'),
    }));
    return deploymentsOf(runs)
      .filter(({ timeUnixNano }) => timeUnixNano >= startUnixNano && timeUnixNano < endUnixNano)
      .slice(-DEPLOYMENTS_MAX);
  }

  async valueCounts(
    projectId: number,
    of: 'spans' | 'traces',
    window: TimeWindow,
    budget: ReadBudget,
  ): Promise<ValueCounts> {
    checkBudget(budget);
    return of === 'spans'
      ? spanValues(this.#db, projectId, window)
      : traceValues(this.#db, projectId, window);
  }

  async idsLike(projectId: number, text: string, limit: number): Promise<IdMatches> {
    const conditions = new Conditions();
    const [project, part, count] = [
      conditions.bind(projectId, 'UInt32'),
      conditions.bind(text, 'String'),
      conditions.bind(limit, 'UInt64'),
    ];
    const users = `SELECT DISTINCT assumeNotNull(user_id) AS id FROM spans WHERE project = ${project} AND isNotNull(user_id)
  AND startsWith(assumeNotNull(user_id), ${part}) ORDER BY id LIMIT ${count}`;
    const inProject = `SELECT session_number FROM traces_by_id WHERE project = ${project} AND session_number != 0`;
    const sessions = `SELECT any(session_id) AS id, max(last) AS newest FROM (
  SELECT ${FACTS_SQL} FROM traces_by_id WHERE session_number IN (${inProject}) GROUP BY trace_id)
  GROUP BY session_no HAVING argMin(project_id, trace_number) = ${project}`;
    const starting = `SELECT id FROM (${sessions}) WHERE startsWith(id, ${part}) ORDER BY id LIMIT ${count}`;
    const within = `SELECT id FROM (${sessions}) WHERE positionCaseInsensitiveUTF8(id, ${part}) > 0 ORDER BY newest DESC LIMIT ${count}`;
    const [one, two, three] = await Promise.all(
      [users, starting, within].map(async (sql) =>
        (await this.#db.rows(sql, conditions.params)).map((cells) => asText(cells, 'id')),
      ),
    );
    return {
      users: one ?? [],
      sessions: [...new Set([...(two ?? []), ...(three ?? [])])].slice(0, limit),
    };
  }

  async timeParts(
    projectId: number,
    window: TimeWindow,
    spansInPart: number,
  ): Promise<readonly TimeWindow[]> {
    const conditions = new Conditions();
    conditions.add(`project = ${conditions.bind(projectId, 'UInt32')}`);
    addWindow(conditions, window);
    const size = conditions.bind(spansInPart, 'UInt64');
    const places = `SELECT start, row_number() OVER (ORDER BY start DESC) AS place, count() OVER () AS spans FROM spans FINAL WHERE ${conditions.where}`;
    const sql = `SELECT start, place, spans FROM (${places}) WHERE place = 1 OR (place % ${size} = 0 AND place < spans) ORDER BY start DESC, place`;
    const cuts = await this.#db.rows(sql, conditions.params);
    if (cuts.length === 0) return [];
    const parts: TimeWindow[] = [];
    let end = window.endUnixNano;
    for (const cells of cuts.filter((one) => asNumber(one, 'place') % spansInPart === 0)) {
      const start = asNano(cells, 'start');
      if (start === window.startUnixNano || start === end) continue;
      parts.push({ startUnixNano: start, ...(end === undefined ? {} : { endUnixNano: end }) });
      end = start;
    }
    const { startUnixNano } = window;
    return [
      ...parts,
      {
        ...(startUnixNano === undefined ? {} : { startUnixNano }),
        ...(end === undefined ? {} : { endUnixNano: end }),
      },
    ];
  }

  async #failedTraces(
    projectIds: readonly number[],
    { startUnixNano, endUnixNano }: Window,
    buckets: number,
  ): Promise<ReadonlyMap<number, number[]>> {
    const width = (endUnixNano - startUnixNano) / BigInt(buckets) || 1n;
    const conditions = new Conditions().oneOf('project_id', projectIds, 'UInt32');
    const start = conditions.bind(startUnixNano, 'Int64');
    const place = `least(toUInt64(${conditions.bind(buckets - 1, 'UInt64')}), toUInt64(intDiv(first - ${start}, ${conditions.bind(width, 'Int64')})))`;
    conditions.add(`first >= ${start} AND first < ${conditions.bind(endUnixNano, 'Int64')}`);
    const failed = `SELECT trace_id FROM spans FINAL WHERE ${conditions.beside().oneOf('project', projectIds, 'UInt32').where} AND status = 2`;
    const sql = `SELECT project_id, ${place} AS bucket, count() AS traces FROM (
  SELECT ${FACTS_SQL} FROM traces_by_id WHERE trace_id IN (${failed}) GROUP BY trace_id) WHERE ${conditions.where} GROUP BY project_id, bucket`;
    const found = new Map(projectIds.map((id) => [id, Array.from({ length: buckets }, () => 0)]));
    for (const cells of await this.#db.rows(sql, conditions.params)) {
      const counts = found.get(asNumber(cells, 'project_id'));
      if (counts !== undefined) counts[asNumber(cells, 'bucket')] = asNumber(cells, 'traces');
    }
    return found;
  }

  async #lastSpans(projectIds: readonly number[]): Promise<ReadonlyMap<number, bigint>> {
    const conditions = new Conditions().oneOf('project', projectIds, 'UInt32');
    const sql = `SELECT project, max(start) AS last FROM spans WHERE ${conditions.where} GROUP BY project`;
    return new Map(
      (await this.#db.rows(sql, conditions.params)).map((cells) => [
        asNumber(cells, 'project'),
        asNano(cells, 'last'),
      ]),
    );
  }
}
