import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import { LatencySketch } from '#core/figures/latency-sketch.ts';
import type { SeriesBucket } from '#core/ports/figure-reader.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import type { ClickHouse } from '../../client/clickhouse.ts';
import type { Cells } from '../../client/row-reader.ts';
import { Conditions } from '../../client/statement.ts';
import { asNumber, asTextOrNull } from '../../schema/stored-span.ts';
import { bucketSql, wholeMinutes } from '../buckets.ts';
import { addWindow } from '../lists/span-conditions.ts';
import { FACTS_SQL } from '../trace-facts.ts';
import { COUNTS_COST_SQL, COUNTS_TOKENS_SQL } from '../trace-rows.ts';

type Window = Required<TimeWindow>;

/** Groups durations that differ by less than 1 %, of which one stands for all. */
const GRADES_IN_E = 50;
/** Without a duration nothing is known of a root's latency: most often its end was never sent. */
const TIMED_ROOT_SQL = 'isNull(parent_id) AND end != start';
const LLM = SPAN_KINDS.indexOf('LLM');

/**
 * Figures of projects by equal intervals of a window, from their spans without those that were
 * stored twice. As many statements for many projects as for one.
 */
export async function series(
  db: ClickHouse,
  projectIds: readonly number[],
  window: Window,
  buckets: number,
): Promise<ReadonlyMap<number, SeriesBucket[]>> {
  const of: Asked = { db, projectIds, window, buckets };
  const [counts, latencies, firstTokens, models, traces] = await Promise.all([
    spanCounts(db, projectIds, window, buckets),
    sketches(of, 'end - start', TIMED_ROOT_SQL),
    sketches(of, 'toInt64(ifNull(first_token, 0))', `kind = ${LLM} AND isNotNull(first_token)`),
    modelSums(of),
    traceCounts(of),
  ]);
  const step = (window.endUnixNano - window.startUnixNano) / BigInt(buckets);
  const ofProject = (id: number) =>
    Array.from({ length: buckets }, (_, bucket): SeriesBucket => {
      const [latency, firstToken] = [latencies.get(id)?.[bucket], firstTokens.get(id)?.[bucket]];
      return {
        startUnixNano: window.startUnixNano + step * BigInt(bucket),
        ...(counts.get(id)?.[bucket] ?? { spans: 0, errors: 0 }),
        traces: traces.get(placeOf(id, bucket)) ?? 0,
        latencyP50Ms: milliseconds(latency, 0.5),
        latencyP95Ms: milliseconds(latency, 0.95),
        latencyP99Ms: milliseconds(latency, 0.99),
        firstTokenP50Ms: milliseconds(firstToken, 0.5),
        firstTokenP95Ms: milliseconds(firstToken, 0.95),
        tokensByModel: models.get(placeOf(id, bucket)) ?? {},
      };
    });
  return new Map(projectIds.map((id) => [id, ofProject(id)]));
}

/** Spans and failed ones by project and interval. */
export async function spanCounts(
  db: ClickHouse,
  projectIds: readonly number[],
  window: Window,
  buckets: number,
): Promise<ReadonlyMap<number, readonly Pick<SeriesBucket, 'spans' | 'errors'>[]>> {
  const rows = await spanRows(
    { db, projectIds, window, buckets },
    'count() AS spans, countIf(status = 2) AS errors',
  );
  const found = new Map(
    projectIds.map((id) => [id, Array.from({ length: buckets }, () => ({ spans: 0, errors: 0 }))]),
  );
  for (const cells of rows) {
    const counts = found.get(asNumber(cells, 'project'))?.[asNumber(cells, 'bucket')];
    if (counts === undefined) continue;
    counts.spans = asNumber(cells, 'spans');
    counts.errors = asNumber(cells, 'errors');
  }
  return found;
}

/** What a figure is asked of. */
interface Asked {
  readonly db: ClickHouse;
  readonly projectIds: readonly number[];
  readonly window: Window;
  readonly buckets: number;
}

/** A key of a project's interval. */
function placeOf(projectId: number, bucket: number): string {
  return `${projectId} ${bucket}`;
}

/** Columns of spans grouped by project, interval and what `rest` adds. */
function spanRows(
  { db, projectIds, window, buckets }: Asked,
  columns: string,
  { where = '1', rest = '' } = {},
): Promise<readonly Cells[]> {
  const conditions = new Conditions().oneOf('project', projectIds, 'UInt32');
  addWindow(conditions, wholeMinutes(window));
  const bucket = bucketSql(conditions, 'start', window, buckets);
  return db.rows(
    `SELECT project, ${bucket} AS bucket, ${columns} FROM spans FINAL WHERE ${conditions.where} AND ${where} GROUP BY project, bucket${rest}`,
    conditions.params,
  );
}

async function modelSums(of: Asked): Promise<ReadonlyMap<string, SeriesBucket['tokensByModel']>> {
  const rows = await spanRows(
    of,
    `model, sumIf(ifNull(prompt, 0), ${COUNTS_TOKENS_SQL}) AS prompts, sumIf(ifNull(completion, 0), ${COUNTS_TOKENS_SQL}) AS completions,
  sumIf(ifNull(cost, 0), ${COUNTS_COST_SQL}) AS costs`,
    { rest: ', model HAVING prompts != 0 OR completions != 0 OR costs != 0' },
  );
  const places = Map.groupBy(rows, (cells) =>
    placeOf(asNumber(cells, 'project'), asNumber(cells, 'bucket')),
  );
  return new Map(
    [...places].map(([place, sums]) => [
      place,
      Object.fromEntries(
        sums.map((cells) => [
          asTextOrNull(cells, 'model') ?? '',
          {
            prompt: asNumber(cells, 'prompts'),
            completion: asNumber(cells, 'completions'),
            costUsd: asNumber(cells, 'costs'),
          },
        ]),
      ),
    ]),
  );
}

function milliseconds(sketch: LatencySketch | undefined, quantile: number): number | null {
  const nanos = sketch?.quantile(quantile) ?? null;
  return nanos === null ? null : nanos / 1e6;
}

/** The distribution of a duration in each interval of each project. */
async function sketches(
  of: Asked,
  duration: string,
  where: string,
): Promise<ReadonlyMap<number, LatencySketch[]>> {
  const grade = `if(${duration} <= 1, toInt32(-1), toInt32(floor(log(toFloat64(${duration})) * ${2 * GRADES_IN_E})))`;
  const rows = await spanRows(
    of,
    `${grade} AS grade, toFloat64(min(${duration})) AS nanos, count() AS spans`,
    { where, rest: ', grade' },
  );
  const all = new Map(
    of.projectIds.map((id) => [id, Array.from({ length: of.buckets }, () => new LatencySketch())]),
  );
  for (const cells of rows)
    all
      .get(asNumber(cells, 'project'))
      ?.[asNumber(cells, 'bucket')]?.add(asNumber(cells, 'nanos'), asNumber(cells, 'spans'));
  return all;
}

/** The same of a project's root spans. */
export async function rootLatencies(
  db: ClickHouse,
  projectId: number,
  window: Window,
  buckets: number,
): Promise<LatencySketch[]> {
  const of = { db, projectIds: [projectId], window, buckets };
  return (await sketches(of, 'end - start', TIMED_ROOT_SQL)).get(projectId) ?? [];
}

/** By `placeOf`. */
async function traceCounts({
  db,
  projectIds,
  window,
  buckets,
}: Asked): Promise<ReadonlyMap<string, number>> {
  const conditions = new Conditions().oneOf('project_id', projectIds, 'UInt32');
  const { startUnixNano, endUnixNano } = wholeMinutes(window);
  const bucket = bucketSql(conditions, 'first', window, buckets);
  conditions.add(
    `first >= ${conditions.bind(startUnixNano, 'Int64')} AND first < ${conditions.bind(endUnixNano, 'Int64')}`,
  );
  const inProject = `SELECT trace_id FROM traces_by_id WHERE ${conditions.beside().oneOf('project', projectIds, 'UInt32').where}`;
  const sql = `SELECT project_id, ${bucket} AS bucket, count() AS traces
  FROM (SELECT ${FACTS_SQL} FROM traces_by_id WHERE trace_id IN (${inProject}) GROUP BY trace_id) WHERE ${conditions.where} GROUP BY project_id, bucket`;
  return new Map(
    (await db.rows(sql, conditions.params)).map((cells) => [
      placeOf(asNumber(cells, 'project_id'), asNumber(cells, 'bucket')),
      asNumber(cells, 'traces'),
    ]),
  );
}
