import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { Type } from 'typebox';
import { afterAll, expect, it } from 'vitest';
import { SeriesReply } from '#contracts/metrics/series.ts';
import { HttpSender } from '../../bench/load/http-sender.ts';
import { generateLoad, quantile } from '../../bench/load/load-generator.ts';
import { makeTemplates, type RequestTemplate } from '../../bench/load/request-template.ts';
import { getJson } from '../../tools/api-client.ts';
import { encodeExportRequest, encodeSpan } from '../../tools/otlp/export-request.ts';
import { Random } from '../../tools/otlp/random.ts';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { momentOf, shareBetween } from './machine-share.ts';
import { scaled, times } from './nightly-length.ts';

const SPANS = Math.round(scaled(1_000_000));
/** Traces whose every column text is theirs alone, strewn among the others. */
const MARKED = times(1_000);
const SPANS_A_TRACE = 10;
const PARTS = 20;
/** The programme's figures, for a machine of the test's own. */
const GONE_MS_MAX = 60_000;
const PAUSE_MS_MAX = 200;
const SPACE_MAX = 1.2;
/** With so much of it, the machine counts as the test's own. */
const OWN_SHARE = 0.9;
/** Continuous senders: this many requests a second, with this many spans. */
const STEADY_PER_SECOND = 20;
const STEADY_SPANS = 50;
const QUIET_MS = Math.max(10_000, scaled(60_000));
/** Of unused space of pages, which may hold parts of rows that were moved (docs/RELIABILITY.md). */
const LEFT_BEHIND_MAX = 0.01;
/** As a backup is made. */
const COPY = 'copy.db';
const WINDOW = 'start_time=2020-01-01T00:00:00Z&end_time=2040-01-01T00:00:00Z';

const PROJECTS = ['doomed', 'kept'] as const;
type Project = (typeof PROJECTS)[number];
const Rows = Type.Object({ data: Type.Array(Type.Unknown()) });
const directory = mkdtempSync(path.join(tmpdir(), 'telltale-deletes-'));
const templates = { doomed: templatesFor('doomed'), kept: templatesFor('kept') };
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it('check 67: what is deleted beside ingest is gone from every view at once and from the file in time, its space comes back, and ingest does not pause', async () => {
  const server = await boot({ directory, env: { SERVICE_ENABLE_PROMETHEUS: 'true' } });
  const random = new Random(67);
  const marked: string[] = [];
  for (let part = 0; part < PARTS; part += 1) {
    for (const project of PROJECTS) await fill(server, project, SPANS / 2 / PARTS);
    marked.push(
      ...(await sendMarked(server, random, {
        first: marked.length,
        count: Math.ceil(MARKED / PARTS),
      })),
    );
  }
  const keptSpans = await spansOf(server, 'kept');
  const steady = new SteadySender(server);
  await steady.restart();
  await delay(QUIET_MS);
  const alone = await steady.restart();
  const began = momentOf(server.pid);

  const startedAt = performance.now();
  expect((await fetch(`${server.url}/v1/projects/doomed`, { method: 'DELETE' })).status).toBe(204);
  for (const id of marked)
    expect((await fetch(`${server.url}/v1/traces/${id}`, { method: 'DELETE' })).status).toBe(204);
  const calledAt = performance.now();
  await expectGone(server, marked, keptSpans - marked.length * SPANS_A_TRACE);
  let left = await marksIn('spans.db', 'spans.db-wal');
  while (
    left.length > LEFT_BEHIND_MAX * marked.length &&
    performance.now() - calledAt < 10 * GONE_MS_MAX
  ) {
    await delay(1_000);
    left = await marksIn('spans.db', 'spans.db-wal');
  }
  const bytesGoneMs = performance.now() - calledAt;
  let storage = await storageOf(server);
  while (waiting(storage) > 0 && performance.now() - calledAt < 10 * GONE_MS_MAX) {
    await delay(1_000);
    storage = await storageOf(server);
  }
  const settledMs = performance.now() - calledAt;
  const share = shareBetween(began, momentOf(server.pid));
  const meanwhile = await steady.stop();
  const audit = await auditedActions(server);
  expect(await server.stop()).toMatchObject({ code: 0 });
  const { file, live } = sizes();
  console.log(
    `${SPANS} spans and ${marked.length} marked traces, ${Math.round(100 * share)} % of the machine: ${Math.round(calledAt - startedAt)} ms to call; gone from the file after ${Math.round(bytesGoneMs)} ms but for ${left.length} (${left.slice(0, 3).join(', ')}); settled after ${Math.round(settledMs)} ms; ` +
      `${Math.round(file / 1e6)} MB for ${Math.round(live / 1e6)} MB live; ingest beside it ${figures(meanwhile)}, alone ${figures(alone)}`,
  );
  expect(await marksIn(COPY)).toEqual([]);
  expect(left.length).toBeLessThanOrEqual(LEFT_BEHIND_MAX * marked.length);
  expect(waiting(storage)).toBe(0);
  // CPU time used by others delays the deletes.
  expect(bytesGoneMs * share).toBeLessThan(GONE_MS_MAX);
  expect(settledMs * share).toBeLessThan(GONE_MS_MAX);
  expect(file).toBeLessThan(SPACE_MAX * live);
  // The longest of a thousand is whatever else ran: on a machine that is shared, one in a hundred
  // is compared with one in a hundred.
  if (share >= OWN_SHARE) expect(quantile(meanwhile, 1)).toBeLessThan(PAUSE_MS_MAX);
  else
    expect(quantile(meanwhile, 0.99)).toBeLessThan(
      Math.max(PAUSE_MS_MAX, 2 * quantile(alone, 0.99)),
    );
  expect(audit).toContain('project.delete');
  expect(audit).toContain('trace.delete');
});

function templatesFor(project: Project): readonly RequestTemplate[] {
  return makeTemplates({
    project,
    spansPerRequest: 500,
    spanBytes: 1_600,
    count: 8,
    seed: project.length,
  });
}

async function fill(server: BootedServer, project: Project, spans: number): Promise<void> {
  const report = await generateLoad({
    url: server.url,
    wire: 'http',
    project,
    connections: 4,
    spansPerRequest: 500,
    spanBytes: 1_600,
    gzip: false,
    spansMax: spans,
    durationMsMax: Number.POSITIVE_INFINITY,
    rate: 0,
    templates: 8,
    seed: Math.floor(Math.random() * 2 ** 31),
    made: templates[project],
  });
  expect(report.errors).toEqual({});
}

/**
 * Traces of the project that stays, each with its own user, session, name, model, error and
 * resource. Returns their ids.
 */
async function sendMarked(
  server: BootedServer,
  random: Random,
  which: { readonly first: number; readonly count: number },
): Promise<string[]> {
  const sender = new HttpSender(new URL(server.url), 'identity');
  const ids: string[] = [];
  for (let number = which.first; number < which.first + which.count; number += 1) {
    const traceId = random.bytes(16);
    const startTimeUnixNano = BigInt(Date.now()) * 1_000_000n;
    const spans = Array.from({ length: SPANS_A_TRACE }, () =>
      encodeSpan({
        traceId,
        spanId: random.bytes(8),
        name: markOf(number),
        startTimeUnixNano,
        endTimeUnixNano: startTimeUnixNano + 1_000_000n,
        attributes: {
          'openinference.span.kind': 'LLM',
          'user.id': markOf(number),
          'session.id': markOf(number),
          'llm.model_name': markOf(number),
          'llm.provider': markOf(number),
          'input.value': markOf(number),
        },
        status: { code: 2, message: markOf(number) },
      }),
    );
    const body = encodeExportRequest(
      { 'openinference.project.name': 'kept', 'host.name': markOf(number) },
      { name: markOf(number) },
      spans,
    );
    expect((await sender.send(body)).status).toBe(200);
    ids.push(traceId.toString('hex'));
  }
  sender.close();
  return ids;
}

function markOf(number: number): string {
  return `doomed-${String(number).padStart(6, '0')}`;
}

/** The marks found verbatim in these files of the store. */
async function marksIn(...files: readonly string[]): Promise<readonly string[]> {
  const found = await promisify(execFile)(
    'sh',
    [
      '-c',
      `cd "$0" && grep -aohE 'doomed-[0-9]{6}' "$@" 2>/dev/null | sort -u`,
      directory,
      ...files,
    ],
    { maxBuffer: 2 ** 28 },
  );
  return found.stdout.split('\n').filter((line) => line !== '');
}

async function expectGone(
  server: BootedServer,
  marked: readonly string[],
  spansLeft: number,
): Promise<void> {
  const status = async (where: string) => {
    const reply = await fetch(server.url + where);
    await reply.arrayBuffer();
    return reply.status;
  };
  for (const rest of [
    '',
    '/span_rows',
    '/traces',
    '/sessions',
    '/spans',
    `/series?${WINDOW}&buckets=1`,
  ])
    expect(await status(`/v1/projects/doomed${rest}`)).toBe(404);
  for (let at = 0; at < marked.length; at += Math.ceil(marked.length / 20)) {
    expect(await status(`/v1/traces/${marked[at]}/skeleton`)).toBe(404);
    expect(await status(`/v1/sessions/${markOf(at)}`)).toBe(404);
    for (const where of [`user_id=${markOf(at)}`, `session_id=${markOf(at)}`, `name=${markOf(at)}`])
      expect(
        await getJson(`${server.url}/v1/projects/kept/span_rows?${where}`, Rows),
      ).toMatchObject({ data: [] });
    expect(
      await (
        await fetch(`${server.url}/v1/projects/kept/spans/jsonl?user_id=${markOf(at)}`)
      ).text(),
    ).toBe('');
  }
  expect(await spansOf(server, 'kept')).toBe(spansLeft);
}

async function spansOf(server: BootedServer, project: string): Promise<number> {
  const { data } = await getJson(
    `${server.url}/v1/projects/${project}/series?${WINDOW}&buckets=1`,
    SeriesReply,
  );
  return data.reduce((sum, { spans }) => sum + spans, 0);
}

type Figures = Readonly<Record<string, number>>;

async function storageOf(server: BootedServer): Promise<Figures> {
  const { data } = await getJson(
    `${server.url}/v1/storage`,
    Type.Object({ data: Type.Record(Type.String(), Type.Number()) }),
  );
  return data;
}

/**
 * Pages that hold nothing are given back last, in the same time; a few of them are kept for ingest.
 */
function waiting(storage: Figures): number {
  const {
    blocksToRewrite = NaN,
    tracesToPurge = NaN,
    projectsToPurge = NaN,
    freeBytes = NaN,
    fileBytes = NaN,
  } = storage;
  return blocksToRewrite + tracesToPurge + projectsToPurge + Number(freeBytes / fileBytes > 0.05);
}

/**
 * The deletes that have a row in the audit log. Each is requested separately: a thousand of one
 * would hide the other.
 */
async function auditedActions(server: BootedServer): Promise<readonly string[]> {
  const found = Type.Object({ data: Type.Array(Type.Object({ action: Type.String() })) });
  const asked = ['project.delete', 'trace.delete'].map((one) =>
    getJson(`${server.url}/api/v1/audit-logs?limit=1&action=${one}`, found),
  );
  return (await Promise.all(asked)).flatMap(({ data }) => data.map(({ action }) => action));
}

/**
 * The file as it is, and how large the same rows are in a file without free or half-empty pages.
 */
function sizes(): { readonly file: number; readonly live: number } {
  const copy = path.join(directory, COPY);
  const database = new Database(path.join(directory, 'spans.db'), { readonly: true });
  database.prepare('VACUUM INTO ?').run(copy);
  database.close();
  return { file: statSync(path.join(directory, 'spans.db')).size, live: statSync(copy).size };
}

/**
 * Sends at its own pace, whatever happens, and records how long each request took from its due
 * time.
 */
class SteadySender {
  readonly #server: BootedServer;
  #took: number[] = [];
  #over: AbortController | null = null;
  #sending: Promise<void> = Promise.resolve();

  constructor(server: BootedServer) {
    this.#server = server;
  }

  /**
   * Begins to send; what the requests before took, in milliseconds, from the shortest to the
   * longest.
   */
  async restart(): Promise<readonly number[]> {
    const took = await this.stop();
    this.#over = new AbortController();
    this.#sending = this.#send(this.#over.signal);
    return took;
  }

  async stop(): Promise<readonly number[]> {
    this.#over?.abort();
    await this.#sending;
    const took = this.#took.toSorted((a, b) => a - b);
    this.#took = [];
    return took;
  }

  async #send(over: AbortSignal): Promise<void> {
    const random = new Random(Date.now());
    const sender = new HttpSender(new URL(this.#server.url), 'identity');
    while (!over.aborted) {
      const body = steadyRequest(random);
      const started = performance.now();
      for (let stored = false; !stored;) {
        const { status, retryAfterMs } = await sender.send(body);
        if (status !== 200 && status !== 503)
          throw new Error(`Spans were answered with ${status}.`);
        stored = status === 200;
        await delay(retryAfterMs);
      }
      const tookMs = performance.now() - started;
      this.#took.push(tookMs);
      await delay(Math.max(0, 1_000 / STEADY_PER_SECOND - tookMs));
    }
    sender.close();
  }
}

function steadyRequest(random: Random): Buffer {
  const startTimeUnixNano = BigInt(Date.now()) * 1_000_000n;
  const spans = Array.from({ length: STEADY_SPANS }, () =>
    encodeSpan({
      traceId: random.bytes(16),
      spanId: random.bytes(8),
      name: 'steady',
      startTimeUnixNano,
      endTimeUnixNano: startTimeUnixNano + 1_000_000n,
      attributes: {
        'user.id': `user-${random.between(0, 9_999)}`,
        'input.value': random.bytes(200).toString('hex'),
      },
    }),
  );
  return encodeExportRequest({ 'openinference.project.name': 'steady' }, { name: 'steady' }, spans);
}

function figures(took: readonly number[]): string {
  const at = (share: number) => Math.round(quantile(took, share));
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, at most ${at(1)} ms (${took.length})`;
}
