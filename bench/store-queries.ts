import type { FigureReader } from '#core/ports/figure-reader.ts';
import type { ProjectReader } from '#core/ports/project-store.ts';
import type {
  ReadBudget,
  SpanQuery,
  SpanReader,
  TraceQuery,
  TraceReader,
} from '#core/ports/span-store.ts';

const UNLIMITED: ReadBudget = { over: () => false };

/** The ports of a span store that are measured. */
interface MeasuredStore {
  readonly projectReader: ProjectReader;
  readonly reader: SpanReader;
  readonly traces: TraceReader;
  readonly figures: FigureReader;
}

/** Times the queries of the budgets, each so many times, and prints p50 and p95 of each. */
export async function measureQueries(
  store: MeasuredStore,
  stored: number,
  rounds = 100,
): Promise<void> {
  const measure = (name: string, run: () => Promise<unknown>, times = rounds): Promise<void> =>
    measureQuery(name, run, times);
  const project = await store.projectReader.findProject({ name: 'bench' });
  if (project === null) throw new Error('The bench project is missing.');
  const projectId = project.id;
  const random = (limit: number): number => Math.floor(Math.random() * limit);
  const newest: SpanQuery = { projectId, sort: 'start_time', order: 'desc', limit: 20 };
  const traces: TraceQuery = { projectId, sort: 'start_time', order: 'desc', limit: 20 };
  const spans = (query: Partial<SpanQuery>) => () =>
    store.reader.spans({ ...newest, ...query }, UNLIMITED);
  const list = (query: Partial<TraceQuery>) => () =>
    store.reader.traces({ ...traces, ...query }, UNLIMITED);
  const sample = await Promise.all(
    Array.from(
      { length: 200 },
      async () => (await store.reader.findSpans([{ number: 1 + random(stored) }]))[0],
    ),
  );
  const some = () => sample[random(sample.length)];
  const user = () => `user-${random(9_973)}`;

  await measure('newest spans', spans({}));
  await measure('newest spans by id', spans({ sort: 'id' }));
  await measure('spans of a kind', spans({ kinds: ['LLM'] }));
  await measure('spans with errors', spans({ statusCodes: ['ERROR'] }));
  await measure('spans of a model', spans({ modelNames: ['gpt-4o'] }));
  await measure('spans of a name', spans({ names: ['retrieve'] }));
  await measure('spans of a kind by id', spans({ kinds: ['LLM'], sort: 'id' }));
  await measure('root spans', spans({ parent: 'none' }));
  await measure('slowest spans', spans({ sort: 'latency_ms' }));
  await measure('slowest spans of a kind', spans({ sort: 'latency_ms', kinds: ['LLM'] }));
  await measure('slowest spans with errors', spans({ sort: 'latency_ms', statusCodes: ['ERROR'] }));
  await measure('spans with most tokens', spans({ sort: 'token_count' }));
  await measure('most expensive spans', spans({ sort: 'cost_usd' }));
  await measure('spans of a user', async () =>
    store.reader.spans({ ...newest, userIds: [user()] }, UNLIMITED),
  );
  await measure('spans of a session', async () =>
    store.reader.spans({ ...newest, sessionIds: [some()?.sessionId ?? ''] }, UNLIMITED),
  );
  await measure('newest traces', list({}));
  await measure('slowest traces', list({ sort: 'latency_ms' }));
  await measure('traces with errors', list({ hasError: true }));
  await measure('traces of a user', async () =>
    store.reader.traces({ ...traces, userIds: [user()] }, UNLIMITED),
  );
  await measure('traces of a session', async () =>
    store.reader.traces(
      { ...traces, sessions: [{ sessionId: some()?.sessionId ?? '' }] },
      UNLIMITED,
    ),
  );
  await measure('newest sessions', async () => {
    const query = { projectId, sort: 'id', order: 'desc', limit: 20 } as const;
    const { rows } = await store.reader.sessions(query, UNLIMITED);
    await store.reader.sessionEnds(rows.map((row) => row.id));
  });
  await measure('trace by id', async () =>
    store.traces.skeleton({ traceId: some()?.traceId ?? '' }, 1_000),
  );
  await measure('span by span id', async () =>
    store.reader.findSpans([{ spanId: some()?.spanId ?? '' }]),
  );
  await measure('payload of a span', async () => store.reader.payloads([1 + random(stored)]));
  const window = {
    startUnixNano: 1_759_000_000_000_000_000n,
    endUnixNano: 1_770_000_000_000_000_000n,
  };
  await measure('dashboard, all time', async () => store.figures.series(projectId, window, 60));
  await measure('summary', async () => store.figures.summaries([projectId], window, 30));
  await measure(
    'value counts of traces',
    async () => store.figures.valueCounts(projectId, 'traces', {}, UNLIMITED),
    5,
  );
  await measureScan(store, newest, stored);
}

async function measureScan(store: MeasuredStore, query: SpanQuery, stored: number): Promise<void> {
  let seen = 0;
  const matches: NonNullable<SpanQuery['filter']>['matches'] = (span) => {
    seen += 1;
    return JSON.stringify(span.attributes()).length < 0;
  };
  const deadline = performance.now() + 3_000;
  const begun = performance.now();
  await store.reader
    .spans(
      { ...query, filter: { necessary: {}, matches } },
      { over: () => performance.now() > deadline },
    )
    .catch(() => undefined);
  console.log(
    `attribute scan: ${Math.round((seen / (performance.now() - begun)) * 1000)} spans/s over ${seen} of ${stored}`,
  );
}

async function measureQuery(
  name: string,
  run: () => Promise<unknown>,
  times: number,
): Promise<void> {
  const took: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const before = performance.now();
    await run();
    took.push(performance.now() - before);
  }
  took.sort((a, b) => a - b);
  console.log(
    `${name}: p50 ${took[times >> 1]?.toFixed(2)} ms, p95 ${took[Math.floor(times * 0.95)]?.toFixed(2)} ms`,
  );
}
