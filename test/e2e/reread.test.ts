import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';
import { skimTraces } from '#core/otlp/skim.ts';
import { NO_TOKENS, type SpanRecord } from '#core/otlp/span-record.ts';
import { READING_VERSION } from '#core/semconv/reading-version.ts';
import { CallPrices } from '#server/prices/call-prices.ts';
import { openSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';
import { makeTemplates, Patcher } from '../../bench/load/request-template.ts';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { boot, runCommand, temporaryDirectory, type BootedServer } from './boot.ts';

const REQUESTS = casesOf(300, 1_500);
const SPANS_A_REQUEST = 100;
const SPANS = REQUESTS * SPANS_A_REQUEST;
const KILLS = casesOf(3, 20);
const WINDOW = 'start_time=2020-01-01T00:00:00Z&end_time=2100-01-01T00:00:00Z';
/** How a version that knew none of the attributes read spans. */
const UNREAD: Partial<SpanRecord> = {
  kind: 'UNKNOWN',
  modelName: null,
  tokens: NO_TOKENS,
  costUsd: null,
  sessionId: null,
  userId: null,
};

interface Reread {
  readonly id: string;
  readonly state: string;
  readonly is_automatic: boolean;
  readonly rows_done: number;
  readonly spans_changed: number;
}

/** The lists and figures of a store whose spans were always read this way. */
let right: unknown;
const directories: string[] = [];
beforeAll(async () => {
  await using server = await boot({ directory: await storeOf((record) => record) });
  right = await figures(server);
}, 240_000);
afterAll(() =>
  directories.forEach((directory) => rmSync(directory, { recursive: true, force: true })),
);

/**
 * A directory with the same spans each time, as some version read them; without a mark of the
 * reading unless they are read as now.
 */
async function storeOf(read: (record: SpanRecord) => SpanRecord): Promise<string> {
  const directory = temporaryDirectory();
  directories.push(directory);
  const store = openSpanStore(path.join(directory, 'spans.db'), {
    attributesOf: () => '',
    freeBytesMin: 0,
  });
  const templates = makeTemplates({
    project: 'load',
    spansPerRequest: SPANS_A_REQUEST,
    spanBytes: 700,
    count: 4,
    seed: 1,
  });
  const patcher = new Patcher(1);
  const { priceOf } = new CallPrices();
  for (let request = 0; request < REQUESTS; request += 1) {
    const template = templates[request % templates.length];
    if (template === undefined) continue;
    patcher.patch(template, 1_760_000_000_000_000_000n + BigInt(request) * 1_000_000_000n);
    const { records } = skimTraces(template.body, DEFAULT_SKIM_LIMITS, priceOf);
    await store.writer.write([{ projectName: 'load', records: records.map(read) }]);
  }
  if (read(UNTOUCHED) !== UNTOUCHED) await store.rereader.noteReading(0);
  store.close();
  return directory;
}

// as: only looked at for whether it was changed.
const UNTOUCHED = {} as SpanRecord;
const unread = (record: SpanRecord): SpanRecord => ({ ...record, ...UNREAD });

async function get(server: BootedServer, where: string): Promise<unknown> {
  const reply = await fetch(`${server.url}${where}`);
  expect(reply.status, where).toBe(200);
  return reply.json();
}

/** As: checked against the document by the tests of the route. */
const rereads = async (server: BootedServer) =>
  ((await get(server, '/v1/rereads')) as { readonly data: readonly Reread[] }).data;

/** Stores two traces in another project and deletes one of them. */
async function storeOther(server: BootedServer, round: number): Promise<void> {
  const traces = ['deleted', 'kept'].map((name, at) => ({
    name,
    id: `${round}${at}`.padStart(32, 'e'),
  }));
  const data = traces.map(({ name, id }) => ({
    name,
    context: { trace_id: id, span_id: id.slice(16) },
    span_kind: 'LLM',
    start_time: '2026-03-01T12:00:00+00:00',
    end_time: '2026-03-01T12:00:01+00:00',
    status_code: 'OK',
  }));
  const headers = { 'content-type': 'application/json' };
  const sent = await fetch(`${server.url}/v1/projects/other/spans`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ data }),
  });
  expect(sent.ok).toBe(true);
  const gone = await fetch(`${server.url}/v1/traces/${traces[0]?.id}`, { method: 'DELETE' });
  expect(gone.ok).toBe(true);
}

async function ended(server: BootedServer): Promise<Reread | undefined> {
  await expect
    .poll(async () => (await rereads(server))[0]?.state, { timeout: 240_000, interval: 20 })
    .toBe('done');
  return (await rereads(server))[0];
}

/**
 * Sessions have other ids, since they are numbered as they are found; costs are sums of doubles.
 */
async function figures(server: BootedServer): Promise<unknown> {
  const parts = [
    'session_rows?limit=200&sort=start_time',
    'traces?limit=200',
    'spans?limit=200',
    `series?${WINDOW}`,
    `facets?${WINDOW}`,
  ];
  const bodies = await Promise.all(parts.map((part) => get(server, `/v1/projects/load/${part}`)));
  return JSON.parse(
    JSON.stringify(bodies, (key, value: unknown) => {
      if (key.endsWith('_cursor')) return null;
      if (typeof value === 'number') return Math.round(value * 1e3) / 1e3;
      return typeof value === 'string' &&
        Buffer.from(value, 'base64').toString().startsWith('ProjectSession:')
        ? 'a session'
        : value;
    }),
  );
}

it(
  `after an upgrade all is read again, through ${KILLS} times kill -9, with new spans and deletes meanwhile`,
  { timeout: 600_000 },
  async () => {
    const directory = await storeOf(unread);
    const env = { SERVICE_MIN_FREE_DISK_BYTES: '0' };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await boot({ directory, env });
      const before = (await rereads(server))[0]?.rows_done ?? 0;
      await storeOther(server, kill);
      // The first is killed while it reads; by the later ones it may be over.
      await expect
        .poll(
          async () =>
            (await rereads(server)).some(
              ({ state, rows_done: rows }) =>
                state === 'done' || (kill === 0 ? state === 'running' : rows > before),
            ),
          { interval: 2 },
        )
        .toBe(true);
      server.signal('SIGKILL');
      await server.ended;
    }
    await using server = await boot({ directory, env });
    const reread = await ended(server);
    expect(reread?.is_automatic).toBe(true);
    // Spans stored meanwhile, and present at the restart, are counted too.
    expect(reread?.rows_done).toBeGreaterThanOrEqual(SPANS);
    expect(reread?.rows_done).toBeLessThanOrEqual(SPANS + KILLS);
    expect(await figures(server)).toEqual(right);
    expect(await get(server, '/v1/server')).toMatchObject({
      data: { reading: { version: READING_VERSION, stored_version: READING_VERSION } },
    });
    expect(await rereads(server)).toHaveLength(1);
    // Of two in each round, the first was deleted.
    expect(await get(server, '/v1/projects/other/spans')).toMatchObject({
      data: Array.from({ length: KILLS }, () => ({ name: 'kept' })),
    });
  },
);

it(
  'reads again by a command, which previews, follows and says what changed',
  { timeout: 300_000 },
  async () => {
    await using server = await boot({
      directory: await storeOf(unread),
      env: { SERVICE_REREAD_AFTER_UPGRADE: 'false' },
    });
    expect(await rereads(server)).toEqual([]);
    const run = (...args: readonly string[]) =>
      runCommand(['reread', ...args], { TELLTALE_URL: server.url });
    const preview = await run('--project', 'load', '--since', '2020-01-01', '--dry-run');
    expect(preview).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^[\d,]+ spans read, [\d,]+ would change\. .* Cost \$0\.00 -> \$\d/,
      ),
    });
    expect(await figures(server)).not.toEqual(right);
    const done = await run();
    expect(done).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        / changed\. [\d,]+ traces got another session\. Cost \$0\.00 -> /,
      ),
    });
    expect(done.stderr).toMatch(/telltale: /);
    expect(await figures(server)).toEqual(right);
    expect(await run('--since', '7d', '--costs')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('0 spans read, 0 changed.'),
    });
    expect(await run('--follow')).toMatchObject({ code: 0, stderr: '' });
    expect(await run('--project', 'nowhere')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nowhere'),
    });
    expect(await run('--since', 'soon')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('ISO 8601'),
    });
  },
);
