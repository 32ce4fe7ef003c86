import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres, POSTGRES, type PostgresServer } from '#test/postgres-server.ts';
import { ClickHouseEngine, hasEngine } from '../clickhouse/clickhouse-engine.ts';
import { boot, runCommand, temporaryDirectory, type BootedServer } from './boot.ts';

let engine: ClickHouseEngine;
let postgres: PostgresServer;
let env: Record<string, string>;

interface JobReply {
  readonly data: { readonly id: string; readonly state: string; readonly error: string | null };
}

async function send<Reply>(server: BootedServer, path: string, init: RequestInit = {}) {
  const response = await fetch(`${server.url}${path}`, init);
  const text = await response.text();
  expect(response.status, `${path}: ${text}`).toBeLessThan(300);
  // as: what the route answers with.
  return (text === '' ? null : JSON.parse(text)) as Reply;
}

function queueUpload(server: BootedServer, name: string): Promise<JobReply> {
  const inputs = Array.from({ length: 40 }, (_, n) => ({ n }));
  return send<JobReply>(server, '/v1/datasets/upload?sync=false', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, inputs }),
  });
}

/** The rows of a statement about the metadata. */
const rows = (sql: string) => postgres.run(sql, 'meta');

/** A reader that lets no other one look at the rows of datasets until it is released. */
async function holdDatasets(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: postgres.tcpUrl('meta') });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE dataset_example_revisions IN ACCESS EXCLUSIVE MODE');
  return () => client.end();
}

describe.skipIf(!hasEngine || POSTGRES === null)('two servers of one cluster', () => {
  beforeAll(async () => {
    [engine, postgres] = await Promise.all([ClickHouseEngine.start(), openPostgres()]);
    await postgres.run('CREATE DATABASE meta');
    const { name } = await engine.database();
    env = {
      SERVICE_SQL_DATABASE_URL: postgres.tcpUrl('meta'),
      SERVICE_CLICKHOUSE_URL: `${engine.url.replace('http://', 'http://default:right@')}/${name}`,
    };
  });
  afterAll(() => Promise.all([engine.stop(), postgres.close()]));

  it(
    'run each job once, go on with that of a server that is killed, and keep one audit log',
    { timeout: 240_000 },
    async () => {
      // Both find the database empty: one of them makes the schema.
      const servers = await Promise.all([boot({ env }), boot({ env })]);
      await using a = servers[0];
      await using b = servers[1];
      const uploads = await Promise.all(
        Array.from({ length: 6 }, (_, at) => queueUpload(at % 2 === 0 ? a : b, `questions ${at}`)),
      );
      for (const { data } of uploads)
        for (const server of servers)
          await expect
            .poll(async () => (await send<JobReply>(server, `/v1/jobs/${data.id}`)).data)
            .toMatchObject({ state: 'done', error: null });
      expect(
        await rows(`SELECT example_count::int, count(*)::int FROM datasets GROUP BY 1`),
      ).toEqual([{ example_count: 40, count: 6 }]);
      expect(
        await rows(`SELECT DISTINCT attempts::int FROM jobs WHERE name = 'dataset.upload'`),
      ).toEqual([{ attempts: 1 }]);

      const release = await holdDatasets();
      const { data: found } = await send<{ data: readonly { id: string }[] }>(b, '/v1/datasets');
      await send(b, `/v1/datasets/${found[0]?.id}`, { method: 'DELETE' });
      let runner = 0;
      await expect
        .poll(async () => {
          const [row] = await rows(
            `SELECT name FROM servers WHERE id = (SELECT split_part(lease_owner, ' ', 1)::bigint FROM jobs WHERE name = 'dataset.purge')`,
          );
          // as: what the statement names; the process is the last word of a server’s name.
          runner = Number((row as { name: string } | undefined)?.name.split(' ').at(-1) ?? 0);
          return runner;
        })
        .toBeGreaterThan(0);
      const [killed, left] = runner === a.pid ? [a, b] : [b, a];
      expect(killed.pid).toBe(runner);
      await killed.stop('SIGKILL');
      await release();
      await expect
        .poll(() => rows(`SELECT state, attempts::int FROM jobs WHERE name = 'dataset.purge'`))
        .toEqual([{ state: 'done', attempts: 2 }]);
      expect((await send<{ data: readonly unknown[] }>(left, '/v1/datasets')).data).toHaveLength(5);
      expect(
        await rows(
          `SELECT name FROM jobs WHERE state IN ('queued', 'running') GROUP BY name HAVING count(*) > 1`,
        ),
      ).toEqual([]);
      const verified = await runCommand(['audit', 'verify'], {
        ...env,
        SERVICE_WORKING_DIR: temporaryDirectory(),
      });
      expect(verified.stdout).toMatch(/^Intact: \d+ rows/);
    },
  );
});
