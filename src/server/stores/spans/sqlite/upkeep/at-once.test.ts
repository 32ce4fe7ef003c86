import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { settle, write } from '#test/conformance/store-under-test.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

const PROJECTS = ['p', 'q', 'r'];
const TIMES = 'min(start_time) AS s0, max(start_time) AS s1';
/** What must be none once all background work is done. */
const WRONG = {
  'traces of no session':
    'SELECT count(*) FROM traces WHERE session_number NOT IN (SELECT id FROM sessions)',
  'sessions with other totals': `SELECT count(*) FROM sessions z WHERE (trace_count, error_count, token_count, start_time, end_time) <>
    (SELECT count(*), sum(error_count > 0), sum(prompt_tokens + completion_tokens), min(start_time), max(end_time)
     FROM traces t NOT INDEXED WHERE t.session_number = z.id)`,
  'sessions of no project':
    'SELECT count(*) FROM sessions WHERE project_id NOT IN (SELECT id FROM projects)',
  'traces of no project':
    'SELECT count(*) FROM traces WHERE project_id NOT IN (SELECT id FROM projects)',
  'traces with other totals': `SELECT count(*) FROM traces t WHERE (span_count, start_time) <>
    (SELECT count(*), min(start_time) FROM spans s WHERE s.trace_number = t.id)`,
  'traces stored twice': 'SELECT count(trace_id) - count(DISTINCT trace_id) FROM traces',
  'spans without a trace':
    'SELECT count(*) FROM spans WHERE trace_number NOT IN (SELECT id FROM traces)',
  'spans of the shape of another project': `SELECT count(*) FROM spans s JOIN traces t ON t.id = s.trace_number
    LEFT JOIN shapes h ON h.id = s.shape_id WHERE h.project_id IS NOT t.project_id`,
  'shapes counted wrongly': `SELECT count(*) FROM shapes h WHERE span_count <>
    (SELECT count(*) FROM spans s WHERE s.shape_id = h.id)`,
  'bytes counted wrongly': `SELECT count(*) FROM projects p WHERE payload_bytes <> (SELECT coalesce(sum(s.payload_bytes), 0)
    FROM traces t JOIN spans s ON s.trace_number = t.id WHERE t.project_id = p.id)`,
  'spans counted wrongly': `SELECT count(*) FROM projects p, (SELECT 0 AS level UNION SELECT 1) l WHERE
    (SELECT coalesce(sum(spans), 0) FROM rollups r WHERE r.project_id = p.id AND r.level = l.level) <>
    (SELECT count(*) FROM traces t JOIN spans s ON s.trace_number = t.id WHERE t.project_id = p.id)`,
  'traces counted wrongly': `SELECT count(*) FROM projects p WHERE
    (SELECT coalesce(sum(traces), 0) FROM rollups r WHERE r.project_id = p.id AND r.level = 0) <>
    (SELECT count(*) FROM traces t WHERE t.project_id = p.id)`,
  'runs that miss traces': `SELECT count(*) FROM (SELECT project_id, id >> 14 AS run, ${TIMES} FROM traces GROUP BY 1, 2) t
    WHERE NOT EXISTS (SELECT 1 FROM trace_runs r WHERE r.project_id = t.project_id AND r.run = t.run AND start_min <= s0 AND start_max >= s1)`,
  'zones that miss traces': `SELECT count(*) FROM (SELECT project_id, id >> 9 AS zone, error_count > 0 AS failed, ${TIMES} FROM traces GROUP BY 1, 2, 3) t
    WHERE NOT EXISTS (SELECT 1 FROM trace_zones z WHERE z.project_id = t.project_id AND z.zone = t.zone AND has_error = failed AND start_min <= s0 AND start_max >= s1)`,
  'zones that miss sessions': `SELECT count(*) FROM sessions s WHERE NOT EXISTS (SELECT 1 FROM session_zones z WHERE z.project_id = s.project_id
    AND z.zone = s.id >> 8 AND traces_min <= trace_count AND traces_max >= trace_count AND tokens_max >= token_count AND errors_max >= error_count)`,
  'runs that miss sessions': `SELECT count(*) FROM traces t WHERE session_number IS NOT NULL AND NOT EXISTS
    (SELECT 1 FROM session_runs r WHERE r.session_number = t.session_number AND r.run = t.id >> 14)`,
  'rows of deleted projects': `SELECT (SELECT count(*) FROM dead_projects) + (SELECT count(*) FROM rollups WHERE project_id NOT IN (SELECT id FROM projects))
    + (SELECT count(*) FROM trace_runs WHERE project_id NOT IN (SELECT id FROM projects)) + (SELECT count(*) FROM session_zones WHERE project_id NOT IN (SELECT id FROM projects))`,
} as const;

/** Numbers below a bound, the same for the same seed. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** One thing that is done to a store, to be awaited or not. */
async function change(store: OpenSpanStore, below: (bound: number) => number): Promise<unknown> {
  const some = (table: number, count: number): number[] =>
    Array.from({ length: count }, () => 1 + below(table));
  const project = async (): Promise<number> =>
    (await store.projectReader.findProject({ name: PROJECTS[below(3)] ?? 'p' }))?.id ?? 0;
  const what = below(16);
  if (what < 8) {
    const wishes = Array.from({ length: 1 + below(8) }, () => ({
      trace: below(60),
      span: below(400),
      startMs: below(10_000_000),
      kind: 'LLM' as const,
      model: `m${below(4)}`,
      ...(below(3) === 0 ? {} : { session: `s${below(25)}` }),
      ...(below(4) === 0 ? { status: 2 as const } : {}),
    }));
    return write(store, wishes, PROJECTS[below(3)]);
  }
  if (what < 10) return store.eraser.deleteTraces(some(150, 6));
  if (what < 11) return store.eraser.deleteSessions(some(40, 2));
  if (what < 13) return store.eraser.deleteSpans(some(400, 3));
  if (what < 14) return below(3) === 0 ? store.eraser.deleteProject(await project()) : undefined;
  if (what < 15)
    return store.projectWriter.transferTraces(some(150, 3), await project()).catch(() => undefined);
  return store.upkeep.settle('all');
}

it.each([1, 2])(
  'has all totals right after deletes, moves and spans at once, with background work (%i)',
  async (seed) => {
    const directory = mkdtempSync(join(tmpdir(), 'telltale-at-once-'));
    const path = join(directory, 'spans.db');
    const below = numbersFrom(seed);
    for (let life = 0; life < 4; life += 1) {
      const store = openSpanStore(path, { attributesOf: () => null, freeBytesMin: 0 });
      const running: Promise<unknown>[] = [];
      for (let step = 0; step < 60; step += 1) {
        running.push(change(store, below));
        if (below(3) === 0) await setImmediate();
      }
      await Promise.all(running);
      // Half of the time work is left over for the next.
      if (life % 2 === 1) await settle(store);
      store.close();
      if (life % 2 === 0) continue;
      const db = new Database(path);
      const wrong = Object.entries(WRONG).flatMap(([name, sql]) => {
        const count = db.prepare(sql).pluck().get();
        return count === 0 ? [] : [[name, count]];
      });
      db.close();
      expect(wrong).toEqual([]);
    }
    rmSync(directory, { recursive: true });
  },
);
