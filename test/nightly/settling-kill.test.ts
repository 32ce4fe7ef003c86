import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';
import { canSimulateDisk } from '#test/reliability/disk-faults.ts';
import { powerCut } from '#test/reliability/power-cut.ts';
import { Random } from '../../tools/otlp/random.ts';
import { times } from './nightly-length.ts';
import { settlingSpan } from './settling-span.ts';

const PROGRAM = path.join(import.meta.dirname, 'settling-program.ts');
const LIVE_MS_MAX = 1_500;

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(path.join(tmpdir(), 'telltale-settling-'));
});
afterEach(() => rmSync(workspace, { recursive: true, force: true }));

/** What the program reported as done, over all its lives. */
interface Acknowledged {
  stored: number;
  readonly deleting: Set<number>;
  readonly deleted: Set<number>;
}

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
    const [what, ...numbers] = line.split(' ');
    if (what === 'stored') known.stored = Number(numbers[0]);
    else
      for (const number of numbers)
        (what === 'deleted' ? known.deleted : known.deleting).add(Number(number));
    // A random moment is the point of the test: nothing waits for it to be enough.
    timer ??= delay(forMs).then(() => void child.kill('SIGKILL'));
  }
  await ended;
  await timer;
}

/** The number that the next span gets. */
function nextOf(directory: string): number {
  const file = path.join(directory, 'spans.db');
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true });
    const next = database
      .prepare<[], number>("SELECT next FROM counters WHERE name = 'span'")
      .pluck(true)
      .get();
    database.close();
    return next ?? 1;
  } catch {
    return 1;
  }
}

async function expectKept(directory: string, known: Acknowledged): Promise<number> {
  const next = nextOf(directory);
  expect(next).toBeGreaterThan(known.stored);
  const store = openSpanStore(path.join(directory, 'spans.db'), {
    attributesOf: () => null,
    freeBytesMin: 0,
  });
  try {
    for (let from = 1; from < next; from += 500) {
      const numbers = Array.from({ length: Math.min(500, next - from) }, (_, i) => from + i);
      const payloads = await store.reader.payloads(numbers);
      const found = new Map(payloads.map(({ row, bytes }) => [row.id, bytes]));
      for (const number of numbers) {
        const bytes = found.get(number);
        if (known.deleted.has(number)) expect([number, bytes]).toEqual([number, undefined]);
        else if (bytes === undefined) expect(known.deleting).toContain(number);
        else if (Buffer.compare(bytes, settlingSpan(number).bytes) !== 0)
          throw new Error(`span ${number} came back different`);
      }
    }
  } finally {
    store.close();
  }
  const database = new Database(path.join(directory, 'spans.db'), { readonly: true });
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  const settled = database.prepare('SELECT count(*) FROM blocks WHERE level = 3').pluck(true).get();
  database.close();
  return Number(settled);
}

it(
  'keeps the bytes of every span, and none of deleted ones, through kill -9 while it settles',
  { timeout: 1_800_000 },
  async () => {
    const directory = path.join(workspace, 'data');
    mkdirSync(directory);
    const known: Acknowledged = { stored: 0, deleting: new Set(), deleted: new Set() };
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
    const known: Acknowledged = { stored: 0, deleting: new Set(), deleted: new Set() };
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
