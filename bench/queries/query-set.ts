import { Agent, get } from 'node:http';
import { SpanRowPage } from '#contracts/spans/span.ts';
import { TraceRowPage } from '#contracts/traces/trace.ts';
import { getJson } from '../../tools/api-client.ts';
import { quantile } from '../load/load-generator.ts';

export interface QueryResult {
  readonly name: string;
  readonly budget: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly note: string;
}

/** Values to ask for, taken from what is stored: old and new ones. */
export interface Samples {
  readonly traceIds: readonly string[];
  readonly spanIds: readonly string[];
  readonly sessions: readonly string[];
  readonly users: readonly string[];
  readonly models: readonly string[];
}

/** Walks a little from both ends of the project. */
export async function sampleValues(url: string, project: string): Promise<Samples> {
  const base = `${url}/v1/projects/${project}`;
  const pages = await Promise.all([
    getJson(`${base}/span_rows?limit=200&order=desc`, SpanRowPage),
    getJson(`${base}/span_rows?limit=200&order=asc`, SpanRowPage),
  ]);
  const traces = await Promise.all(
    ['desc', 'asc'].map((order) =>
      getJson(`${base}/trace_rows?limit=50&order=${order}`, TraceRowPage),
    ),
  );
  const rows = pages.flatMap((page) => page.data);
  const distinct = (items: readonly (string | null)[]) =>
    [...new Set(items)].filter((item) => item !== null);
  return {
    traceIds: distinct(traces.flatMap((page) => page.data).map((trace) => trace.trace_id)),
    spanIds: distinct(rows.map((row) => row.span_id)),
    sessions: distinct(rows.map((row) => row.session_id)),
    users: distinct(rows.map((row) => row.user_id)),
    models: distinct(rows.map((row) => row.model_name)),
  };
}

interface Query {
  readonly name: string;
  readonly budget: string;
  /** The address for one round. */
  readonly path: (round: number) => string;
  /** Fewer rounds for what takes seconds. */
  readonly roundsMax?: number;
  /** Says how much a reply held, when that matters. */
  readonly note?: (text: string, ms: number) => string;
}

function querySet(project: string, samples: Samples): readonly Query[] {
  const of = (items: readonly string[], round: number) =>
    encodeURIComponent(items[round % items.length] ?? '');
  const base = `/v1/projects/${project}`;
  const tenMs = '(p95 < 10 ms)';
  const newest = (name: string, parameter: string, value: (round: number) => string): Query => ({
    name: `newest 20 spans, ${name}`,
    budget: tenMs,
    path: (round) => `${base}/span_rows?limit=20&${parameter}=${value(round)}`,
  });
  const window = `start_time=${encodeURIComponent(new Date(Date.now() - 7 * 86_400_000).toISOString())}`;
  const sizeInId = (size: number) => `${size.toString(16).padStart(8, '0')}${'ab'.repeat(12)}`;
  return [
    {
      name: 'trace of 10 spans by id (skeleton)',
      budget: '(p95 < 3 ms at 1 M)',
      path: (round) => `/v1/traces/${of(samples.traceIds, round)}/skeleton`,
    },
    {
      name: 'trace of 10 spans by id, with all attributes',
      budget: '(p95 < 3 ms at 1 M)',
      path: (round) => `${base}/spans?limit=100&trace_id=${of(samples.traceIds, round)}`,
    },
    {
      name: 'trace of 100 spans by id (skeleton)',
      budget: '(p95 < 10 ms at 10 M)',
      path: () => `/v1/traces/${sizeInId(100)}/skeleton`,
    },
    {
      name: 'trace of 100 spans by id, with all attributes',
      budget: '(p95 < 10 ms at 10 M)',
      path: () => `/v1/projects/large/spans?limit=100&trace_id=${sizeInId(100)}`,
    },
    {
      name: 'trace of 2,000 spans (skeleton)',
      budget: '',
      path: () => `/v1/traces/${sizeInId(2_000)}/skeleton`,
    },
    {
      name: 'trace of 10,000 spans (skeleton)',
      budget: '',
      path: () => `/v1/traces/${sizeInId(10_000)}/skeleton`,
    },
    {
      name: 'trace of 100,000 spans (skeleton)',
      budget: '',
      path: () => `/v1/traces/${sizeInId(100_000)}/skeleton`,
      roundsMax: 10,
    },
    {
      name: 'span by its own id',
      budget: tenMs,
      path: (round) => `/v1/spans/${of(samples.spanIds, round)}`,
    },
    { name: 'newest 20 spans', budget: tenMs, path: () => `${base}/span_rows?limit=20` },
    { name: 'newest 20 traces', budget: tenMs, path: () => `${base}/trace_rows?limit=20` },
    newest('of a session', 'session_id', (round) => of(samples.sessions, round)),
    newest('of a user', 'user_id', (round) => of(samples.users, round)),
    newest('of a model', 'model', (round) => of(samples.models, round)),
    newest('with status ERROR', 'status_code', () => 'ERROR'),
    newest('of kind RETRIEVER', 'span_kind', () => 'RETRIEVER'),
    {
      name: 'newest 20 traces with an error',
      budget: tenMs,
      path: () => `${base}/trace_rows?limit=20&error=true`,
    },
    {
      name: 'newest 20 traces of a session',
      budget: tenMs,
      path: (round) =>
        `${base}/trace_rows?limit=20&session_identifier=${of(samples.sessions, round)}`,
    },
    {
      name: 'series of a week, 60 intervals',
      budget: '(p95 < 100 ms)',
      path: () => `${base}/series?buckets=60&${window}`,
    },
    {
      name: 'project summaries of a week',
      budget: '(p95 < 100 ms)',
      path: () => `/v1/project_summaries?${window}`,
    },
    {
      name: 'facets',
      budget: '(p95 < 100 ms)',
      path: () => `${base}/facets`,
      note: (text) => `scanned ${String(/"scanned":(\d+)/.exec(text)?.[1])}`,
    },
    {
      name: 'attribute without index, first 20',
      budget: '(first < 200 ms)',
      path: () => `${base}/spans?limit=20&attribute=tool.name:run_sql`,
    },
    {
      name: 'attribute without index, none matches',
      budget: '(150,000 spans/s)',
      path: () => `${base}/spans?limit=20&attribute=tool.name:no_such_tool`,
      roundsMax: 3,
    },
  ];
}

/** Asks each query one at a time, after a few rounds to warm up. */
export async function* measureQueries(
  url: string,
  project: string,
  samples: Samples,
  rounds: number,
): AsyncGenerator<QueryResult> {
  for (const query of querySet(project, samples)) {
    const count = Math.min(rounds, query.roundsMax ?? rounds);
    const millis: number[] = [];
    let note = '';
    for (let round = -Math.min(3, count - 1); round < count; round++) {
      const { status, text, ms } = await ask(`${url}${query.path(Math.abs(round))}`);
      if (status !== 200) note = `${status} ${text.slice(0, 120)}`;
      else if (query.note !== undefined) note = query.note(text, ms);
      if (round >= 0) millis.push(ms);
    }
    millis.sort((a, b) => a - b);
    yield {
      name: query.name,
      budget: query.budget,
      p50Ms: quantile(millis, 0.5),
      p95Ms: quantile(millis, 0.95),
      note,
    };
  }
}

const agent = new Agent({ keepAlive: true });

/**
 * Asks on a connection that stays open and times it to the last byte. Without `fetch`, which spends
 * more time in this program, on the server's cores, than the server takes for a short reply.
 */
export function ask(
  url: string,
  encoding: 'gzip' | 'identity' = 'gzip',
): Promise<{ readonly status: number; readonly text: string; readonly ms: number }> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const request = get(url, { agent, headers: { 'accept-encoding': encoding } }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => {
        const ms = performance.now() - started;
        resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(chunks).toString(), ms });
      });
    });
    request.on('error', reject);
  });
}
