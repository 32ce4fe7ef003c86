import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPostgres, POSTGRES, type PostgresServer } from '#test/postgres-server.ts';
import { boot, runCommand, temporaryDirectory, type BootedServer } from './boot.ts';
import { bootClosed, makeApiKey, operator } from './closed-server.ts';
import {
  createWithDataset,
  runCounts,
  sendEvaluation,
  sendRun,
  tagExperiment,
} from './experiment-client.ts';
import { freshSpans } from './otlp-messages.ts';
import { sendSpans } from './otlp-sender.ts';

let postgres: PostgresServer;
let directory: string;
let count = 0;
let database: string;
beforeAll(async () => {
  if (POSTGRES !== null) postgres = await openPostgres();
});
afterAll(async () => {
  if (POSTGRES !== null) await postgres.close();
});
beforeEach(async () => {
  if (POSTGRES === null) return;
  directory = temporaryDirectory();
  database = `e2e_${(count += 1)}`;
  await postgres.run(`CREATE DATABASE ${database}`);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const env = (more: Readonly<Record<string, string>> = {}) => ({
  SERVICE_SQL_DATABASE_URL: postgres.tcpUrl(database),
  SERVICE_SQL_DATABASE_SCHEMA: 'telltale',
  ...more,
});
const ready = async (server: BootedServer) =>
  (await fetch(`${server.url}/ready`)).json() as Promise<{ ready: boolean; reasons: string[] }>;
const json = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Dumps the metadata with PostgreSQL’s own tool, whole and without a table, and has both checked. */
async function expectChecked(
  settings: Readonly<Record<string, string>>,
  format: string,
  dump: string,
): Promise<void> {
  for (const left of [[], ['--exclude-table=telltale.users']]) {
    const args = [`--format=${format}`, '--schema=telltale', `--file=${dump}`, ...left];
    const tool = path.join(path.dirname(POSTGRES ?? ''), 'pg_dump');
    execFileSync(tool, [...args, postgres.tcpUrl(database)]);
    const checked = await runCommand(['backup', `${dump}-spans`, '--metadata', dump], settings);
    if (left.length === 0)
      expect(checked).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/holds all \d+ tables of schema 'telltale'/),
      });
    else
      expect([checked.code, checked.stderr]).toEqual([
        1,
        expect.stringContaining("lacks tables of schema 'telltale': users."),
      ]);
    for (const file of [dump, `${dump}-spans`]) rmSync(file, { recursive: true, force: true });
  }
}

describe.skipIf(POSTGRES === null)('metadata in PostgreSQL', () => {
  it(
    'is kept over a restart: users, keys, datasets, experiments with their figures, configs and policies',
    { timeout: 240_000 },
    async () => {
      let experiment = '';
      {
        await using server = await boot({ directory, env: env() });
        const made = await createWithDataset(server.url, {
          dataset: 'questions',
          examples: 3,
          name: 'first',
        });
        experiment = made.id;
        for (const [at, dataset_example_id] of made.exampleIds.entries()) {
          const run = await sendRun(server.url, experiment, {
            dataset_example_id,
            repetition_number: 1,
            output: `answer ${at} ${'x'.repeat(9_000)}`,
          });
          expect(run.status).toBe(200);
          expect(await sendEvaluation(server.url, run.id, 'exact', at / 2)).toBe(200);
        }
        await tagExperiment(server.url, experiment, 'baseline');
        const policy = await fetch(
          `${server.url}/v1/retention_policies`,
          json({ name: 'short', rule: { max_days: 30 } }),
        );
        expect(policy.status).toBe(201);
        await sendSpans(server, 'http protobuf', freshSpans(3));
        expect((await server.stop()).code).toBe(0);
      }
      await using server = await boot({ directory, env: env() });
      expect(await runCounts(server.url, experiment)).toMatchObject({
        successful_run_count: 3,
        failed_run_count: 0,
        missing_run_count: 0,
      });
      const summary = await (
        await fetch(`${server.url}/v1/experiments/${encodeURIComponent(experiment)}/summary`)
      ).json();
      expect(JSON.stringify(summary)).toContain('"exact"');
      expect(await (await fetch(`${server.url}/v1/retention_policies`)).text()).toContain(
        '"short"',
      );
      expect((await fetch(`${server.url}/`)).status).toBe(200);
      const sizes = await (await fetch(`${server.url}/v1/storage/tables`)).text();
      expect(sizes).toMatch(/PostgreSQL at [^"]*, schema telltale/);
      expect(sizes).toContain('"experiment_runs"');
      const tables = await postgres.run(
        `SELECT count(*)::int AS count FROM information_schema.tables WHERE table_schema = 'telltale'`,
        database,
      );
      expect(tables).toEqual([{ count: expect.any(Number) }]);
    },
  );

  it(
    'takes over the metadata of a directory, and gives it back',
    { timeout: 240_000 },
    async () => {
      let experiment = '';
      {
        await using server = await boot({ directory });
        const made = await createWithDataset(server.url, {
          dataset: 'questions',
          examples: 3,
          name: 'first',
        });
        experiment = made.id;
        for (const dataset_example_id of made.exampleIds)
          await sendRun(server.url, experiment, {
            dataset_example_id,
            repetition_number: 1,
            output: 'x'.repeat(9_000),
          });
        await sendSpans(server, 'http protobuf', freshSpans(3));
        const busy = await runCommand(['copy', '--from', directory, '--to', 'cluster'], env());
        expect([busy.code, busy.stderr]).toEqual([1, expect.stringContaining('is in use by')]);
        await server.stop();
      }
      const settings = { ...env(), SERVICE_WORKING_DIR: directory };
      const there = await runCommand(['copy', '--from', directory, '--to', 'cluster'], settings);
      expect([there.code, there.stderr]).toEqual([0, '']);
      expect(there.stdout).toMatch(/ok +experiment_runs +3\n/);
      expect(there.stdout).toContain(`SERVICE_WORKING_DIR=${directory}`);
      const twice = await runCommand(['copy', '--from', directory, '--to', 'cluster'], settings);
      expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('never mixed')]);
      {
        await using server = await boot({ directory, env: env() });
        expect(await runCounts(server.url, experiment)).toMatchObject({ successful_run_count: 3 });
        expect((await createWithDataset(server.url, { dataset: 'more', examples: 1, name: 'second' })).id).not.toBe(experiment); // prettier-ignore
        await server.stop();
      }
      renameSync(path.join(directory, 'meta.db'), path.join(directory, 'old.db'));
      const back = await runCommand(['copy', '--from', 'cluster', '--to', directory], settings);
      expect([back.code, back.stderr]).toEqual([0, '']);
      await using server = await boot({ directory });
      expect(await runCounts(server.url, experiment)).toMatchObject({ successful_run_count: 3 });
    },
  );

  it(
    'signs people in, and verifies the audit log, also from the command line',
    { timeout: 240_000 },
    async () => {
      await using server = await bootClosed(env(), directory);
      const password = 'a good password 1';
      const user = {
        auth_method: 'LOCAL',
        email: 'eve@example.org',
        username: 'eve',
        role: 'ADMIN',
        password,
      };
      expect((await operator(server, 'POST', '/v1/users', { user })).status).toBe(201);
      const signedIn = await fetch(
        `${server.url}/auth/login`,
        json({ email: user.email, password }),
      );
      expect(signedIn.status).toBe(204);
      const settings = { ...env(), SERVICE_WORKING_DIR: directory };
      const link = await runCommand(['reset-password', user.email], settings);
      expect(link).toMatchObject({ code: 0, stdout: expect.stringContaining('#token=') });
      await expect
        .poll(async () => (await runCommand(['audit', 'verify'], settings)).stdout)
        .toMatch(/^Intact: \d+ rows/);
      const exported = await runCommand(['audit', 'export'], settings);
      expect(exported.stdout).toContain('password.request_reset');
      const doctor = await runCommand(['doctor'], settings);
      expect(doctor.stdout).toMatch(
        /ok {4}postgresql +PostgreSQL 1\d.* at 127\.0\.0\.1:\d+, database 'e2e_\d+', schema 23, answers in /,
      );
      const saved = await runCommand(['backup', `${directory}-backup`], settings);
      rmSync(`${directory}-backup`, { recursive: true, force: true });
      expect(saved).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(
          /not part of this backup[^]*pg_dump --format=custom --schema=telltale/,
        ),
      });
      for (const format of ['custom', 'plain', 'directory'])
        await expectChecked(settings, format, `${directory}-${format}`);
      const none = await runCommand(
        ['backup', `${directory}-none`, '--metadata', import.meta.filename],
        settings,
      );
      expect([none.code, none.stderr]).toEqual([
        1,
        expect.stringContaining('is no dump of schema'),
      ]);
      rmSync(`${directory}-none`, { recursive: true, force: true });
    },
  );

  it(
    'is for one server at a time, and a start that cannot reach it says why in one line',
    { timeout: 240_000 },
    async () => {
      await using server = await boot({ directory, env: env() });
      const other = temporaryDirectory();
      const refusal = async (more: Readonly<Record<string, string>>): Promise<string> => {
        const ended = await runCommand(['serve'], {
          ...env(more),
          SERVICE_WORKING_DIR: other,
          SERVICE_PORT: '0',
          SERVICE_GRPC_PORT: '0',
        });
        expect(ended.code).toBe(1);
        return ended.stderr.trim().split('\n').at(-1) ?? '';
      };
      expect(await refusal({})).toMatch(
        /^telltale: Another Telltale server uses schema 'telltale' in database 'e2e_\d+' of PostgreSQL at 127\.0\.0\.1:/,
      );
      expect(
        await refusal({ SERVICE_SQL_DATABASE_URL: postgres.tcpUrl(database, 'wrong') }),
      ).toMatch(
        /^telltale: PostgreSQL at 127\.0\.0\.1:\d+ refuses user 'telltale' \(password authentication failed/,
      );
      expect(await refusal({ SERVICE_SQL_DATABASE_URL: postgres.tcpUrl('nowhere') })).toMatch(
        /has no database 'nowhere': create it/,
      );
      rmSync(other, { recursive: true, force: true });
      expect((await ready(server)).ready).toBe(true);
    },
  );

  it(
    'may be gone for 20 s: spans are taken, the rest is refused for now, and all goes on by itself',
    { timeout: 300_000 },
    async () => {
      await using server = await bootClosed(env(), directory);
      const { key } = await makeApiKey(server, { kind: 'system', role: 'MEMBER' });
      const send = async () => {
        const reply = await sendSpans(server, 'http protobuf', freshSpans(2), {
          authorization: `Bearer ${key}`,
        });
        expect(reply).toMatchObject({ ok: true });
      };
      await send();
      await postgres.stop();
      const until = performance.now() + 20_000;
      const metadata = () => operator(server, 'GET', '/v1/datasets');
      let refused = 0;
      while (performance.now() < until) {
        await send();
        const reply = await metadata();
        expect([503, 200]).toContain(reply.status);
        if (reply.status === 503) {
          refused += 1;
          expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
          expect(await reply.text()).toMatch(/PostgreSQL at 127\.0\.0\.1:\d+/);
        }
      }
      expect(refused).toBeGreaterThan(0);
      expect(await ready(server)).toMatchObject({
        ready: false,
        reasons: [expect.stringMatching(/^PostgreSQL at 127\.0\.0\.1:\d+ /)],
      });
      await postgres.start();
      await expect.poll(async () => (await metadata()).status, { timeout: 60_000 }).toBe(200);
      await expect.poll(async () => (await ready(server)).ready, { timeout: 60_000 }).toBe(true);
      // Each of its connections is made again with its next use, at most four times a second.
      const create = () => operator(server, 'POST', '/v1/projects', { name: 'after' });
      await expect.poll(async () => (await create()).status).toBe(200);
      await send();
    },
  );
});
