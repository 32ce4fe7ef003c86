import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { migrate } from '#server/stores/migrator.ts';
import { makeSpan } from '#test/conformance/span-maker.ts';
import { NO_PRICES } from '#core/cost/token-price.ts';
import { storedSpanReading } from '#core/otlp/read-stored-spans.ts';
import { BlockPacker } from '../blocks/block-packer.ts';
import { SPAN_MIGRATIONS } from '../migrations/span-migrations.ts';
import { freePagesKept, Settler } from './settler.ts';
import { SqliteSpanEraser } from './span-eraser.ts';
import { SqliteSpanWriter } from '../write/span-writer.ts';
import { WriteConnection } from '../write/write-connection.ts';

const TRACES = 12;
const SPANS_EACH = 100;
const CACHE_KIB = 16_384;

let directory: string;
let connection: WriteConnection;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-settler-'));
  const path = join(directory, 'spans.db');
  connection = new WriteConnection({
    path,
    cacheKib: CACHE_KIB,
    freeBytesMin: 0,
    checkpointBytes: 2 ** 24,
    logBytesMax: 2 ** 26,
    pagesMax: null,
    packer: new BlockPacker(null),
    readSpans: storedSpanReading(NO_PRICES),
  });
  migrate(connection.db, SPAN_MIGRATIONS, { path, backup: false });
  const records = Array.from({ length: TRACES * SPANS_EACH }, (_, span) =>
    makeSpan({ trace: Math.floor(span / SPANS_EACH), span }),
  );
  await new SqliteSpanWriter(connection).write([{ projectName: 'p', records }]);
});
afterEach(() => {
  connection.close();
  rmSync(directory, { recursive: true });
});

/** Every look at the clock finds that so much time has gone by. */
function onSlowDisk(milliseconds: number): {
  readonly eraser: SqliteSpanEraser;
  readonly settler: Settler;
} {
  let now = 0;
  const clock = () => (now += milliseconds);
  return {
    eraser: new SqliteSpanEraser(connection, clock),
    settler: new Settler(connection, undefined, null, clock),
  };
}

function numbers(table: string, where: string): number[] {
  return connection.db.prepare<[], number>(`SELECT id FROM ${table} WHERE ${where}`).pluck().all();
}

function count(table: string): number {
  return Number(connection.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
}

/** Settles to the end; the most spans that went in one step. */
async function settleAll(settler: Settler): Promise<number> {
  let most = 0;
  for (let more = true; more;) {
    const before = count('spans');
    more = (await settler.settle('all')) !== 'done';
    most = Math.max(most, before - count('spans'));
  }
  return most;
}

const DISKS = [
  ['takes out a few spans at a time on a slow disk', 4, 100],
  ['always takes some out, however slow the disk', 1_000, 25],
] as const;

it.each(DISKS)('a deleted project: a step %s', async (_, milliseconds, spansMax) => {
  const { eraser, settler } = onSlowDisk(milliseconds);
  for (const id of numbers('projects', "name = 'p'"))
    expect(await eraser.deleteProject(id)).toBe(true);
  expect(await settleAll(settler)).toBeLessThanOrEqual(spansMax);
  expect(count('spans')).toBe(0);
});

it.each(DISKS)(
  'deleted traces: a step %s, and so does the delete itself',
  async (_, milliseconds, spansMax) => {
    const { eraser, settler } = onSlowDisk(milliseconds);
    let transactions = 0;
    const transaction = connection.transaction.bind(connection);
    connection.transaction = (work) => {
      transactions += 1;
      return transaction(work);
    };
    expect(await eraser.deleteTraces(numbers('traces', 'true'))).toBe(TRACES);
    expect(transactions).toBeGreaterThan(1);
    expect(await settleAll(settler)).toBeLessThanOrEqual(spansMax);
    expect(count('spans')).toBe(0);
  },
);

it('keeps few pages while old blocks are packed, and many again for what is written', async () => {
  const pagesKept = (): unknown => connection.db.pragma('cache_size', { simple: true });
  const fill = async (from: number): Promise<void> => {
    const records = Array.from({ length: 5_000 }, (_, at) =>
      makeSpan({ trace: from + Math.floor(at / 100), span: from * 100 + at }),
    );
    await new SqliteSpanWriter(connection).write([{ projectName: 'p', records }]);
  };
  await fill(100);
  await fill(200);
  expect(pagesKept()).toBe(-CACHE_KIB);
  await settleAll(new Settler(connection));
  expect(
    connection.db.prepare('SELECT count(*) FROM blocks WHERE level > 1').pluck().get(),
  ).toBeGreaterThan(0);
  expect(pagesKept()).toBe(-4_096);
  await fill(300);
  expect(pagesKept()).toBe(-CACHE_KIB);
});

it('compiles no statement for a look at what is left to do, nor for the look at the log after a commit', async () => {
  const settler = new Settler(connection);
  const writer = new SqliteSpanWriter(connection);
  const write = async (trace: number) =>
    writer.write([{ projectName: 'p', records: [makeSpan({ trace, span: trace })] }]);
  await settleAll(settler);
  await write(1_000);
  let compiled = 0;
  const prepare = connection.db.prepare.bind(connection.db);
  connection.db.prepare = (source: string) => {
    compiled += 1;
    return prepare(source);
  };
  for (let look = 0; look < 3; look += 1) expect(await settler.settle('all')).toBe('done');
  await write(1_001);
  expect(compiled).toBe(0);
});

it('keeps a share of the file free for ingest, of a large file 16 MB', () => {
  expect([0, 5_000, 50_000, 3_000_000].map(freePagesKept)).toEqual([256, 256, 1_000, 4_096]);
});

it('copies the log in a step of its own, once settling has left some there', async () => {
  const { settler } = onSlowDisk(0);
  connection.truncateLog();
  connection.stepTransaction(({ db }) =>
    db.exec('CREATE TABLE filler (bytes); INSERT INTO filler VALUES (zeroblob(5000000))'),
  );
  const log = () =>
    connection.db
      .prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)')
      .get();
  expect(log()?.checkpointed).toBe(0);
  expect(await settler.settle('all')).toBe('more');
  expect(log()?.checkpointed).toBe(log()?.log);
});

it('takes out the shapes of deleted spans that an earlier version left, when there was no room at first', async () => {
  connection.db.exec(
    `INSERT INTO shapes (id, project_id, is_root, kind, otel_kind, status, name, span_count, start_min, start_max)
     VALUES (999, 2, 1, 0, 0, 0, 'left behind', 0, 0, 0)`,
  );
  const settler = new Settler(connection);
  const run = connection.db.exec.bind(connection.db);
  const commits = vi.spyOn(connection.db, 'exec').mockImplementation((sql) => {
    if (sql === 'COMMIT') throw new Database.SqliteError('out of memory', 'SQLITE_NOMEM');
    return run(sql);
  });
  await expect(
    (async () => {
      for (;;) await settler.settle('deletes');
    })(),
  ).rejects.toThrow('memory');
  commits.mockRestore();
  await settleAll(settler);
  expect(numbers('shapes', "name = 'left behind'")).toEqual([]);
});
