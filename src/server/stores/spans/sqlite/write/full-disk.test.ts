import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrate } from '#server/stores/migrator.ts';
import { makeSpan } from '#test/conformance/span-maker.ts';
import { NO_PRICES } from '#core/cost/token-price.ts';
import { storedSpanReading } from '#core/otlp/read-stored-spans.ts';
import { BlockPacker } from '../blocks/block-packer.ts';
import { SPAN_MIGRATIONS } from '../migrations/span-migrations.ts';
import { Settler } from '../upkeep/settler.ts';
import { SqliteSpanEraser } from '../upkeep/span-eraser.ts';
import { SqliteSpanWriter } from './span-writer.ts';
import { WriteConnection } from './write-connection.ts';

const TRACES = 2_500;
const SESSIONS = 50;

let directory: string;
let connection: WriteConnection;
let eraser: SqliteSpanEraser;
let settler: Settler;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-full-'));
  const path = join(directory, 'spans.db');
  const bounds = {
    cacheKib: 16_384,
    freeBytesMin: 0,
    checkpointBytes: 4_096,
    logBytesMax: 2 ** 26,
    pagesMax: null,
  };
  connection = new WriteConnection({
    path,
    ...bounds,
    packer: new BlockPacker(null),
    readSpans: storedSpanReading(NO_PRICES),
  });
  migrate(connection.db, SPAN_MIGRATIONS, { path, backup: false });
  const records = Array.from({ length: TRACES }, (_, trace) =>
    makeSpan({ trace, span: trace, session: `s${trace % SESSIONS}` }),
  );
  await new SqliteSpanWriter(connection).write([{ projectName: 'p', records }]);
  eraser = new SqliteSpanEraser(connection);
  settler = new Settler(connection);
});
afterEach(() => {
  connection.close();
  rmSync(directory, { recursive: true });
});

const LIVE = 'SELECT t.id FROM traces t JOIN projects p ON p.id = t.project_id';
const live = (): readonly number[] => connection.db.prepare<[], number>(LIVE).pluck(true).all();
const count = (table: string): unknown =>
  connection.db.prepare(`SELECT count(*) FROM ${table}`).pluck(true).get();
const full = (): Error => new Database.SqliteError('database or disk is full', 'SQLITE_FULL');

/** The disk is full from that commit of the connection on. */
function fullFromCommit(number: number): void {
  const { db } = connection;
  const real = db.exec.bind(db);
  let commits = 0;
  vi.spyOn(db, 'exec').mockImplementation((sql) => {
    if (sql === 'COMMIT' && ++commits >= number) throw full();
    return real(sql);
  });
}

/** There is room again, and the connection was opened anew. */
async function freed(): Promise<void> {
  await vi.waitFor(() => expect(connection.canWrite()).toEqual({ ok: true }), {
    timeout: 30_000,
    interval: 50,
  });
}

describe('a delete that finds the disk full', () => {
  it('of 200 traces deletes none', async () => {
    fullFromCommit(1);
    await expect(eraser.deleteTraces(live().slice(0, 200))).rejects.toMatchObject({ code: 'storage_full', detail: 'The disk is full: free some space.' }); // prettier-ignore
    await freed();
    expect(live()).toHaveLength(TRACES);
    expect(count('spans')).toBe(TRACES);
  });

  it('of 200 traces deletes all, when only what is left of them finds no room: that goes later', async () => {
    const doomed = live().slice(0, 200);
    fullFromCommit(2);
    expect(await eraser.deleteTraces(doomed)).toBe(200);
    expect(connection.canWrite()).toMatchObject({ ok: false });
    await freed();
    expect(live()).toEqual(live().filter((number) => !doomed.includes(number)));
    expect(live()).toHaveLength(TRACES - 200);
    for (let more = true; more;) more = (await settler.settle('all')) !== 'done';
    expect(count('spans')).toBe(TRACES - 200);
  });

  it('of more than a thousand says how many it deleted', async () => {
    fullFromCommit(3);
    await expect(eraser.deleteTraces(live())).rejects.toMatchObject({
      code: 'storage_full',
      detail: `The disk is full: free some space. Deleted before that: 2000 of ${TRACES} traces; the others are as they were.`,
    });
    await freed();
    expect(live()).toHaveLength(TRACES - 2_000);
  });

  it('of sessions deletes none, or all with their traces', async () => {
    const sessions = connection.db
      .prepare<[], number>('SELECT id FROM sessions')
      .pluck(true)
      .all()
      .slice(0, 10);
    fullFromCommit(1);
    await expect(eraser.deleteSessions(sessions)).rejects.toMatchObject({ code: 'storage_full' });
    await freed();
    expect([count('sessions'), live().length]).toEqual([SESSIONS, TRACES]);
    expect(await eraser.deleteSessions([...sessions, 987_654])).toBe(10);
    expect([count('sessions'), live().length]).toEqual([
      SESSIONS - 10,
      TRACES - (10 * TRACES) / SESSIONS,
    ]);
  });

  it('of a thousand spans deletes none', async () => {
    const spans = connection.db
      .prepare<[], number>('SELECT id FROM spans LIMIT 1000')
      .pluck(true)
      .all();
    fullFromCommit(1);
    await expect(eraser.deleteSpans(spans)).rejects.toMatchObject({ code: 'storage_full' });
    await freed();
    expect(count('spans')).toBe(TRACES);
  });
});

it('does not refuse a batch that is on disk because the log could not be copied after it', async () => {
  const { db } = connection;
  const real = db.prepare.bind(db);
  vi.spyOn(db, 'prepare').mockImplementation((sql: string) => {
    if (sql === 'PRAGMA wal_checkpoint(PASSIVE)') throw full();
    return real(sql);
  });
  const writer = new SqliteSpanWriter(connection);
  const records = Array.from({ length: 300 }, (_, span) =>
    makeSpan({ trace: 90_000, span: 90_000 + span }),
  );
  expect(await writer.write([{ projectName: 'p', records }])).toMatchObject([
    { stored: 300, duplicates: 0 },
  ]);
  expect(writer.canWrite()).toEqual({ ok: false, reason: 'The disk is full: free some space.' });
  await expect(writer.write([{ projectName: 'p', records }])).rejects.toMatchObject({
    code: 'unavailable',
  });
  await freed();
  expect(await writer.write([{ projectName: 'p', records }])).toMatchObject([
    { stored: 0, duplicates: 300 },
  ]);
});
