import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpSender } from '../../bench/load/http-sender.ts';
import { listSpans } from '../../tools/api-client.ts';
import { Random } from '../../tools/otlp/random.ts';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { canSimulateDisk, FaultyDisk, type DiskFault } from '#test/reliability/disk-faults.ts';
import { Ledger } from '#test/reliability/ledger.ts';
import { hexId, jsonSpan, otlpJson, sendTraces } from '#test/reliability/read-back.ts';
import { times } from './nightly-length.ts';

/** Fails until the fault is taken away. */
const LASTING = 1_000_000;
const WAL = 'spans.db-wal';
const FILE = 'spans.db';

/**
 * Where a disk can fail below SQLite: under a commit (the log) and under a checkpoint (the file,
 * and the log's end).
 */
const FAULTS: Readonly<Record<string, DiskFault>> = {
  'one fsync of the log': { call: 'sync', file: WAL, how: 'EIO', count: 1 },
  'every fsync of the log': { call: 'sync', file: WAL, how: 'EIO', count: LASTING },
  'one write to the log': { call: 'write', file: WAL, how: 'EIO', count: 1 },
  'every write to the log': { call: 'write', file: WAL, how: 'EIO', count: LASTING },
  'one write to the log, for want of space': { call: 'write', file: WAL, how: 'ENOSPC', count: 1 },
  'every write to the log, for want of space': {
    call: 'write',
    file: WAL,
    how: 'ENOSPC',
    count: LASTING,
  },
  'one write to the log in its middle': { call: 'write', file: WAL, how: 'SHORT', count: 1 },
  'every write to the log in its middle': {
    call: 'write',
    file: WAL,
    how: 'SHORT',
    count: LASTING,
  },
  'one fsync of the file': { call: 'sync', file: FILE, how: 'EIO', count: 1 },
  'every fsync of the file': { call: 'sync', file: FILE, how: 'EIO', count: LASTING },
  'every write to the file': { call: 'write', file: FILE, how: 'EIO', count: LASTING },
  'one cutting off of the log': { call: 'truncate', file: WAL, how: 'EIO', count: 1 },
};

if (!canSimulateDisk)
  console.log('note: no C compiler on Linux, so the failing disk is not simulated');

const workspace = mkdtempSync(path.join(tmpdir(), 'telltale-faults-'));
let disk: FaultyDisk;
beforeAll(() => {
  if (canSimulateDisk) disk = new FaultyDisk(workspace);
});
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

describe.skipIf(!canSimulateDisk)('check 8: a disk that fails', () => {
  it.each(Object.entries(FAULTS))(
    'in %s is never acknowledged over, shows in /ready, and is over when the disk works again',
    async (name, fault) => {
      const data = path.join(workspace, name.replaceAll(/\W+/g, '-'));
      const shadow = `${data}-shadow`;
      for (const folder of [data, shadow]) mkdirSync(folder);
      rmSync(disk.log, { force: true });
      const ledger = new Ledger(80);
      const random = new Random(81);
      let server = await start(data, shadow);
      for (let round = 0; round < times(20); round++) {
        try {
          await goThrough(server, fault, { ledger, random, round });
        } catch (error) {
          // To end is a way out too, if it says so: what supervises it starts it again.
          const ended = await Promise.race([server.ended, delay(2_000)]);
          if (ended === undefined || ended.code === 0) throw error;
          disk.disarm();
          server = await start(data, shadow);
        }
      }
      await server.stop('SIGKILL');
      const lines = events();
      expect(lines.filter((line) => line.startsWith(fault.call)).length).toBeGreaterThanOrEqual(
        times(20),
      );
      expect(lines.filter((line) => line.startsWith(`reused ${WAL} `))).toEqual([]);
      // The process's view, and the content of a disk that lost everything it reported as failed.
      for (const directory of [data, shadow]) {
        await using after = await boot({ directory });
        expect(ledger.compare(await listSpans(after.url, 'default'))).toEqual({
          missing: [],
          different: [],
          repeated: [],
        });
      }
    },
  );
});

/** From a healthy server through the fault to a healthy server. Throws when the server is gone. */
async function goThrough(
  server: BootedServer,
  fault: DiskFault,
  {
    ledger,
    random,
    round,
  }: { readonly ledger: Ledger; readonly random: Random; readonly round: number },
): Promise<void> {
  const sender = new HttpSender(new URL(server.url), 'identity');
  const send = async (): Promise<number> => {
    const batch = ledger.make(16);
    const { status, retryAfterMs } = await sender.send(batch.body);
    if (status === 200) ledger.acknowledge(batch);
    else
      expect({ status, patience: retryAfterMs >= 1_000 && retryAfterMs <= 2_000 }).toEqual({
        status: 503,
        patience: true,
      });
    return status;
  };
  try {
    await until('spans are taken', async () => (await send()) === 200);
    const before = events().length;
    // A checkpoint follows when something was deleted.
    const doomed = round * 10 + 7;
    await until(
      'a span to delete is stored',
      async () =>
        (
          await sendTraces(server.url, otlpJson([jsonSpan(doomed, doomed)]), {
            'x-project-name': 'doomed',
          })
        ).status === 200,
    );
    disk.arm(
      fault,
      fault.file === WAL && fault.call !== 'truncate'
        ? random.between(1, fault.count === 1 ? 4 : 2)
        : 1,
    );
    await fetch(`${server.url}/v1/traces/${hexId(doomed, 32)}`, { method: 'DELETE' });
    let refused = 0;
    await until('the fault strikes', async () => {
      if ((await send()) !== 200) refused += 1;
      return events().length > before;
    });
    if (
      fault.file === WAL &&
      fault.call !== 'truncate' &&
      fault.count === LASTING &&
      fault.how !== 'SHORT'
    ) {
      await until('it is refused', async () => (await send()) !== 200);
      for (let look = 0; look < 10; look++) {
        expect(await send()).toBe(503);
        expect((await fetch(`${server.url}/ready`)).status).toBe(503);
        expect((await fetch(`${server.url}/health`)).status).toBe(200);
        expect((await fetch(`${server.url}/v1/projects/default/spans?limit=5`)).status).toBe(200);
        await delay(20);
      }
    }
    if (fault.how === 'SHORT') expect(refused).toBe(0);
    disk.disarm();
    await until('spans are taken again', async () => (await send()) === 200);
    await until(
      'it says that it is ready',
      async () => (await fetch(`${server.url}/ready`)).status === 200,
    );
  } finally {
    disk.disarm();
    sender.close();
  }
}

async function start(data: string, shadow: string): Promise<BootedServer> {
  rmSync(shadow, { recursive: true });
  cpSync(data, shadow, { recursive: true });
  return await boot({
    directory: data,
    env: disk.env(data, shadow),
  });
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Not within 20 s: ${what}.`);
    await delay(20);
  }
}

function events(): readonly string[] {
  return existsSync(disk.log)
    ? readFileSync(disk.log, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
}
