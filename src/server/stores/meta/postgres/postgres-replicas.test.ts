import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { ANONYMOUS } from '#core/access/principal.ts';
import type { DatasetRow } from '#core/dataset/dataset-row.ts';
import { actOf, NO_ORIGIN } from '#server/audit/audit-entry.ts';
import { auditHash } from '#server/audit/audit-hash.ts';
import { AuditLog } from '#server/audit/audit-log.ts';
import { composeUploads } from '#server/compose/uploads.ts';
import { contentHash } from '#server/datasets/content-hash.ts';
import type { JobHandlers } from '#server/jobs/catalogue.ts';
import { JobRunner } from '#server/jobs/job-runner.ts';
import { Replica } from '#server/jobs/replica.ts';
import { BulkPace } from '#server/ingest/wire/bulk-pace.ts';
import { createLog } from '#server/telemetry/log.ts';
import { UPLOAD_LIMITS } from '#test/api-jobs.ts';
import { makeTestDatabase, openPostgresStore } from '#test/open-postgres-meta.ts';
import { cancelJob, findJob, insertJob } from '../jobs.queries.ts';
import type { PostgresSettings } from './postgres-settings.ts';

const SILENT_MS = 2_000;
const LEASE_MS = 1_500;
const log = createLog('silent', 'test');
const folder = mkdtempSync(path.join(tmpdir(), 'telltale-replicas-'));
let where: PostgresSettings;
let running: { end(): Promise<void> }[] = [];
type TestServer = Awaited<ReturnType<typeof startServer>>;
beforeEach(() => {
  where = makeTestDatabase();
});
afterEach(async () => {
  for (const server of running) await server.end();
  running = [];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a server does with the metadata that it shares, with jobs of its own. */
async function startServer(name: string, jobs: Partial<JobHandlers> = {}) {
  let gate: Promise<unknown> = Promise.resolve();
  const { store, close } = openPostgresStore(where, true, () => gate);
  const held = Promise.withResolvers<void>();
  const forgotten = Promise.withResolvers<Error>();
  const replica: Replica = new Replica({
    db: store.db,
    recover: async () => {
      await audit.recover();
      await uploads.recoverOthers();
    },
    onForgotten: forgotten.resolve,
    log,
    beatMs: 200,
    silentMs: SILENT_MS,
  });
  const audit = new AuditLog({ store, log, serverId: () => replica.id });
  const { uploads, changes, threads } = composeUploads({
    store,
    replica,
    queries: { value: async () => [] as never, json: async () => new Uint8Array() }, // as: no span is named
    limits: UPLOAD_LIMITS,
    directory: path.join(folder, name),
    wakeJobs: () => runner.wake(),
    endJob: (id) => runner.cancel(id),
    pace: new BulkPace(() => false),
    log,
  });
  const idle = async (): Promise<void> => undefined;
  const runner: JobRunner = new JobRunner({
    db: store.db,
    log,
    handlers: {
      'retention.sweep': idle,
      'annotation.expiry': idle,
      'spans.reread': idle,
      'audit.verify': idle,
      'audit.prune': idle,
      'alert.evaluate': idle,
      'alert.deliver': idle,
      'directory.recheck': idle,
      'provider.recheck': idle,
      'dataset.upload': (payload, context) => uploads.runJob(payload, context),
      'dataset.purge': idle,
      'dataset.purge_split': idle,
      'experiment.project': idle,
      'experiment.purge': idle,
      ...jobs,
    },
    concurrency: { work: 4, delivery: 1, directory: 1, provider: 1, reread: 1 },
    leaseMs: LEASE_MS,
    pollMsMax: 50,
    isAlone: false,
    now: replica.now,
    serverId: () => replica.id,
  });
  await replica.join();
  await uploads.recover();
  let isEnded = false;
  const server = {
    name,
    store,
    replica,
    audit,
    uploads,
    changes,
    runner,
    forgotten: forgotten.promise,
    /** As if the process was killed: nothing of it reaches the database any more. */
    kill: async () => {
      gate = Promise.reject(new AppError('unavailable', 'The server was killed.'));
      gate.catch(() => undefined);
      await close();
    },
    /** As if the process was stopped, and went on later. */
    hold: () => {
      gate = held.promise;
    },
    release: held.resolve,
    end: async () => {
      if (isEnded) return;
      isEnded = true;
      await runner.stop(0);
      await close();
      await replica.leave();
      await threads.stop();
    },
  };
  running.push(server);
  return server;
}

const add = (server: TestServer, payload: object) =>
  insertJob(
    server.store.db,
    { name: 'dataset.purge', payload, runAtMs: server.replica.now() },
    server.replica.now(),
  );

it('runs each job once, whichever server added it', async () => {
  const ran: string[] = [];
  const jobs = (name: string): Partial<JobHandlers> => ({
    'dataset.purge': async ({ datasetId }) => void ran.push(`${datasetId} on ${name}`),
    'retention.sweep': async () => void ran.push('sweep'),
  });
  const [a, b] = [await startServer('a', jobs('a')), await startServer('b', jobs('b'))];
  const now = a.replica.now();
  expect(Math.abs(now - b.replica.now())).toBeLessThan(1_000);
  for (let at = 0; at < 60; at += 1) await add(at % 2 === 0 ? a : b, { datasetId: at });
  await Promise.all([a.runner.start(), b.runner.start()]);
  await expect.poll(() => ran.length).toBe(60);
  expect(new Set(ran.map((line) => line.split(' ')[0])).size).toBe(60);
  const rows = await a.store.db.selectFrom('jobs').selectAll().execute();
  expect(rows.filter((row) => row.name === 'retention.sweep')).toHaveLength(1);
});

it('takes over the job of a server that was killed, and ends one that was cancelled elsewhere', async () => {
  const ran: string[] = [];
  const jobs = (name: string): Partial<JobHandlers> => ({
    'dataset.purge': async ({ datasetId }, { attempt, signal }) => {
      ran.push(`${datasetId} on ${name}, attempt ${attempt}`);
      if (datasetId === 2 && name === 'b') return;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ran.push(`${datasetId} ended on ${name}`);
    },
  });
  const a = await startServer('a', jobs('a'));
  const b = await startServer('b', jobs('b'));
  await a.runner.start();
  const first = await add(b, { datasetId: 1 });
  await expect.poll(() => ran).toEqual(['1 on a, attempt 1']);
  expect(await cancelJob(b.store.db, first ?? 0, b.replica.now())).toBe(true);
  await expect.poll(() => ran).toEqual(['1 on a, attempt 1', '1 ended on a']);
  const second = await add(b, { datasetId: 2 });
  await expect.poll(() => ran.at(-1)).toBe('2 on a, attempt 1');
  await a.kill();
  await b.runner.start();
  await expect.poll(async () => (await findJob(b.store.db, second ?? 0))?.state).toBe('done');
  // The one that was cut off ended its job before another could have it.
  expect(ran.slice(2)).toEqual(['2 on a, attempt 1', '2 ended on a', '2 on b, attempt 2']);
});

it('keeps one chain of the audit log, with rows of two servers that write at once', async () => {
  const servers = [await startServer('a'), await startServer('b')];
  const outcome = { result: 'success', status: 200 } as const;
  await Promise.all(
    servers.flatMap(({ name, audit }) =>
      Array.from({ length: 300 }, async (_, at) => {
        if (at % 3 === 0) return audit.append(act(`${name}${at}`), outcome);
        const open = await audit.begin(act(`${name}${at}`));
        return at % 3 === 1 ? open.end(outcome) : open.forget();
      }),
    ),
  );
  const { db } = servers[0]!.store; // as: there are two
  const rows = await db.selectFrom('audit_log').selectAll().orderBy('seq').execute();
  expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 400 }, (_, at) => at + 1));
  expect(new Set(rows.map((row) => row.target_id)).size).toBe(400);
  expect(await db.selectFrom('audit_intents').selectAll().execute()).toEqual([]);
  let before: Uint8Array = new Uint8Array(32);
  for (const row of rows) {
    expect(Buffer.from(row.prev_hash)).toEqual(Buffer.from(before));
    expect(Buffer.from(row.hash)).toEqual(auditHash(before, row));
    before = row.hash;
  }
});

it('lets two servers change one dataset one after the other, and others at once, with ids of their own', async () => {
  const [a, b] = [await startServer('a'), await startServer('b')];
  const rows = (name: string, from: number) => batchesOf(name, from, 40);
  const apply = (server: typeof a, name: string, from: number) =>
    server.changes.apply(
      { name, action: 'append', description: null, splitsGiven: false },
      rows(name, from),
      { waitMsMax: 30_000 },
    );
  await Promise.all([
    apply(a, 'shared', 0),
    apply(b, 'shared', 100),
    apply(a, 'shared', 200),
    apply(b, 'shared', 300),
    apply(a, 'of a', 0),
    apply(b, 'of b', 0),
  ]);
  const datasets = await a.store.db
    .selectFrom('datasets')
    .select(['name', 'example_count', 'changing_version_id', 'changing_server_id'])
    .orderBy('name')
    .execute();
  const rest = { changing_version_id: null, changing_server_id: null };
  expect(datasets).toEqual([
    { name: 'of a', example_count: 40, ...rest },
    { name: 'of b', example_count: 40, ...rest },
    { name: 'shared', example_count: 160, ...rest },
  ]);
});

it('finishes what a server that was killed left behind, and ends that server if it comes back', async () => {
  const a = await startServer('a');
  const b = await startServer('b');
  await a.audit.begin(act('interrupted'));
  const id = await a.uploads.queue(uploadBody(), 'application/json', {
    signal: new AbortController().signal,
    userNumber: null,
  });
  // A change that is begun on one and waits on the other.
  const reached = Promise.withResolvers<void>();
  const never = Promise.withResolvers<void>();
  const append = { name: 'd', action: 'append', description: null, splitsGiven: false } as const;
  async function* endless(): AsyncGenerator<readonly DatasetRow[]> {
    yield* batchesOf('of a', 0, 2);
    reached.resolve();
    await never.promise;
  }
  const lost = a.changes.apply(append, endless(), { waitMsMax: 1_000 });
  lost.catch(() => undefined);
  await reached.promise;
  await expect(
    b.changes.apply(append, batchesOf('of b', 0, 3), { waitMsMax: 300 }),
  ).rejects.toMatchObject({
    code: 'unavailable',
    detail: expect.stringContaining("The dataset 'd' is being changed, and that takes longer than"),
  });
  const waiting = b.changes.apply(append, batchesOf('of b', 0, 3), { waitMsMax: 60_000 });
  a.hold();
  expect(await waiting).toMatchObject({ created: 3 });
  await expect
    .poll(async () => await findJob(b.store.db, id))
    .toMatchObject({
      state: 'failed',
      last_error: 'The server that received this file ended; upload it again.',
    });
  const { db } = b.store;
  await expect
    .poll(() => db.selectFrom('audit_log').select(['target_id', 'result']).execute())
    .toEqual([{ target_id: 'interrupted', result: 'interrupted' }]);
  const examples = await db.selectFrom('dataset_examples').select('id').execute();
  expect(examples).toHaveLength(3);
  // It stood still, and goes on.
  a.release();
  never.resolve();
  expect((await a.forgotten).message).toMatch(/^The other servers did not hear of this one/);
  await expect(lost).rejects.toMatchObject({
    code: expect.stringMatching(/unavailable|not_found/),
  });
  expect(await db.selectFrom('dataset_examples').select('id').execute()).toEqual(examples);
});

it('forgets no server because PostgreSQL was away from all of them for long', async () => {
  const both = [await startServer('a'), await startServer('b')];
  const [a, b] = [both[0]!, both[1]!]; // as: there are two
  const endings: Error[] = [];
  for (const server of both) void server.forgotten.then((error) => endings.push(error));
  const isUnsure = ({ replica }: TestServer): boolean => {
    try {
      return replica.id === 0;
    } catch {
      return true;
    }
  };
  for (const server of both) server.hold();
  await expect.poll(() => both.every(isUnsure)).toBe(true);
  const awaySinceMs = a.replica.now();
  await expect.poll(() => a.replica.now() - awaySinceMs).toBeGreaterThan(SILENT_MS);
  a.release();
  // The first one back finds the others silent for too long.
  await expect.poll(() => isUnsure(a)).toBe(false);
  b.release();
  await expect.poll(() => both.some(isUnsure)).toBe(false);
  const backMs = a.replica.now();
  await expect.poll(() => a.replica.now() - backMs).toBeGreaterThan(1.3 * SILENT_MS);
  expect(endings).toEqual([]);
  expect(await a.store.db.selectFrom('servers').select('id').execute()).toHaveLength(2);
});

it('goes on with uploads whose files are still there when a server starts again', async () => {
  const a = await startServer('a');
  const b = await startServer('b');
  const sender = { signal: new AbortController().signal, userNumber: null };
  const id = await a.uploads.queue(uploadBody(), 'application/json', sender);
  const cancelled = await a.uploads.queue(uploadBody('other'), 'application/json', sender);
  await b.uploads.cancel(cancelled);
  const files = () => readdir(path.join(folder, 'a', 'uploads'));
  await expect.poll(async () => (await files()).length).toBe(1);
  await a.kill();
  const again = await startServer('a');
  await again.runner.start();
  await b.runner.start();
  await expect.poll(async () => (await findJob(b.store.db, id))?.state).toBe('done');
  await expect.poll(files).toEqual([]);
});

function act(targetId: string) {
  const [atMs, action] = [1, 'dataset.delete'] as const;
  return actOf({ atMs, actor: ANONYMOUS, action, origin: NO_ORIGIN, targetId });
}

function uploadBody(name = 'uploaded'): Readable {
  return Readable.from([Buffer.from(JSON.stringify({ name, inputs: [{ q: 1 }] }))]);
}

async function* batchesOf(
  name: string,
  from: number,
  count: number,
): AsyncGenerator<readonly DatasetRow[]> {
  for (let at = 0; at < count; at += 5)
    yield Array.from({ length: Math.min(5, count - at) }, (_, index) => {
      const line = at + index + 1;
      const input = JSON.stringify({ name, q: from + line });
      const content = { input, output: '{}', metadata: '{}' };
      const hash = contentHash(line, content);
      return { ...content, line, hash, exampleId: null, splits: [], spanId: null };
    });
}
