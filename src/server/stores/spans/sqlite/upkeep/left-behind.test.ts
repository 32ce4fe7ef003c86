import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nanoOf, spanIdOf } from '#test/conformance/span-maker.ts';
import { projectId, settle, write } from '#test/conformance/store-under-test.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

let directory: string;
let store: OpenSpanStore;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-left-behind-'));
  store = openSpanStore(join(directory, 'spans.db'), {
    attributesOf: () => null,
    freeBytesMin: 0,
  });
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

/** The values of a column, as the file has them. */
function cells(sql: string): unknown[] {
  const db = new Database(join(directory, 'spans.db'), { readonly: true });
  try {
    return db.prepare(sql).pluck(true).all();
  } finally {
    db.close();
  }
}

it('leaves no user of deleted spans with a trace that goes on', async () => {
  await write(store, [
    { trace: 1, span: 1, user: 'ann' },
    { trace: 1, span: 2, user: 'bob' },
    { trace: 1, span: 3, user: 'cid' },
  ]);
  const rows = await store.reader.findSpans([{ spanId: spanIdOf(2) }]);
  await store.eraser.deleteSpans(rows.map(({ id }) => id));
  expect(cells('SELECT user_id FROM trace_other_users')).toEqual(['cid']);
});

it('leaves no times of the shapes of a deleted project', async () => {
  await write(store, [{ trace: 1, span: 1 }]);
  await write(store, [{ trace: 2, span: 2 }], 'kept');
  await store.eraser.deleteProject(await projectId(store));
  await settle(store);
  expect(cells('SELECT count(*) FROM shape_runs')).toEqual([1]);
});

it('widens a session again after a deleted project narrowed it', async () => {
  await write(store, [{ trace: 1, span: 1, session: 's', startMs: 100 }], 'kept');
  await write(store, [{ trace: 2, span: 2, session: 's', startMs: 50 }]);
  await store.eraser.deleteProject(await projectId(store));
  await write(store, [{ trace: 3, span: 3, session: 's', startMs: 120 }], 'kept');
  await settle(store);
  await write(store, [{ trace: 4, span: 4, session: 's', startMs: 60 }], 'kept');
  expect(cells('SELECT CAST(start_time AS TEXT) FROM sessions')).toEqual([String(nanoOf(60))]);
});

it('goes on with a session of a deleted project before its traces are purged', async () => {
  await write(store, [{ trace: 1, span: 1, session: 's' }]);
  await write(store, [{ trace: 2, span: 2, session: 's' }], 'kept');
  await store.eraser.deleteProject(await projectId(store));
  await write(store, [{ trace: 3, span: 3, session: 's' }], 'later');
  const [found] = await store.reader.findSessions([{ sessionId: 's' }]);
  const kept = await projectId(store, 'kept');
  expect(found?.session).toMatchObject({ id: 1, projectId: kept, traceCount: 2 });
  await settle(store);
  expect(cells('SELECT session_id FROM sessions')).toEqual(['s']);
});

it('leaves no trace in a large deleted session that came while it was deleted', async () => {
  const turns = Array.from({ length: 2_500 }, (_, i) => ({ trace: i, span: i, session: 's' }));
  await write(store, turns);
  const [found] = await store.reader.findSessions([{ sessionId: 's' }]);
  const deleting = store.eraser.deleteSessions([found?.session.id ?? 0]);
  await setImmediate();
  await write(store, [{ trace: 9_000, span: 9_000, session: 's' }]);
  expect(await deleting).toBe(1);
  await write(store, [{ trace: 9_001, span: 9_001, session: 's' }]);
  await settle(store);
  expect(
    cells('SELECT count(*) FROM traces WHERE session_number NOT IN (SELECT id FROM sessions)'),
  ).toEqual([0]);
  expect(cells('SELECT session_number FROM traces')).toEqual([2]);
  expect(cells('SELECT trace_count FROM sessions')).toEqual([1]);
});
