import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { listSpans } from '../../tools/api-client.ts';
import { boot } from '#test/e2e/boot.ts';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { sendUntil } from './ledger-load.ts';
import { Ledger } from './ledger.ts';
import { canSimulateDisk as canCutPower } from './disk-faults.ts';
import { powerCut } from './power-cut.ts';

/**
 * The content of a disk after a power cut. kill -9 doesn't show it: the kernel still writes a dead
 * process's cached data. A library loaded before libc keeps a shadow of the data directory that
 * receives only fsynced bytes; after the kill the server starts on the shadow.
 */
const ROUNDS = casesOf(3, 200);
const TIMEOUT_MS = Math.max(300_000, casesOf(300_000, 7_200_000));
if (!canCutPower) console.log('note: no C compiler on Linux, so the power-cut tests are skipped');

const workspace = mkdtempSync(path.join(tmpdir(), 'telltale-power-'));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

describe.skipIf(!canCutPower)('check 3: a power cut', () => {
  it('loses nothing that was acknowledged', { timeout: TIMEOUT_MS }, async () => {
    const ledger = new Ledger(30);
    let directory = path.join(workspace, 'data-0');
    mkdirSync(directory);
    for (let round = 1; round <= ROUNDS; round++) {
      const shadow = path.join(workspace, `data-${round}`);
      cpSync(directory, shadow, { recursive: true });
      const server = await boot({ directory, env: powerCut(workspace, directory, shadow) });
      const stop = new AbortController();
      const load = sendUntil(server, ledger, { spansPerRequest: 128, until: stop.signal });
      const ackedBefore = ledger.acked.size;
      while (ledger.acked.size < ackedBefore + 1_000) await delay(5);
      await server.stop('SIGKILL');
      stop.abort();
      await load;
      expect(existsSync(path.join(shadow, 'spans.db'))).toBe(true);
      // The disk before the power cut is discarded; the next round uses what survived on it.
      rmSync(directory, { recursive: true });
      directory = shadow;
    }
    await using server = await boot({ directory });
    const { missing, different, repeated } = ledger.compare(await listSpans(server.url, 'default'));
    expect({ missing, different, repeated }).toEqual({ missing: [], different: [], repeated: [] });
  });

  // The control: were the server's connections NORMAL, this harness would see it.
  it.each([
    { synchronous: 'FULL', loses: false },
    { synchronous: 'NORMAL', loses: true },
  ])(
    'is seen by this harness: synchronous=$synchronous loses rows: $loses',
    async ({ synchronous, loses }) => {
      const directory = path.join(workspace, `control-${synchronous}`);
      const shadow = path.join(workspace, `control-${synchronous}-shadow`);
      mkdirSync(directory);
      mkdirSync(shadow);
      const child = spawn(
        process.execPath,
        [
          path.join(import.meta.dirname, 'acknowledging-writer.ts'),
          path.join(directory, 'rows.db'),
          synchronous,
        ],
        {
          env: { ...process.env, ...powerCut(workspace, directory, shadow) },
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      const ended = new Promise((resolve) => child.once('exit', resolve));
      let acked = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        acked = Number(line);
        if (acked === 2_000) child.kill('SIGKILL');
      }
      await ended;
      const database = new Database(path.join(shadow, 'rows.db'));
      const kept =
        database.prepare<[], { kept: number }>('SELECT count(*) AS kept FROM acknowledged').get()
          ?.kept ?? 0;
      database.close();
      expect(kept < acked).toBe(loses);
    },
  );
});
