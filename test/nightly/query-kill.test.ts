import { spawn, type ChildProcess } from 'node:child_process';
import { expect, it } from 'vitest';
import { generateLoad, type LoadReport } from '../../bench/load/load-generator.ts';
import { makeTemplates } from '../../bench/load/request-template.ts';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { timed } from '#test/e2e/own-lag.ts';
import { momentOf, shareBetween } from './machine-share.ts';
import { scaled, times } from './nightly-length.ts';

/**
 * None of the spans matches, and each has to be unpacked: a second for some 85,000 of them, so none
 * of these ends within its time.
 */
const QUERIES: readonly string[] = [
  "name == 'no such name' or tool.name == 'no_such_tool'",
  'latency_ms > 1e9 or float(a.b) > 3',
  Array.from(
    { length: 20 },
    (_, at) => `'no such text ${at}' in input.value or name == 'no such name ${at}'`,
  ).join(' or '),
];
/** As many as there are readers: a third would only wait. */
const READERS = 2;
const SPANS = Math.round(scaled(1_000_000));
const QUERY_TIMEOUT_S = Math.max(1, scaled(5));
/**
 * After its time a query has so long to say so, and so much longer as this process itself was late.
 */
const ANSWER_MS = 2_000;
const ROUNDS = Math.max(8, times(20));
/** A load below this machine's current capacity: the test is whether queries take the rest. */
const LOAD_SHARE = 0.15;
const SPANS_PER_REQUEST = 20;
/**
 * Where queries cost ingest no more than others that want as much of the processors, the rest is
 * the scheduler's lot.
 */
const WORSE_MAX = 1.2;

const SIDES = ['alone', 'beside queries', 'beside another program'] as const;
type Side = (typeof SIDES)[number];

/**
 * Check 45. Ingest is measured in slices that take turns: alone, beside queries that do not end,
 * and beside another program that wants as much of the processors as those do. So what the rest of
 * the machine does falls on all three alike, and what queries take that is not just the processor
 * shows.
 */
it('check 45: queries that do not end are stopped in time, and cost ingest no more than the processor they take', async () => {
  await using server = await boot({ env: { SERVICE_QUERY_TIMEOUT: `${QUERY_TIMEOUT_S}s` } });
  const filling = await ingest(server, { spansMax: SPANS, spansPerRequest: 512 });
  expect(filling.errors).toEqual({});
  const rate = LOAD_SHARE * filling.spansPerSecond;
  const made = makeTemplates({
    project: 'beside',
    spansPerRequest: SPANS_PER_REQUEST,
    spanBytes: 1_600,
    count: 16,
    seed: 45,
  });
  const slice = async (): Promise<LoadReport> =>
    await ingest(server, {
      durationMsMax: QUERY_TIMEOUT_S * 1_000,
      rate,
      spansPerRequest: SPANS_PER_REQUEST,
      made,
    });
  await slice();
  const slices: Record<Side, LoadReport[]> = {
    alone: [],
    'beside queries': [],
    'beside another program': [],
  };
  const began = momentOf(server.pid);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed())
      slices[side].push(await besides[side](server, slice, round));
  const share = shareBetween(began, momentOf(server.pid));
  const p50 = (side: Side) => median(slices[side].map(({ ackP50Ms }) => ackP50Ms));
  const p99 = (side: Side) => median(slices[side].map(({ ackP99Ms }) => ackP99Ms));
  console.log(
    `${SPANS} spans, queries of ${QUERY_TIMEOUT_S} s, ${ROUNDS} rounds at ${Math.round(rate)} spans/s, ${Math.round(100 * share)} % of the machine: ${SIDES.map((side) => `${side} p50 ${p50(side).toFixed(1)} ms, p99 ${p99(side).toFixed(1)} ms`).join('; ')}`,
  );
  for (const side of SIDES) for (const { errors } of slices[side]) expect(errors).toEqual({});
  for (const figure of [p50, p99])
    expect(figure('beside queries')).toBeLessThan(
      WORSE_MAX * Math.max(figure('alone'), figure('beside another program')),
    );
  // Those who ask what can be answered are answered.
  const reply = await fetch(`${server.url}/v1/projects/load/span_rows?limit=20`);
  expect(reply.status).toBe(200);
  await reply.arrayBuffer();
});

const besides: Readonly<
  Record<
    Side,
    (server: BootedServer, slice: () => Promise<LoadReport>, round: number) => Promise<LoadReport>
  >
> = {
  alone: (_, slice) => slice(),
  'beside queries': async (server, slice, round) => {
    const { result, lateMs } = await timed(async () => {
      const asked = Array.from({ length: READERS }, (_, reader) =>
        ask(server, QUERIES[(READERS * round + reader) % QUERIES.length] ?? ''),
      );
      const report = await slice();
      return { report, answers: await Promise.all(asked) };
    });
    for (const { status, tookMs } of result.answers) {
      // Lists by time end early with what they found.
      expect([200, 408, 503]).toContain(status);
      expect(tookMs).toBeLessThan(QUERY_TIMEOUT_S * 1_000 + ANSWER_MS + lateMs);
    }
    return result.report;
  },
  'beside another program': async (_, slice) => {
    const others: ChildProcess[] = Array.from({ length: READERS }, () =>
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
    );
    try {
      return await slice();
    } finally {
      for (const other of others) other.kill('SIGKILL');
    }
  },
};

async function ask(
  server: BootedServer,
  filter: string,
): Promise<{ readonly status: number; readonly tookMs: number }> {
  const started = performance.now();
  const reply = await fetch(
    `${server.url}/v1/projects/load/span_rows?limit=20&filter=${encodeURIComponent(filter)}`,
  );
  await reply.arrayBuffer();
  return { status: reply.status, tookMs: performance.now() - started };
}

async function ingest(
  server: BootedServer,
  options: Partial<Parameters<typeof generateLoad>[0]>,
): Promise<LoadReport> {
  return await generateLoad({
    url: server.url,
    wire: 'http',
    project: 'load',
    connections: 4,
    spansPerRequest: SPANS_PER_REQUEST,
    spanBytes: 1_600,
    gzip: false,
    spansMax: Number.POSITIVE_INFINITY,
    durationMsMax: Number.POSITIVE_INFINITY,
    rate: 0,
    templates: 16,
    seed: Math.floor(Math.random() * 2 ** 31),
    ...options,
  });
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
