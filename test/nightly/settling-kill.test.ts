import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { canSimulateDisk } from '#test/reliability/disk-faults.ts';
import { powerCut } from '#test/reliability/power-cut.ts';
import { Random } from '../../tools/otlp/random.ts';
import { times } from './nightly-length.ts';
import {
  acknowledge,
  expectKept,
  nextOf,
  NOTHING_YET,
  type Acknowledged,
} from './settling-check.ts';

const PROGRAM = path.join(import.meta.dirname, 'settling-program.ts');
const LIVE_MS_MAX = 1_500;

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(path.join(tmpdir(), 'telltale-settling-'));
});
afterEach(() => rmSync(workspace, { recursive: true, force: true }));

/** Runs the program until it has stored something and some time went by, and kills it. */
async function liveAndDie(
  directory: string,
  known: Acknowledged,
  { forMs, env }: { readonly forMs: number; readonly env: NodeJS.ProcessEnv },
): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, directory, String(nextOf(directory))], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let timer: Promise<void> | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledge(known, line);
    // A random moment is the point of the test: nothing waits for it to be enough.
    timer ??= delay(forMs).then(() => void child.kill('SIGKILL'));
  }
  await ended;
  await timer;
}

it(
  'keeps the bytes of every span, and none of deleted ones, through kill -9 while it settles',
  { timeout: 1_800_000 },
  async () => {
    const directory = path.join(workspace, 'data');
    mkdirSync(directory);
    const known = NOTHING_YET();
    const random = new Random(41);
    let settled = 0;
    for (let round = times(60); round > 0; round -= 1) {
      await liveAndDie(directory, known, { forMs: random.between(0, LIVE_MS_MAX), env: {} });
      settled = await expectKept(directory, known);
    }
    expect(settled).toBeGreaterThan(0);
  },
);

it.skipIf(!canSimulateDisk)(
  'keeps the bytes of every span, and none of deleted ones, through power cuts while it settles',
  { timeout: 1_800_000 },
  async () => {
    let directory = path.join(workspace, 'data-0');
    mkdirSync(directory);
    const known = NOTHING_YET();
    const random = new Random(42);
    let settled = 0;
    for (let round = times(40); round > 0; round -= 1) {
      const shadow = path.join(workspace, `data-${round}`);
      cpSync(directory, shadow, { recursive: true });
      await liveAndDie(directory, known, {
        forMs: random.between(0, LIVE_MS_MAX),
        env: powerCut(workspace, directory, shadow),
      });
      rmSync(directory, { recursive: true });
      directory = shadow;
      settled = await expectKept(directory, known);
    }
    expect(settled).toBeGreaterThan(0);
  },
);
