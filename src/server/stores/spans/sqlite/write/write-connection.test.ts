import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NO_PRICES } from '#core/cost/token-price.ts';
import { storedSpanReading } from '#core/otlp/read-stored-spans.ts';
import { BlockPacker } from '../blocks/block-packer.ts';
import { SPAN_MIGRATIONS } from '../migrations/span-migrations.ts';
import { migrate } from '#server/stores/migrator.ts';
import { WriteConnection } from './write-connection.ts';

const MIB = 2 ** 20;
const CHECKPOINT_BYTES = MIB;
const LOG_BYTES_MAX = 4 * MIB;

let directory: string;
let path: string;
let connection: WriteConnection;
let readers: Worker | null = null;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-log-'));
  path = join(directory, 'spans.db');
  connection = new WriteConnection({
    path,
    cacheKib: 4_096,
    freeBytesMin: 0,
    checkpointBytes: CHECKPOINT_BYTES,
    logBytesMax: LOG_BYTES_MAX,
    pagesMax: null,
    packer: new BlockPacker(null),
    readSpans: storedSpanReading(NO_PRICES),
  });
  migrate(connection.db, SPAN_MIGRATIONS, { path, backup: false });
  connection.db.exec('CREATE TABLE filler (bytes BLOB)');
});
afterEach(async () => {
  await readers?.terminate();
  readers = null;
  cells = null;
  connection.close();
  rmSync(directory, { recursive: true });
});

/**
 * Two readers in another thread with overlapping reads, so that there is a reader at every moment.
 * They take turns with every commit announced in the first cell, and after a given number of
 * milliseconds without one; the second cell counts the turns.
 */
const OVERLAPPING = `
  const { workerData, parentPort } = require('node:worker_threads');
  const Database = require(workerData.driver);
  const [one, other] = [0, 1].map(() => new Database(workerData.path, { readonly: true }));
  const begin = (db) => { db.exec('BEGIN'); db.prepare('SELECT count(*) FROM filler').get(); };
  begin(one);
  parentPort.postMessage('reading');
  const { cells, everyMs } = workerData;
  for (let turn = 0; ; turn++) {
    Atomics.wait(cells, 0, Atomics.load(cells, 1), everyMs);
    const [next, last] = turn % 2 === 0 ? [other, one] : [one, other];
    begin(next);
    last.exec('COMMIT');
    Atomics.store(cells, 1, Atomics.load(cells, 0));
    Atomics.notify(cells, 1);
  }
`;

/** The commits announced to the readers, and those after which they took turns. */
let cells: Int32Array | null = null;

async function startReaders(everyMs: number, turns: Int32Array | null = null): Promise<void> {
  const driver = import.meta.resolve('better-sqlite3').replace('file://', '');
  cells = turns;
  readers = new Worker(OVERLAPPING, {
    eval: true,
    workerData: { path, everyMs, driver, cells: turns ?? new Int32Array(new SharedArrayBuffer(8)) },
  });
  await once(readers, 'message');
}

/**
 * Lets the readers take turns, and waits until they have: no query lasts longer than a commit,
 * however busy the machine is.
 */
function takeTurns(): void {
  if (cells === null) return;
  const announced = Atomics.add(cells, 0, 1) + 1;
  Atomics.notify(cells, 0);
  while (Atomics.load(cells, 1) < announced) Atomics.wait(cells, 1, Atomics.load(cells, 1), 1_000);
}

/** Writes so much in commits of 64 KiB, and says how large the log's file was at most. */
function write(bytes: number): number {
  let most = 0;
  for (let written = 0; written < bytes; written += 65_536) {
    connection.transaction(({ db }) =>
      db.prepare('INSERT INTO filler VALUES (zeroblob(65000))').run(),
    );
    most = Math.max(most, statSync(`${path}-wal`).size);
    takeTurns();
  }
  return most;
}

it('keeps the log small while queries overlap without end', async () => {
  await startReaders(2, new Int32Array(new SharedArrayBuffer(8)));
  expect(write(24 * MIB)).toBeLessThan(2 * LOG_BYTES_MAX);
});

it('waits only a little for a reader that never ends, and starts the log over once it has', async () => {
  await startReaders(1_000_000);
  const before = performance.now();
  expect(write(8 * MIB)).toBeGreaterThan(2 * LOG_BYTES_MAX - MIB);
  expect(performance.now() - before).toBeLessThan(30_000);
  await readers?.terminate();
  write(2 * MIB);
  const size = statSync(`${path}-wal`).size;
  write(8 * MIB);
  expect(statSync(`${path}-wal`).size).toBeLessThanOrEqual(Math.max(size, 2 * LOG_BYTES_MAX));
});

it('does not wait with every commit for a query that runs long', async () => {
  // What the schema took in the log isn't counted.
  connection.truncateLog();
  await startReaders(1_000_000);
  const statements = vi.spyOn(connection.db, 'prepare');
  write(6 * LOG_BYTES_MAX);
  const checkpoints = (mode: string) =>
    statements.mock.calls.filter(([sql]) => sql.includes(mode)).length;
  expect(checkpoints('RESTART')).toBeLessThanOrEqual(1);
  expect(checkpoints('PASSIVE')).toBeLessThanOrEqual(
    1 + (6 * LOG_BYTES_MAX * 1.1) / CHECKPOINT_BYTES,
  );
});

it('leaves the log of work in the background to be copied in a step of its own', () => {
  connection.truncateLog();
  const statements = vi.spyOn(connection.db, 'prepare');
  for (let written = 0; written < 2 * CHECKPOINT_BYTES; written += 65_536)
    connection.stepTransaction(({ db }) =>
      db.prepare('INSERT INTO filler VALUES (zeroblob(65000))').run(),
    );
  expect(statements.mock.calls.filter(([sql]) => sql.includes('PASSIVE'))).toEqual([]);
  expect(connection.copyLogForStep()).toBe(true);
  const [log] = connection.db
    .prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)')
    .all();
  expect(log?.log).toBeGreaterThan(0);
  expect(log?.checkpointed).toBe(log?.log);
  expect(connection.copyLogForStep()).toBe(false);
});

it('takes a failed connection for mended only when a commit of its own reached the log', async () => {
  const other = new Database(path);
  const frames = () =>
    other.prepare<[], { log: number }>('PRAGMA wal_checkpoint(NOOP)').get()?.log ?? 0;
  try {
    write(65_536);
    other.exec('BEGIN IMMEDIATE');
    expect(() => write(65_536)).toThrow('locked');
    other.exec('ROLLBACK');
    const before = frames();
    await expect.poll(() => connection.canWrite().ok).toBe(true);
    expect(frames()).toBeGreaterThan(before);
    expect(other.prepare("SELECT next FROM counters WHERE name = 'span'").pluck().get()).toBe(1);
  } finally {
    other.close();
  }
});

it('answers any lock of another process as one that ends', () => {
  const { db } = connection;
  const run = db.exec.bind(db);
  vi.spyOn(db, 'exec').mockImplementation((sql) => {
    if (sql === 'BEGIN IMMEDIATE')
      throw new Database.SqliteError('database is locked', 'SQLITE_BUSY_RECOVERY');
    return run(sql);
  });
  expect(() => write(65_536)).toThrow(
    expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 1 }),
  );
});
