import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storedSpanReading } from '#core/otlp/read-stored-spans.ts';
import { NO_PRICES } from '#core/cost/token-price.ts';
import { migrate } from '#server/stores/migrator.ts';
import { readSent } from '#test/conformance/sent-span.ts';
import { BlockPacker } from '../../blocks/block-packer.ts';
import { SPAN_MIGRATIONS } from '../../migrations/span-migrations.ts';
import { SqliteSpanWriter } from '../../write/span-writer.ts';
import { WriteConnection } from '../../write/write-connection.ts';
import { SqliteSpanRereader } from './span-rereader.ts';

const SCOPE = { what: 'all', isTrial: false } as const;
const BLOCKS = 4;

let directory: string;
let connection: WriteConnection;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-rereader-'));
  const path = join(directory, 'spans.db');
  connection = new WriteConnection({
    path,
    cacheKib: 16_384,
    freeBytesMin: 0,
    checkpointBytes: 2 ** 24,
    logBytesMax: 2 ** 26,
    pagesMax: null,
    packer: new BlockPacker(null),
    readSpans: storedSpanReading(NO_PRICES),
  });
  migrate(connection.db, SPAN_MIGRATIONS, { path, backup: false });
});
afterEach(() => {
  connection.close();
  rmSync(directory, { recursive: true });
});

it('reads the spans again whose step the disk had no room for', async () => {
  const writer = new SqliteSpanWriter(connection);
  for (let span = 0; span < BLOCKS; span += 1) {
    const records = readSent([{ trace: span, span, name: 'true' }]);
    await writer.write([
      { projectName: 'p', records: records.map((record) => ({ ...record, name: 'false' })) },
    ]);
  }
  let now = 0;
  // Each step reads one block.
  const rereader = new SqliteSpanRereader(
    connection,
    storedSpanReading(NO_PRICES),
    () => (now += 60_000),
  );
  const first = await rereader.step(SCOPE, null);
  const { db } = connection;
  const real = db.exec.bind(db);
  vi.spyOn(db, 'exec').mockImplementation((sql) => {
    if (sql === 'COMMIT') throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
    return real(sql);
  });
  await expect(rereader.step(SCOPE, first.next)).rejects.toMatchObject({ code: 'storage_full' });
  await vi.waitFor(() => expect(connection.canWrite()).toEqual({ ok: true }), {
    timeout: 30_000,
    interval: 50,
  });
  let { next } = first;
  let passed = 0;
  while (next !== null) {
    const step = await rereader.step(SCOPE, next);
    passed += step.passed;
    next = step.next;
  }
  expect(connection.db.prepare('SELECT DISTINCT name FROM shapes').pluck(true).all()).toEqual([
    'true',
  ]);
  expect(passed).toBe(BLOCKS);
});
