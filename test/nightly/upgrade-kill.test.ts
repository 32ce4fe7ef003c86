import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { META_MIGRATIONS } from '#server/stores/meta/migrations/all-migrations.ts';
import { migrate } from '#server/stores/migrator.ts';
import { SPAN_MIGRATIONS } from '#server/stores/spans/sqlite/migrations/span-migrations.ts';
import { canSimulateDisk as canCutPower } from '#test/reliability/disk-faults.ts';
import { powerCut } from '#test/reliability/power-cut.ts';
import { times } from './nightly-length.ts';

/**
 * A process killed, and a plug pulled, at any instant of an upgrade: what is left is whole, of a
 * version between the old and the new one, with a whole copy of the old one beside it as soon as
 * anything changed, and the next start finishes.
 */
const KILLS = times(100);
const ROWS = 3_000;
const DATABASES = [
  { name: 'spans.db', migrations: SPAN_MIGRATIONS },
  { name: 'meta.db', migrations: META_MIGRATIONS },
] as const;

const workspace = mkdtempSync(path.join(tmpdir(), 'telltale-upgrade-'));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));
if (!canCutPower)
  console.log('note: no C compiler on Linux, so the upgrade is killed without pulling the plug');

describe.each(DATABASES)('check 69: an upgrade of $name', ({ name, migrations }) => {
  const newest = migrations.length;

  it(
    `is all or nothing at ${KILLS} instants, by kill -9 and by power cut`,
    { timeout: 3_600_000 },
    async () => {
      const old = path.join(workspace, `old-${name}`);
      mkdirSync(old);
      const rows = makeOld(path.join(old, name), migrations);
      const whole = place(old, 'whole');
      const { tookMs } = await upgrade(name, whole, Number.POSITIVE_INFINITY);
      expect(look(path.join(whole.directory, name))).toEqual({
        version: newest,
        rows,
        isWhole: true,
      });
      expect(versions(whole.directory, name, rows)).toEqual([1]);
      expect(versions(whole.shadow, name, rows)).toEqual([1]);
      for (let kill = 0; kill < KILLS; kill += 1) {
        const { directory, shadow } = place(old, String(kill));
        await upgrade(name, { directory, shadow }, (tookMs * (kill + 0.5)) / KILLS);
        for (const left of canCutPower ? [directory, shadow] : [directory])
          await finishes(name, left, newest, rows);
      }
    },
  );
});

/** The data after a kill is intact, and an upgrade from there succeeds. */
async function finishes(
  name: string,
  directory: string,
  newest: number,
  rows: number,
): Promise<void> {
  const file = path.join(directory, name);
  const found = look(file);
  expect(found).toEqual({ version: found.version, rows, isWhole: true });
  const isChanged = found.version > 1;
  // A copy with its final name is whole, and there before anything changes.
  expect(versions(directory, name, rows).filter((version) => version === 1)).toEqual(
    isChanged || existsSync(`${file}.v1.backup`) ? [1] : [],
  );
  await upgrade(name, { directory, shadow: null }, Number.POSITIVE_INFINITY);
  expect(look(file)).toEqual({ version: newest, rows, isWhole: true });
  expect(versions(directory, name, rows)).toContain(1);
  expect(readdirSync(directory).filter((entry) => entry.endsWith('.partial'))).toEqual([]);
}

/** A database as the first version left it, of a few megabytes. */
function makeOld(file: string, migrations: (typeof DATABASES)[number]['migrations']): number {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  migrate(db, migrations.slice(0, 1), { path: file, backup: false });
  db.exec('CREATE TABLE kept (id INTEGER PRIMARY KEY, content BLOB)');
  db.exec(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS}) INSERT INTO kept SELECT i, randomblob(1000) FROM n`,
  );
  db.close();
  return ROWS;
}

function look(file: string): { version: number; rows: number; isWhole: boolean } {
  const db = new Database(file, { fileMustExist: true });
  try {
    const rows = Number(
      db.prepare('SELECT count(*) FROM kept WHERE length(content) = 1000').pluck(true).get(),
    );
    return {
      version: Number(db.pragma('user_version', { simple: true })),
      rows,
      isWhole: db.pragma('integrity_check', { simple: true }) === 'ok',
    };
  } finally {
    db.close();
  }
}

/** The versions of the copies beside it, each of them looked at. */
function versions(directory: string, name: string, rows: number): number[] {
  return readdirSync(directory)
    .filter((entry) => entry.startsWith(`${name}.v`) && entry.endsWith('.backup'))
    .map((entry) => {
      const { version, ...found } = look(path.join(directory, entry));
      expect({ entry, ...found }).toEqual({
        entry: `${name}.v${version}.backup`,
        rows,
        isWhole: true,
      });
      return version;
    })
    .toSorted((a, b) => a - b);
}

interface Place {
  readonly directory: string;
  readonly shadow: string | null;
}

function place(
  old: string,
  label: string,
): { readonly directory: string; readonly shadow: string } {
  const [directory, shadow] = [`${old}-${label}`, `${old}-${label}-shadow`];
  cpSync(old, directory, { recursive: true });
  cpSync(old, shadow, { recursive: true });
  return { directory, shadow };
}

/**
 * Runs the upgrade in a process that is killed after so long, counted from its first step; says how
 * long it took.
 */
async function upgrade(
  name: string,
  { directory, shadow }: Place,
  killAfterMs: number,
): Promise<{ readonly tookMs: number }> {
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'upgrading-database.ts'), name, path.join(directory, name)],
    {
      env: {
        ...process.env,
        ...(canCutPower && shadow !== null ? powerCut(workspace, directory, shadow) : {}),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines: string[] = [];
  let begun = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line !== 'begin') break;
    begun = performance.now();
    if (killAfterMs < Number.POSITIVE_INFINITY)
      void delay(killAfterMs).then(() => child.kill('SIGKILL'));
  }
  const tookMs = performance.now() - begun;
  const code = await ended;
  if (killAfterMs === Number.POSITIVE_INFINITY)
    expect({ code, lines }).toEqual({ code: 0, lines: ['begin', 'done'] });
  return { tookMs };
}
