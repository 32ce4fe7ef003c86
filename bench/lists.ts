import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { PageRequest, ReadBudget, TimeWindow } from '#core/ports/span-store.ts';
import {
  compileSessionFilter,
  compileSpanFilter,
  compileTraceFilter,
} from '#core/filter/compile-filter.ts';
import { spanAttributes } from '#server/compose/threads/span-attributes.ts';
import { openSpanReader } from '#server/stores/spans/sqlite/open-reader.ts';
import { quantile } from './load/load-generator.ts';

const HELP = `Measures every list of spans, traces and sessions that the page offers: each sort in both directions, each
with no filter and with one, of a day, a week and all time; on an existing spans.db that nothing else writes.

  node bench/lists.ts --dir DIR [options]

  --project NAME  the project that is read (bench)
  --rounds N      times each list is asked (5)
  --list NAME     only lists of spans, traces or sessions
  --only TEXT     only lists whose name has this text
  --over MS       print only lists that take this much of a processor, or more (0)`;

const DAY = 86_400_000_000_000n;
const ROWS = 20;
/** A list that takes longer is cut off, as the server does. */
const MS_MAX = 10_000;

const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    project: { type: 'string', default: 'bench' },
    rounds: { type: 'string', default: '5' },
    list: { type: 'string' },
    only: { type: 'string', default: '' },
    over: { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

interface List<Query> {
  readonly sorts: readonly string[];
  /** Conditions by their names. */
  readonly filters: Readonly<Record<string, Query>>;
  readonly read: (query: Query, page: PageRequest<string>, window: TimeWindow) => Promise<unknown>;
}

if (values.help || values.dir === undefined) console.log(HELP);
else await main(values.dir);

async function main(directory: string): Promise<void> {
  const store = openSpanReader(join(directory, 'spans.db'), { attributesOf: spanAttributes });
  const project = await store.projectReader.findProject({ name: values.project });
  if (project === null) throw new Error(`Project ${values.project} doesn't exist.`);
  const projectId = project.id;
  const { reader } = store;
  const newest = await reader.spans(
    { projectId, sort: 'start_time', order: 'desc', limit: 1_000 },
    { over: () => false },
  );
  const some = newest.rows.find((row) => row.sessionId !== null && row.modelName !== null);
  if (some === undefined)
    throw new Error('No span with a session and a model is among the newest.');
  const end = some.startTimeUnixNano + 1_000_000_000n;
  const lists = listsOf(reader, projectId, some);
  const windows: Readonly<Record<string, TimeWindow>> = {
    day: { startUnixNano: end - DAY, endUnixNano: end },
    week: { startUnixNano: end - 7n * DAY, endUnixNano: end },
    'all time': {},
  };
  console.log('| list | p50 ms | p95 ms | CPU ms |\n|---|---|---|---|');
  for (const [name, list] of Object.entries(lists)) {
    if (values.list !== undefined && values.list !== name) continue;
    for (const sort of list.sorts)
      for (const order of ['desc', 'asc'] as const)
        for (const [filter, query] of Object.entries(list.filters))
          for (const [range, window] of Object.entries(windows))
            await measure(`${name} by ${sort} ${order}, ${filter}, ${range}`, () =>
              list.read(query, { sort, order, limit: ROWS }, window),
            );
  }
  store.close();
}

type Reader = ReturnType<typeof openSpanReader>['reader'];
type Row = Awaited<ReturnType<Reader['spans']>>['rows'][number];

function listsOf(reader: Reader, projectId: number, some: Row) {
  const spans: List<object> = {
    sorts: [
      'start_time',
      'latency_ms',
      'token_count',
      'cost_usd',
      'time_to_first_token_ms',
      'tokens_per_second',
    ],
    filters: {
      'no filter': {},
      'of a name': { names: ['retrieve'] },
      'of a kind': { kinds: ['LLM'] },
      'of a model': { modelNames: [some.modelName] },
      'with errors': { statusCodes: ['ERROR'] },
      'of a name, with errors': { names: ['retrieve'], statusCodes: ['ERROR'] },
      'of a user': { userIds: [some.userId] },
      'of a session': { sessionIds: [some.sessionId] },
      'latency_ms > 1500': { filter: compileSpanFilter('latency_ms > 1500') },
    },
    // as: each sort and condition above is one of spans.
    read: (query, page, window) =>
      reader.spans({ projectId, window, ...page, ...query } as never, budget()),
  };
  const traces: List<object> = {
    sorts: ['start_time', 'latency_ms', 'token_count', 'cost_usd'],
    filters: {
      'no filter': {},
      'with errors': { hasError: true },
      'without errors': { hasError: false },
      'of a user': { userIds: [some.userId] },
      'of a session': { sessions: [{ sessionId: some.sessionId }] },
      'latency_ms > 1900': { filter: compileTraceFilter('latency_ms > 1900') },
      'num_spans > 14': { filter: compileTraceFilter('num_spans > 14') },
      'of a root name': { filter: compileTraceFilter("root.name == 'retrieve'") },
      'root with error': { filter: compileTraceFilter("root.status_code == 'ERROR'") },
    },
    // as: each sort and condition above is one of traces.
    read: (query, page, window) =>
      reader.traces({ projectId, window, ...page, ...query } as never, budget()),
  };
  const sessions: List<object> = {
    sorts: [
      'start_time',
      'end_time',
      'duration_ms',
      'trace_count',
      'error_count',
      'token_count',
      'cost_usd',
    ],
    filters: {
      'no filter': {},
      'num_traces > 7': { filter: compileSessionFilter('num_traces > 7') },
      'errors > 2': { filter: compileSessionFilter('num_traces_with_error > 2') },
      'of a user': { filter: compileSessionFilter(`user.id == '${some.userId}'`) },
    },
    // as: each sort and condition above is one of sessions.
    read: async (query, page, window) => {
      const { rows } = await reader.sessions(
        { projectId, window, ...page, ...query } as never,
        budget(),
      );
      await reader.sessionEnds(rows.map((row) => row.id));
    },
  };
  return { spans, traces, sessions };
}

function budget(): ReadBudget {
  const until = performance.now() + MS_MAX;
  return { over: () => performance.now() > until };
}

/** Asks once to warm up. A list that takes long is asked fewer times. */
async function measure(name: string, read: () => Promise<unknown>): Promise<void> {
  if (!name.includes(values.only)) return;
  const took: number[] = [];
  const cpu: number[] = [];
  let note = '';
  for (let round = -1; round < Number(values.rounds); round += 1) {
    const [started, before] = [performance.now(), process.cpuUsage()];
    await read().catch((error: unknown) => (note = ` ${String(error).slice(0, 60)}`));
    const { user, system } = process.cpuUsage(before);
    if (round < 0 && performance.now() - started < 1_000) continue;
    took.push(performance.now() - started);
    cpu.push((user + system) / 1_000);
    if (performance.now() - started > 1_000) break;
  }
  took.sort((a, b) => a - b);
  cpu.sort((a, b) => a - b);
  const median = quantile(cpu, 0.5);
  if (median < Number(values.over)) return;
  const figures = [quantile(took, 0.5), quantile(took, 0.95), median];
  console.log(`| ${name}${note} | ${figures.map((ms) => ms.toFixed(1)).join(' | ')} |`);
}
