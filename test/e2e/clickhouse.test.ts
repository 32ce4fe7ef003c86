import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres, POSTGRES, type PostgresServer } from '#test/postgres-server.ts';
import { ClickHouseEngine, hasEngine } from '../clickhouse/clickhouse-engine.ts';
import { boot, runCommand, temporaryDirectory, type BootedServer } from './boot.ts';
import { freshSpans } from './otlp-messages.ts';
import { sendSpans } from './otlp-sender.ts';

let engine: ClickHouseEngine;
let postgres: PostgresServer;
let env: Record<string, string>;
let name: string;
const directory = temporaryDirectory();

async function read<Body>(server: BootedServer, path: string): Promise<Body> {
  const response = await fetch(`${server.url}${path}`);
  expect(response.status, path).toBe(200);
  // as: what the route answers with.
  return (await response.json()) as Body;
}

interface Rows {
  readonly data: readonly { readonly id: string; readonly trace_id: string }[];
}

const traces = (server: BootedServer): Promise<Rows> =>
  read<Rows>(server, '/v1/projects/default/traces?limit=50');

async function spanCount(server: BootedServer): Promise<number> {
  return (await read<{ data: { spans: number } }>(server, '/v1/storage')).data.spans;
}

async function ready(server: BootedServer): Promise<string> {
  return (await fetch(`${server.url}/ready`)).text();
}

const json = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

describe.skipIf(!hasEngine || POSTGRES === null)('spans in ClickHouse', () => {
  beforeAll(async () => {
    [engine, postgres] = await Promise.all([ClickHouseEngine.start(), openPostgres()]);
    await postgres.run('CREATE DATABASE meta');
    const database = await engine.database();
    name = `ClickHouse at ${engine.url.replace('http://', '')}`;
    env = {
      SERVICE_SQL_DATABASE_URL: postgres.tcpUrl('meta'),
      SERVICE_CLICKHOUSE_URL: `${engine.url.replace('http://', 'http://default:right@')}/${database.name}`,
    };
  });
  afterAll(async () => {
    await Promise.all([engine.stop(), postgres.close()]);
    rmSync(directory, { recursive: true, force: true });
  });

  it('are taken, listed, annotated and deleted, and kept over a restart', async () => {
    const spans = freshSpans(3);
    const [first] = spans;
    {
      await using server = await boot({ directory, env });
      for (const wire of ['http protobuf', 'grpc'] as const)
        expect((await sendSpans(server, wire, wire === 'grpc' ? freshSpans(2) : spans)).ok).toBe(
          true,
        );
      // Sent again, it is stored no second time.
      expect((await sendSpans(server, 'http json', spans)).ok).toBe(true);
      expect((await traces(server)).data).toHaveLength(2);
      expect(await spanCount(server)).toBe(5);
      const note = {
        span_id: first?.spanId,
        name: 'good',
        annotator_kind: 'HUMAN',
        result: { score: 1 },
      };
      expect(
        (await fetch(`${server.url}/v1/span_annotations?sync=true`, json({ data: [note] }))).status,
      ).toBe(200);
      const other = (await traces(server)).data.find(({ trace_id }) => trace_id !== first?.traceId);
      const deleted = await fetch(`${server.url}/v1/traces/${other?.trace_id}`, {
        method: 'DELETE',
      });
      expect(deleted.status).toBeLessThan(300);
      expect((await traces(server)).data).toHaveLength(1);
      const { data: tables } = await read<{ data: { files: readonly unknown[] } }>(
        server,
        '/v1/storage/tables',
      );
      expect(tables.files[0]).toMatchObject({
        name: expect.stringContaining(name),
        tables: expect.arrayContaining([expect.objectContaining({ name: 'spans' })]),
      });
      expect((await server.stop()).code).toBe(0);
    }
    await using server = await boot({ directory, env });
    expect((await traces(server)).data).toMatchObject([{ trace_id: first?.traceId }]);
    const annotations = await read<Rows>(
      server,
      `/v1/projects/default/span_annotations?span_ids=${first?.spanId}`,
    );
    expect(annotations.data).toHaveLength(1);
    const doctor = await runCommand(['doctor'], { ...env, SERVICE_WORKING_DIR: directory });
    expect(doctor.stdout).toMatch(/ok {4}clickhouse +ClickHouse \d+\.\d+.* at 127\.0\.0\.1:\d+/);
  });

  it('are refused while the engine is away or refuses the password, and taken again after', async () => {
    await using server = await boot({ directory, env });
    const before = await spanCount(server);
    const spans = freshSpans(4);
    await engine.pause();
    const refused = await sendSpans(server, 'http protobuf', spans);
    expect(refused).toMatchObject({ ok: false, httpStatus: 503 });
    expect(refused.retryAfter.header).toMatch(/^\d+$/);
    expect(refused.message).toContain(name);
    await expect.poll(() => ready(server)).toContain(`${name} can’t be reached`);
    expect((await sendSpans(server, 'grpc', spans)).code).toBe(14);
    expect((await fetch(`${server.url}/v1/projects/default/traces`)).status).toBe(503);

    await engine.resume('another');
    await expect.poll(() => ready(server)).toContain(`${name} refuses user 'default'`);
    await engine.pause();
    await engine.resume('right');
    await expect.poll(async () => (await sendSpans(server, 'grpc', spans)).ok).toBe(true);
    expect((await sendSpans(server, 'http protobuf', spans)).ok).toBe(true);
    expect(await spanCount(server)).toBe(before + spans.length);
    expect(await ready(server)).toContain('"ready":true');
  });

  it('are refused at the start, in one line, without PostgreSQL', async () => {
    const { SERVICE_CLICKHOUSE_URL = '' } = env;
    const ended = await runCommand(['serve'], {
      SERVICE_CLICKHOUSE_URL,
      SERVICE_WORKING_DIR: directory,
    });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('set SERVICE_SQL_DATABASE_URL to a postgresql:// address');
  });
});
