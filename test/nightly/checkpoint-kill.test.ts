import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { canSimulateDisk } from '#test/reliability/disk-faults.ts';
import { powerCut } from '#test/reliability/power-cut.ts';
import { Random } from '../../tools/otlp/random.ts';
import { times } from './nightly-length.ts';
import { numberedBytes } from './numbered-bytes.ts';

const PROGRAM = path.join(import.meta.dirname, 'checkpointing-program.ts');
/** The thread copies the log every 16 rows. */
const ROWS_MAX = 600;
const MIB = 2 ** 20;

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(path.join(tmpdir(), 'telltale-checkpoint-'));
});
afterEach(() => rmSync(workspace, { recursive: true, force: true }));

/** Runs the program until it has acknowledged so many rows since its thread began, and kills it. */
async function lastBeforeKill(
  directory: string,
  rows: number,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const child = spawn(process.execPath, [PROGRAM, directory], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let [last, since] = [0, Number.NaN];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'thread') since = last;
    else last = Number(line);
    if (last - since === rows) child.kill('SIGKILL');
  }
  await ended;
  expect(since).toBeGreaterThan(0);
  return last;
}

function expectRows(directory: string, last: number): void {
  const file = path.join(directory, 'spans.db');
  // Most of it was copied out of the log, which starts over again and again.
  expect(statSync(`${file}-wal`).size).toBeLessThan(6 * MIB);
  const database = new Database(file, { readonly: true });
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    const rows = database
      .prepare<[], { number: number; bytes: Buffer }>('SELECT * FROM rows ORDER BY number')
      .all();
    expect(rows.length).toBeGreaterThanOrEqual(last);
    for (const [index, { number, bytes }] of rows.entries())
      if (number !== index + 1 || !bytes.equals(numberedBytes(number)))
        throw new Error(`row ${index + 1} came back different`);
  } finally {
    database.close();
  }
}

it(
  'keeps every row through kill -9 while the checkpointer works',
  { timeout: 900_000 },
  async () => {
    const random = new Random(51);
    for (let round = times(60); round > 0; round -= 1) {
      const last = await lastBeforeKill(workspace, random.between(1, ROWS_MAX), {});
      expectRows(workspace, last);
    }
  },
);

it.skipIf(!canSimulateDisk)(
  'keeps every row through power cuts while the checkpointer works',
  { timeout: 900_000 },
  async () => {
    let directory = path.join(workspace, 'data-0');
    mkdirSync(directory);
    const random = new Random(52);
    for (let round = times(40); round > 0; round -= 1) {
      const shadow = path.join(workspace, `data-${round}`);
      cpSync(directory, shadow, { recursive: true });
      const last = await lastBeforeKill(
        directory,
        random.between(1, ROWS_MAX),
        powerCut(workspace, directory, shadow),
      );
      rmSync(directory, { recursive: true });
      directory = shadow;
      expectRows(directory, last);
    }
  },
);
