import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { listSpans } from '../../tools/api-client.ts';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { canSimulateDisk, compiler } from './disk-faults.ts';
import { sendUntil } from './ledger-load.ts';
import { Ledger } from './ledger.ts';

const HOUR_S = 3_600;
const JUMPS_S = [HOUR_S, -HOUR_S, 24 * HOUR_S, -24 * HOUR_S];
const ROUNDS = casesOf(1, 5);
const BATCHES_A_JUMP = 4;
const SPANS_PER_REQUEST = 32;
const WITHIN_MS = 60_000;

const workspace = mkdtempSync(path.join(tmpdir(), 'telltale-clock-'));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));
if (!canSimulateDisk)
  console.log('note: no C compiler on Linux, so jumps of the clock are not simulated');

/** The clock of a server that is started with `env`. */
class JumpingClock {
  readonly env: Readonly<Record<string, string>>;
  readonly #file: number;

  constructor() {
    const library = path.join(workspace, 'clock.so');
    const source = path.join(import.meta.dirname, 'clock.c');
    execFileSync(compiler ?? 'cc', ['-O2', '-shared', '-fPIC', '-o', library, source, '-ldl'], {
      stdio: 'pipe',
    });
    const offset = path.join(workspace, 'offset');
    this.#file = openSync(offset, 'w+');
    this.set(0);
    this.env = { LD_PRELOAD: library, CLOCK_OFFSET: offset };
  }

  /** So many seconds from the real time. */
  set(seconds: number): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(seconds));
    writeSync(this.#file, bytes, 0, 8, 0);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** How far the server's clock is from ours, in seconds, as it says in the `Date` of a reply. */
async function offsetOf(server: BootedServer): Promise<number> {
  const reply = await fetch(`${server.url}/health`);
  return (Date.parse(reply.headers.get('date') ?? '') - Date.now()) / 1_000;
}

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Not in time: ${what}.`);
    await delay(20);
  }
}

describe.skipIf(!canSimulateDisk)(
  'check 14: a clock that jumps by an hour and by a day, back and forth, under load',
  () => {
    it('loses no span, stores none twice, and stops nothing', async () => {
      const directory = path.join(workspace, 'data');
      mkdirSync(directory);
      const clock = new JumpingClock();
      const ledger = new Ledger(140);
      const server = await boot({ directory, env: clock.env });
      const stop = new AbortController();
      const load = sendUntil(server, ledger, {
        spansPerRequest: SPANS_PER_REQUEST,
        until: stop.signal,
        pauseMs: 20,
      });
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const seconds of [...JUMPS_S, 0]) {
          clock.set(seconds);
          await until(
            'the server tells the new time',
            async () => Math.abs((await offsetOf(server)) - seconds) < 60,
          );
          const before = ledger.acked.size;
          await until(
            'spans are taken',
            () => ledger.acked.size >= before + BATCHES_A_JUMP * SPANS_PER_REQUEST,
          );
          expect((await fetch(`${server.url}/ready`)).status).toBe(200);
        }
      }
      stop.abort();
      await load;
      // A server that starts with another time than the one its data were written at.
      clock.set(-24 * HOUR_S);
      expect(await server.stop()).toMatchObject({ code: 0 });
      await using again = await boot({
        directory,
        env: { ...clock.env, SERVICE_QUERY_TIMEOUT: '5m' },
      });
      expect(ledger.compare(await listSpans(again.url, 'default'))).toEqual({
        missing: [],
        different: [],
        repeated: [],
      });
      clock.close();
    });
  },
);
