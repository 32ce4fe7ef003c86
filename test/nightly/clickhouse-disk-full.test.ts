import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { HttpSender, type Reply } from '../../bench/load/http-sender.ts';
import { listSpans } from '../../tools/api-client.ts';
import { ClickHouseEngine, hasEngine } from '#test/clickhouse/clickhouse-engine.ts';
import { boot } from '#test/e2e/boot.ts';
import { openPostgres, POSTGRES } from '#test/postgres-server.ts';
import { Ledger } from '#test/reliability/ledger.ts';
import { times } from './nightly-length.ts';
import { fillDisk, mountSmallDisk, unmountDisk } from './small-disk.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'telltale-clickhouse-full-'));
const isMounted = hasEngine && POSTGRES !== null && mountSmallDisk(folder);
if (!isMounted)
  console.log('note: needs ClickHouse’s engine, PostgreSQL and a small file system: skipped');
afterAll(() => {
  if (isMounted) unmountDisk(folder);
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!isMounted)('a full disk of ClickHouse', () => {
  it('is answered with 503 and its name, and is over when there is room again', async () => {
    const [engine, postgres] = await Promise.all([
      ClickHouseEngine.start(path.join(folder, 'engine')),
      openPostgres(),
    ]);
    await postgres.run('CREATE DATABASE meta');
    const { name } = await engine.database();
    {
      await using server = await boot({
        env: {
          SERVICE_SQL_DATABASE_URL: postgres.tcpUrl('meta'),
          SERVICE_CLICKHOUSE_URL: `${engine.url}/${name}`,
        },
      });
      const ready = async () => (await fetch(`${server.url}/ready`)).text();
      const sender = new HttpSender(new URL(server.url), 'identity');
      const ledger = new Ledger(91);
      /** A batch that was refused is sent again before another is made. */
      let waiting = ledger.make(256);
      const send = async (): Promise<Reply> => {
        const reply = await sender.send(waiting.body);
        if (reply.status !== 200) return reply;
        ledger.acknowledge(waiting);
        waiting = ledger.make(256);
        return reply;
      };
      for (let round = 0; round < times(3); round += 1) {
        expect((await send()).status).toBe(200);
        fillDisk(folder);
        await expect.poll(async () => (await send()).status).toBe(503);
        await expect.poll(ready).toContain('The disk of ClickHouse at ');
        expect(ledger.compare(await listSpans(server.url, 'default')).missing).toEqual([]);
        rmSync(path.join(folder, 'filler'));
        await expect.poll(async () => (await send()).status).toBe(200);
        await expect.poll(ready).toContain('"ready":true');
      }
      sender.close();
      expect(ledger.compare(await listSpans(server.url, 'default'))).toEqual({
        missing: [],
        different: [],
        repeated: [],
      });
    }
    await Promise.all([engine.stop(), postgres.close()]);
  });
});
