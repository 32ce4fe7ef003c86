import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metaCatalogue } from '#server/stores/meta/copy/meta-catalogue.ts';
import { SqliteCopySource } from '#server/stores/spans/sqlite/copy/sqlite-copy-source.ts';
import { openPostgres, POSTGRES, type PostgresServer } from '#test/postgres-server.ts';
import { ClickHouseEngine, hasEngine } from '../clickhouse/clickhouse-engine.ts';
import { allItems } from '../clickhouse/stores-to-copy.ts';
import { boot, runCommand } from '../e2e/boot.ts';
import { bootClosed, makeApiKey, operator } from '../e2e/closed-server.ts';
import { scaled } from './nightly-length.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MAIN = path.resolve(ROOT, process.env['TELLTALE_SERVER_MAIN'] ?? 'src/server/main.ts');
const TRACES = Math.round(scaled(20_000));
/** Kills come after so long, each later than the one before, until the command ends by itself. */
const FIRST_KILL_MS = 900;
const LATER_MS = 400;

describe.skipIf(POSTGRES === null || !hasEngine)('a data directory of a server', () => {
  let postgres: PostgresServer;
  let engine: ClickHouseEngine;
  let folder = '';
  beforeAll(async () => {
    [postgres, engine] = [await openPostgres(), await ClickHouseEngine.start()];
    folder = mkdtempSync(path.join(tmpdir(), 'telltale-copy-'));
    await postgres.run('CREATE DATABASE moved');
  });
  afterAll(async () => {
    await postgres.close();
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Gives the command again after each kill -9; how often it was killed, and its last output. */
  async function copyThroughKills(args: readonly string[], env: Readonly<Record<string, string>>) {
    for (let kills = 0; ; kills += 1) {
      const child = spawn(process.execPath, [MAIN, 'copy', ...args], {
        env: { PATH: process.env['PATH'], HOME: tmpdir(), ...env },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      const kill = delay(FIRST_KILL_MS + kills * LATER_MS).then(() => child.kill('SIGKILL'));
      const code = await ended;
      if (code !== null) return { kills, code, output };
      await kill;
    }
  }

  function metadata(file: string): unknown {
    const db = new Database(file, { readonly: true });
    const tables = [...metaCatalogue().map(({ name }) => name), 'audit_chain'].map((name) => [
      name,
      db.prepare(`SELECT * FROM ${name} ORDER BY 1, 2`).all(),
    ]);
    const numbers = db
      .prepare('SELECT name, seq FROM sqlite_sequence WHERE seq > 0 ORDER BY name')
      .all();
    db.close();
    return { tables: Object.fromEntries(tables), numbers };
  }

  async function spans(file: string): Promise<unknown> {
    const source = SqliteCopySource.open(file);
    const items = await allItems(source);
    await source.close();
    return items;
  }

  it('moves to PostgreSQL and ClickHouse and back through kills, without a lost row', async () => {
    const [first, back] = [path.join(folder, 'first'), path.join(folder, 'back')];
    {
      await using server = await bootClosed({}, first);
      const { key } = await makeApiKey(server, { role: 'ADMIN' });
      const seeded = spawnSync(
        process.execPath,
        ['tools/seed.ts', '--url', server.url, '--traces', String(TRACES), '--api-key', key],
        { cwd: ROOT, encoding: 'utf8' },
      );
      expect(seeded.status, seeded.stderr).toBe(0);
      const secrets = [{ key: 'OPENAI_API_KEY', value: 'sk-1' }];
      expect((await operator(server, 'PUT', '/v1/secrets', { secrets })).status).toBe(200);
      expect((await server.stop()).code).toBe(0);
    }
    const { name } = await engine.database();
    const env = {
      SERVICE_SQL_DATABASE_URL: postgres.url('moved'),
      SERVICE_CLICKHOUSE_URL: `${engine.url}/${name}`,
      SERVICE_WORKING_DIR: path.join(folder, 'unused'),
    };
    const there = await copyThroughKills(['--from', first, '--to', 'cluster'], env);
    expect(there, there.output).toMatchObject({ code: 0 });
    expect(there.output).toContain('Continuing the copy that was interrupted.');
    const verified = await runCommand(['audit', 'verify'], {
      SERVICE_SQL_DATABASE_URL: postgres.url('moved'),
      SERVICE_WORKING_DIR: folder,
    });
    expect(verified.stdout).toContain('Intact');
    const again = await copyThroughKills(['--from', 'cluster', '--to', back], env);
    expect(again, again.output).toMatchObject({ code: 0 });
    expect(metadata(path.join(back, 'meta.db'))).toEqual(metadata(path.join(first, 'meta.db')));
    expect(await spans(path.join(back, 'spans.db'))).toEqual(
      await spans(path.join(first, 'spans.db')),
    );
    // Servers on both say the same, down to Global IDs.
    await using server = await boot({ directory: back });
    await using replica = await boot({ env });
    for (const route of ['projects', 'projects/support-agent/traces', 'datasets', 'experiments']) {
      const [here, elsewhere] = await Promise.all(
        [server, replica].map(async ({ url }) => (await fetch(`${url}/v1/${route}`)).text()),
      );
      expect(elsewhere, route).toBe(here);
    }
  });
});
