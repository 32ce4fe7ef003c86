import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { settle, write } from '#test/conformance/store-under-test.ts';
import { numbersOfTraceRun } from '../index/trace-run.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-killed-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const open = (): OpenSpanStore =>
  openSpanStore(join(directory, 'spans.db'), { attributesOf: () => null, freeBytesMin: 0 });

function inFile<Result>(work: (db: Database.Database) => Result): Result {
  const db = new Database(join(directory, 'spans.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/**
 * Deletes large sessions and projects while spans come for them, with background work in between,
 * and says what it begins.
 */
function script(): string {
  const from = (file: string): string => JSON.stringify(import.meta.resolve(file));
  return `import { openSpanStore } from ${from('#server/stores/spans/sqlite/open-writer.ts')};
    import { write } from ${from('#test/conformance/store-under-test.ts')};
    import { eventBatch } from ${from('#test/conformance/event-cases.ts')};
    const store = openSpanStore(${JSON.stringify(join(directory, 'spans.db'))}, { attributesOf: () => null, freeBytesMin: 0 });
    for (let round = 0; ; round += 1) {
      const traces = (first, count) => Array.from({ length: count }, (_, i) => {
        const trace = 10_000 * round + first + i;
        return { trace, span: trace, session: 's' + round, kind: 'LLM', model: 'm' + i };
      });
      await write(store, traces(0, 1_500), 'p' + round);
      await write(store, traces(2_000, 100), 'kept');
      await store.writer.write([eventBatch([{ trace: 10_000 * round, span: 5, text: 'x' }])]);
      const [found] = await store.reader.findSessions([{ sessionId: 's' + round }]);
      process.send('session');
      const deleting = store.eraser.deleteSessions([found.session.id]);
      await write(store, traces(3_000, 100), 'p' + round);
      process.send('settle');
      await store.upkeep.settle('all');
      await deleting;
      await write(store, traces(4_000, 100), 'p' + round);
      for (let step = 0; step < 3; step += 1) await store.upkeep.settle('all');
      process.send('project');
      const project = await store.projectReader.findProject({ name: 'p' + round });
      await store.eraser.deleteProject(project.id);
      for (let step = 0; step < 3; step += 1) await store.upkeep.settle('all');
    }`;
}

/** What must be none, whatever was interrupted. */
const WRONG = {
  'traces of no session':
    'SELECT count(*) FROM traces WHERE session_number NOT IN (SELECT id FROM sessions)',
  'sessions with other totals': `SELECT count(*) FROM sessions z WHERE trace_count <>
    (SELECT count(*) FROM traces t NOT INDEXED WHERE t.session_number = z.id)`,
  'traces stored twice': 'SELECT count(trace_id) - count(DISTINCT trace_id) FROM traces',
  'spans not counted':
    'SELECT (SELECT count(*) FROM spans) - coalesce((SELECT sum(spans) FROM rollups WHERE level = 0), 0)',
  'traces not counted':
    'SELECT (SELECT count(*) FROM traces) - coalesce((SELECT sum(traces) FROM rollups WHERE level = 1), 0)',
  'spans without a trace':
    'SELECT count(*) FROM spans WHERE trace_number NOT IN (SELECT id FROM traces)',
} as const;

it.each(['session', 'settle', 'project'])(
  'goes on after a kill when it had begun with: %s',
  async (begun) => {
    const old = Array.from({ length: 3 }, (_, run) => ({ trace: 900_000 + run, span: run, session: 'old' })); // prettier-ignore
    for (const [run, wish] of old.entries()) {
      const store = open();
      await write(store, [wish], 'kept');
      store.close();
      const [next] = numbersOfTraceRun(run + 1);
      inFile((db) => db.prepare("UPDATE counters SET next = ? WHERE name = 'trace'").run(next));
    }
    inFile((db) => db.exec('DELETE FROM trace_id_filters'));
    const file = join(directory, 'killed.mts');
    writeFileSync(file, script());
    for (let kill = 1; kill <= 2; kill += 1) {
      const child = fork(file, { execArgv: [] });
      let seen = 0;
      child.on('message', (what) => {
        if (what === begun && (seen += 1) === kill) child.kill('SIGKILL');
      });
      await once(child, 'exit');
      expect(seen).toBeGreaterThanOrEqual(kill);
      const store = open();
      await settle(store);
      const [again] = await write(store, old, 'kept');
      expect(again).toMatchObject({ stored: 0, duplicates: old.length });
      store.close();
      const wrong = inFile((db) =>
        Object.entries(WRONG).map(([what, sql]) => [what, db.prepare(sql).pluck().get()]),
      );
      expect(wrong).toEqual(Object.keys(WRONG).map((what) => [what, 0]));
      expect(inFile((db) => db.pragma('integrity_check', { simple: true }))).toBe('ok');
    }
  },
);
