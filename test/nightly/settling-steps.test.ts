import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { canSimulateDisk } from '#test/reliability/disk-faults.ts';
import { powerCut } from '#test/reliability/power-cut.ts';
import { scaled } from './nightly-length.ts';
import {
  acknowledge,
  expectKept,
  nextOf,
  NOTHING_YET,
  type Acknowledged,
} from './settling-check.ts';

const PROGRAM = path.join(import.meta.dirname, 'settling-program.ts');
/** Of the database that every life begins with, and of a life. */
const ROUNDS_BEFORE = 6;
const ROUNDS = 6;

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(path.join(tmpdir(), 'telltale-settling-steps-'));
});
afterEach(() => rmSync(workspace, { recursive: true, force: true }));

/** Runs the program; whether it came to its end. */
async function run(
  directory: string,
  known: Acknowledged,
  { rounds, env = {} }: { readonly rounds: number; readonly env?: NodeJS.ProcessEnv },
): Promise<boolean> {
  const first = String(nextOf(directory));
  const child = spawn(process.execPath, [PROGRAM, directory, first, String(rounds)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  for await (const line of createInterface({ input: child.stdout })) acknowledge(known, line);
  return (await ended) === 0;
}

it.skipIf(!canSimulateDisk)(
  'keeps spans, the filters of their words and the extremes of zones, when it is killed or loses power before any sync of storing, deleting and settling',
  { timeout: 3_600_000 },
  async () => {
    const origin = path.join(workspace, 'origin');
    mkdirSync(origin);
    const before = NOTHING_YET();
    expect(await run(origin, before, { rounds: ROUNDS_BEFORE })).toBe(true);
    const stride = Math.max(1, Math.round(1 / scaled(1)));
    let [syncs, isOver] = [0, false];
    for (; !isOver; syncs += stride) {
      const [directory, shadow] = [path.join(workspace, 'data'), path.join(workspace, 'shadow')];
      for (const copy of [directory, shadow]) cpSync(origin, copy, { recursive: true });
      const known = structuredClone(before);
      const env = { ...powerCut(workspace, directory, shadow), PC_SYNCS: String(syncs) };
      isOver = await run(directory, known, { rounds: ROUNDS, env });
      for (const left of [directory, shadow]) {
        await expectKept(left, known);
        rmSync(left, { recursive: true });
      }
    }
    expect(syncs).toBeGreaterThan(40);
  },
);
