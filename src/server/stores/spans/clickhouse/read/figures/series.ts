import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import { LatencySketch } from '#core/figures/latency-sketch.ts';
import type { SeriesBucket } from '#core/ports/figure-reader.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import type { ClickHouse } from '../../client/clickhouse.ts';
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
 * Figures of a project by equal intervals of a window, from its spans without those that were
 * stored twice.
 */
export async function series(
  db: ClickHouse,
  projectId: number,
  window: Window,
  buckets: number,
): Promise<SeriesBucket[]> {
  const minutes = wholeMinutes(window);
  const spansSql = (columns: string, rest: string, more = '1') => {
    const conditions = new Conditions();
    conditions.add(`project = ${conditions.bind(projectId, 'UInt32')}`);
    addWindow(conditions, minutes);
    const bucket = bucketSql(conditions, 'start', window, buckets);
    return db.rows(
      `SELECT ${bucket} AS bucket, ${columns} FROM spans FINAL WHERE ${conditions.where} AND ${more} GROUP BY bucket${rest}`,
      conditions.params,
    );
  };
  const [counts, latencies, firstTokens, models, traces] = await Promise.all([
    spansSql('count() AS spans, countIf(status = 2) AS errors', ''),
    sketches(db, projectId, window, buckets, 'end - start', TIMED_ROOT_SQL),
    sketches(
      db,
      projectId,
      window,
      buckets,
      'toInt64(ifNull(first_token, 0))',
      `kind = ${LLM} AND isNotNull(first_token)`,
    ),
    spansSql(
      `model, sumIf(ifNull(prompt, 0), ${COUNTS_TOKENS_SQL}) AS prompts, sumIf(ifNull(completion, 0), ${COUNTS_TOKENS_SQL}) AS completions,
  sumIf(ifNull(cost, 0), ${COUNTS_COST_SQL}) AS costs`,
      ', model HAVING prompts != 0 OR completions != 0 OR costs != 0',
    ),
    traceCounts(db, projectId, window, buckets),
  ]);
  const step = (window.endUnixNano - window.startUnixNano) / BigInt(buckets);
  const countOf = new Map(counts.map((cells) => [asNumber(cells, 'bucket'), cells]));
  const modelsOf = Map.groupBy(models, (cells) => asNumber(cells, 'bucket'));
  return Array.from({ length: buckets }, (_, bucket): SeriesBucket => {
    const cells = countOf.get(bucket);
    const [latency, firstToken] = [latencies[bucket], firstTokens[bucket]];
    return {
      startUnixNano: window.startUnixNano + step * BigInt(bucket),
      spans: cells === undefined ? 0 : asNumber(cells, 'spans'),
      traces: traces.get(bucket) ?? 0,
      errors: cells === undefined ? 0 : asNumber(cells, 'errors'),
      latencyP50Ms: milliseconds(latency, 0.5),
      latencyP95Ms: milliseconds(latency, 0.95),
      latencyP99Ms: milliseconds(latency, 0.99),
      firstTokenP50Ms: milliseconds(firstToken, 0.5),
      firstTokenP95Ms: milliseconds(firstToken, 0.95),
      tokensByModel: Object.fromEntries(
        (modelsOf.get(bucket) ?? []).map((sums) => [
          asTextOrNull(sums, 'model') ?? '',
          {
            prompt: asNumber(sums, 'prompts'),
            completion: asNumber(sums, 'completions'),
            costUsd: asNumber(sums, 'costs'),
          },
        ]),
      ),
    };
  });
}

function milliseconds(sketch: LatencySketch | undefined, quantile: number): number | null {
  const nanos = sketch?.quantile(quantile) ?? null;
  return nanos === null ? null : nanos / 1e6;
}

/** The distribution of a duration in each interval. */
async function sketches(
  db: ClickHouse,
  projectId: number,
  window: Window,
  buckets: number,
  duration: string,
  more: string,
): Promise<LatencySketch[]> {
  const conditions = new Conditions();
  conditions.add(`project = ${conditions.bind(projectId, 'UInt32')}`);
  addWindow(conditions, wholeMinutes(window));
  const bucket = bucketSql(conditions, 'start', window, buckets);
  const grade = `if(${duration} <= 1, toInt32(-1), toInt32(floor(log(toFloat64(${duration})) * ${2 * GRADES_IN_E})))`;
  const sql = `SELECT ${bucket} AS bucket, ${grade} AS grade, toFloat64(min(${duration})) AS nanos, count() AS spans
  FROM spans FINAL WHERE ${conditions.where} AND ${more} GROUP BY bucket, grade`;
  const all = Array.from({ length: buckets }, () => new LatencySketch());
  for (const cells of await db.rows(sql, conditions.params))
    all[asNumber(cells, 'bucket')]?.add(asNumber(cells, 'nanos'), asNumber(cells, 'spans'));
  return all;
}

/** The same of root spans. */
export function rootLatencies(
  db: ClickHouse,
  projectId: number,
  window: Window,
  buckets: number,
): Promise<LatencySketch[]> {
  return sketches(db, projectId, window, buckets, 'end - start', TIMED_ROOT_SQL);
}

async function traceCounts(
  db: ClickHouse,
  projectId: number,
  window: Window,
  buckets: number,
): Promise<ReadonlyMap<number, number>> {
  const conditions = new Conditions();
  const project = conditions.bind(projectId, 'UInt32');
  const { startUnixNano, endUnixNano } = wholeMinutes(window);
  const bucket = bucketSql(conditions, 'first', window, buckets);
  conditions.add(`project_id = ${project}`);
  conditions.add(
    `first >= ${conditions.bind(startUnixNano, 'Int64')} AND first < ${conditions.bind(endUnixNano, 'Int64')}`,
  );
  const inProject = `SELECT trace_id FROM traces_by_id WHERE project = ${project}`;
  const sql = `SELECT ${bucket} AS bucket, count() AS traces
  FROM (SELECT ${FACTS_SQL} FROM traces_by_id WHERE trace_id IN (${inProject}) GROUP BY trace_id) WHERE ${conditions.where} GROUP BY bucket`;
  return new Map(
    (await db.rows(sql, conditions.params)).map((cells) => [
      asNumber(cells, 'bucket'),
      asNumber(cells, 'traces'),
    ]),
  );
}
