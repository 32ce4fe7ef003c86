import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { HttpSender } from '../../bench/load/http-sender.ts';
import { generateLoad, type LoadReport } from '../../bench/load/load-generator.ts';
import { makeTemplates } from '../../bench/load/request-template.ts';
import { listSpans } from '../../tools/api-client.ts';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { Ledger } from '#test/reliability/ledger.ts';
import { momentOf, shareBetween } from './machine-share.ts';
import { minutes } from './nightly-length.ts';
import { sampleServer, type ServerSample } from './server-sample.ts';
import { slopePerHour } from './slope.ts';

const LENGTH_MS = minutes(60);
/**
 * Half of what it can take, as the programme has it; less where the machine is shared, or others
 * would be held up for an hour.
 */
const LOAD_SHARE = Number(process.env['TELLTALE_SOAK_SHARE'] ?? 0.5);
/** Of a minute at full length: what is measured in it, and looked at after it. */
const SLICE_MS = Math.max(5_000, minutes(1));
/** The second half counts: by then caches, compiled code and the heap have their usual size. */
const WARM_UP = 0.5;
/**
 * Of a project that comes and goes, traces older than this are deleted after each slice, as
 * retention would.
 */
const KEPT_MS = Math.max(10_000, minutes(5));
const SPANS_PER_REQUEST = 100;
/**
 * A heap after a collection is not the same to the byte: what memory may seem to grow by though
 * nothing is kept.
 */
const MEMORY_NOISE_MB = 8;
const MEMORY_MB_AN_HOUR_MAX = 1;
const LOG_BYTES_MAX = 4 * 16 * 2 ** 20;
const LAG_P99_MS_MAX = 50;
const DRIFT_MAX = 1.2;
/** With so much of it, the machine counts as the test's own. */
const OWN_SHARE = 0.9;

const directory = mkdtempSync(path.join(tmpdir(), 'telltale-soak-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/**
 * Check 66: spans come in, are read, exported and deleted, and nothing of the server grows but its
 * data.
 */
it('check 66: an hour of writing, reading, exporting and deleting leaves memory, descriptors, timers, threads and the log as they were', async () => {
  const env = { SERVICE_ENABLE_PROMETHEUS: 'true', NODE_OPTIONS: '--inspect=127.0.0.1:0' };
  await using server = await boot({ directory, env });
  const made = makeTemplates({
    project: 'rolling',
    spansPerRequest: SPANS_PER_REQUEST,
    spanBytes: 1_600,
    count: 32,
    seed: 66,
  });
  const load = async (options: Partial<Parameters<typeof generateLoad>[0]>): Promise<LoadReport> =>
    await generateLoad({
      url: server.url,
      wire: 'http',
      project: 'rolling',
      connections: 4,
      spansPerRequest: SPANS_PER_REQUEST,
      spanBytes: 1_600,
      gzip: false,
      spansMax: Number.POSITIVE_INFINITY,
      durationMsMax: SLICE_MS,
      rate: 0,
      templates: 32,
      seed: Math.floor(Math.random() * 2 ** 31),
      made,
      ...options,
    });
  const capacity = await load({ durationMsMax: 5_000 });
  const rate = LOAD_SHARE * capacity.spansPerSecond;
  const over = new AbortController();
  const reading = read(server, over.signal);
  const keeping = keep(server, over.signal);
  const slices: LoadReport[] = [];
  const samples: ServerSample[] = [];
  const began = momentOf(server.pid);
  const until = performance.now() + LENGTH_MS;
  const writing = async (): Promise<void> => {
    while (performance.now() < until && !over.signal.aborted) {
      slices.push(await load({ rate }));
      await deleteOld(server);
      samples.push(await sampleServer(server, directory));
    }
  };
  const [, reads, ledger] = await Promise.all([
    writing().finally(() => over.abort()),
    reading,
    keeping,
  ] as const).finally(() => over.abort());
  const share = shareBetween(began, momentOf(server.pid));

  const late = samples.slice(Math.floor(samples.length * WARM_UP));
  const hours = late.length * (LENGTH_MS / samples.length / 3_600_000);
  const slope = slopePerHour(late.map(({ atMs, memoryMb }) => ({ atMs, value: memoryMb })));
  const heapSlope = slopePerHour(late.map(({ atMs, heapMb }) => ({ atMs, value: heapMb })));
  const warm = slices.slice(Math.floor(slices.length / 3));
  const third = Math.ceil(warm.length / 3);
  const p99 = (of: readonly LoadReport[]) => median(of.map(({ ackP99Ms }) => ackP99Ms));
  const drift = p99(warm.slice(-third)) / p99(warm.slice(0, third));
  const most = (of: (sample: ServerSample) => number) => Math.max(...late.map(of));
  const range = (of: (sample: ServerSample) => number) =>
    `${Math.min(...late.map(of))} to ${most(of)}`;
  const total = slices.reduce((sum, { spans }) => sum + spans, capacity.spans) + ledger.acked.size;
  const stored = samples.at(-1)?.storedSpans ?? 0;
  console.log(
    `${(LENGTH_MS / 60_000).toFixed(1)} min at ${Math.round(rate)} spans/s (${Math.round(100 * LOAD_SHARE)} % of ${Math.round(capacity.spansPerSecond)}), ${Math.round(100 * share)} % of the machine; ${total} spans, ${reads} reads; memory ${range(({ memoryMb }) => Math.round(memoryMb))} MB, ${slope.toFixed(1)} MB an hour, of it the main heap ${heapSlope.toFixed(1)}; ` +
      `descriptors ${range(({ descriptors }) => descriptors)}, timers ${range(({ timers }) => timers)}, threads ${range(({ threads }) => threads)}, log ${range(({ logBytes }) => Math.round(logBytes / 1e6))} MB, lag p99 ${range(({ lagP99Ms }) => Math.round(lagP99Ms))} ms\nmemory in MB after each slice: ${samples.map(({ memoryMb }) => Math.round(memoryMb)).join(' ')}\np99 of acknowledgements: ${slices.map(({ ackP99Ms }) => Math.round(ackP99Ms)).join(' ')} ms, drift ${drift.toFixed(2)}`,
  );
  expect(ledger.compare(await listSpans(server.url, 'default'))).toEqual({
    missing: [],
    different: [],
    repeated: [],
  });
  const refused = slices.reduce((sum, { errors }) => sum + (errors[503] ?? 0), 0);
  // Where others take the machine, half of what it could do a while ago may be too much.
  for (const { errors } of slices)
    expect(Object.keys(errors).filter((status) => status !== '503')).toEqual([]);
  // Whatever was acknowledged until the last look was counted, and nothing else; what was sent
  // since is all that may be missing.
  expect(stored).toBeLessThanOrEqual(total);
  expect((await sampleServer(server, directory)).storedSpans).toBe(total);
  expect(slope * hours).toBeLessThan(MEMORY_MB_AN_HOUR_MAX * hours + MEMORY_NOISE_MB);
  for (const held of ['descriptors', 'timers', 'threads'] as const)
    expect(
      slopePerHour(late.map((sample) => ({ atMs: sample.atMs, value: sample[held] }))) * hours,
      held,
    ).toBeLessThan(1);
  expect(most(({ logBytes }) => logBytes)).toBeLessThanOrEqual(LOG_BYTES_MAX);
  if (share < OWN_SHARE) return;
  expect(refused).toBe(0);
  expect(median(late.map(({ lagP99Ms }) => lagP99Ms))).toBeLessThan(LAG_P99_MS_MAX);
  expect(drift).toBeLessThan(DRIFT_MAX);
});

/**
 * Requests of users and programs meanwhile, two queries a second and an occasional export; returns
 * their number.
 */
async function read(server: BootedServer, over: AbortSignal): Promise<number> {
  const project = `${server.url}/v1/projects/rolling`;
  const questions = [
    `${project}/span_rows?limit=50`,
    `${project}/traces?limit=20&include_spans=true`,
    `${project}/trace_rows?limit=50&sort=latency_ms`,
    `${project}/series?start_time=2020-01-01T00:00:00Z&end_time=2040-01-01T00:00:00Z&buckets=60`,
    `${project}/span_rows?limit=20&filter=${encodeURIComponent("tool.name == 'run_sql'")}`,
    `${project}/facets`,
    `${project}/sessions?limit=20`,
    `${server.url}/v1/projects`,
    `${project}/spans?limit=200`,
    `${server.url}/v1/projects/default/spans/jsonl`,
  ];
  let asked = 0;
  while (!over.aborted) {
    const reply = await fetch(questions[asked % questions.length] ?? project);
    await reply.arrayBuffer();
    expect([200, 408], reply.url).toContain(reply.status);
    asked += 1;
    await delay(500);
  }
  return asked;
}

/** Spans that stay and are compared in the end. */
async function keep(server: BootedServer, over: AbortSignal): Promise<Ledger> {
  const ledger = new Ledger(66);
  const sender = new HttpSender(new URL(server.url), 'identity');
  while (!over.aborted) {
    const batch = ledger.make(8);
    const { status, retryAfterMs } = await sender.send(batch.body);
    expect([200, 503]).toContain(status);
    if (status === 200) ledger.acknowledge(batch);
    await delay(1_000 + retryAfterMs);
  }
  sender.close();
  return ledger;
}

async function deleteOld(server: BootedServer): Promise<void> {
  const reply = await fetch(`${server.url}/v1/projects/rolling/clear`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ before: new Date(Date.now() - KEPT_MS).toISOString() }),
  });
  await reply.arrayBuffer();
  expect(reply.status).toBe(200);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
