import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import type { NewAnnotation } from '#core/ports/annotation-rows.ts';
import {
  annotate,
  AUTHOR,
  onDocument,
  onSession,
  onSpan,
  onTrace,
} from '#test/conformance/annotation-maker.ts';
import { spanIdOf, traceIdOf } from '#test/conformance/span-maker.ts';
import { settle, write } from '#test/conformance/store-under-test.ts';
import { openSpanStore, type OpenSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';

let directory: string;
let store: OpenSpanStore;

const PROJECTS = ['p', 'q'] as const;
const TRACES = 6;
const HOUR_MS = 3_600_000;

/** Two spans for each trace, hours apart; even traces are of one session. */
async function fill(): Promise<void> {
  for (let trace = 1; trace <= TRACES; trace += 1)
    await write(
      store,
      [2 * trace, 2 * trace + 1].map((span) => ({
        trace,
        span,
        startMs: trace * HOUR_MS + span,
        documents: 2,
        ...(trace % 2 === 0 ? { session: 'even' } : {}),
      })),
      PROJECTS[trace % 3 === 0 ? 1 : 0],
    );
}

const wish = fc.record({
  name: fc.constantFrom('a', 'b'),
  identifier: fc.constantFrom('', 'x'),
  annotatorKind: fc.constantFrom('LLM', 'HUMAN'),
  label: fc.option(fc.constantFrom('good', 'bad', 'l'.repeat(300))),
  score: fc.option(fc.integer({ min: -4, max: 4 })),
} as const);
const item: fc.Arbitrary<NewAnnotation> = fc
  .tuple(
    fc.constantFrom('span', 'trace', 'session', 'document'),
    fc.integer({ min: 1, max: TRACES + 1 }),
    wish,
  )
  .map(([target, n, some]) => {
    if (target === 'span') return onSpan(2 * n, some);
    if (target === 'trace') return onTrace(n, some);
    return target === 'session' ? onSession('even', some) : onDocument(2 * n + 1, n % 2, some);
  });
const number = fc.integer({ min: 1, max: 20 });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(
      fc.constant('annotate' as const),
      fc.array(item, { maxLength: 6 }),
      fc.constant(0),
    ),
  },
  fc.tuple(
    fc.constantFrom('delete', 'restore', 'deleteSpan', 'deleteTrace', 'transfer'),
    number,
    fc.integer({ min: 1, max: 3 }),
  ),
  fc.tuple(
    fc.constantFrom('deleteSession', 'deleteProject', 'fill', 'settle', 'reopen'),
    number,
    fc.constant(0),
  ),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function run([what, value, extra]: Step): Promise<void> {
  if (what === 'annotate') return void (await annotate(store, value, { missing: 'wait' }));
  const trace = (value % TRACES) + 1;
  const [row] = await store.reader.findTraces([{ traceId: traceIdOf(trace) }]);
  if (what === 'delete') await store.annotationWriter.deleteAnnotations([value], AUTHOR);
  if (what === 'restore')
    await store.annotationWriter.restoreAnnotation(value, extra, AUTHOR).catch(expected);
  if (what === 'deleteSpan') {
    const [span] = await store.reader.findSpans([{ spanId: spanIdOf(value) }]);
    await store.eraser.deleteSpans([span?.id ?? 0]);
  }
  if (what === 'deleteTrace') await store.eraser.deleteTraces([row?.id ?? 0]);
  if (what === 'transfer' && row !== undefined) {
    const to = await store.projectReader.findProject({ name: PROJECTS[extra % 2] ?? 'p' });
    if (to !== null) await store.projectWriter.transferTraces([row.id], to.id);
  }
  if (what === 'deleteSession') {
    const [session] = await store.reader.findSessions([{ sessionId: 'even' }]);
    await store.eraser.deleteSessions([session?.session.id ?? 0]);
  }
  if (what === 'deleteProject') {
    const project = await store.projectReader.findProject({ name: PROJECTS[value % 2] ?? 'p' });
    await store.eraser.deleteProject(project?.id ?? 0);
  }
  if (what === 'fill') await fill();
  if (what === 'settle') await settle(store);
  if (what === 'reopen') {
    store.close();
    store = open();
  }
}

/** A key that is taken meanwhile, or a revision that is a deletion. */
function expected(error: unknown): null {
  if (error instanceof AppError && (error.code === 'conflict' || error.code === 'unprocessable'))
    return null;
  throw error;
}

function open(): OpenSpanStore {
  return openSpanStore(join(directory, 'spans.db'), { attributesOf: () => null, freeBytesMin: 0 });
}

const RECOUNT = `SELECT project_id, 0 AS level, counted_minute AS slot, target_kind, name_id, annotator_kind, count(*) AS count,
  count(score) AS score_count, total(score) AS score_sum, count(label) AS labels FROM annotations GROUP BY 1, 2, 3, 4, 5, 6
UNION ALL SELECT project_id, 1, counted_minute / 60, target_kind, name_id, annotator_kind, count(*), count(score), total(score), count(label)
FROM annotations GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`;
const COUNTED = `SELECT project_id, level, slot, target_kind, name_id, annotator_kind, count, score_count, score_sum,
  iif(labels = '', 0, (SELECT sum(value ->> 1) FROM json_each(labels))) AS labels FROM annotation_rollups ORDER BY 1, 2, 3, 4, 5, 6`;
const USES = 'SELECT id, uses FROM annotation_names ORDER BY id';
const USED = `SELECT name_id AS id, count(*) AS uses FROM (SELECT name_id FROM annotations UNION ALL SELECT name_id FROM deleted_annotations)
GROUP BY name_id ORDER BY name_id`;
const ORPHANS = `SELECT a.id FROM (SELECT id, target_kind, target_number, NULL AS project_id FROM deleted_annotations
  UNION ALL SELECT id, target_kind, target_number, project_id FROM annotations) a
LEFT JOIN spans s ON a.target_kind IN (0, 3) AND s.id = a.target_number
LEFT JOIN traces t ON t.id = iif(a.target_kind = 1, a.target_number, s.trace_number)
LEFT JOIN sessions z ON a.target_kind = 2 AND z.id = a.target_number
LEFT JOIN projects p ON p.id = coalesce(t.project_id, z.project_id)
WHERE p.id IS NULL OR p.id <> coalesce(a.project_id, p.id)`;
const LOST_HISTORY = `SELECT annotation_id FROM annotation_revisions WHERE annotation_id NOT IN
  (SELECT id FROM annotations UNION ALL SELECT id FROM deleted_annotations)`;

it('counts and keeps what is there, whatever happened', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 40 }), async (steps) => {
      directory = mkdtempSync(join(tmpdir(), 'telltale-recount-'));
      onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
      store = open();
      await fill();
      for (const one of steps) await run(one);
      await settle(store);
      store.close();
      const db = new Database(join(directory, 'spans.db'), { readonly: true });
      expect(db.prepare(COUNTED).all()).toEqual(db.prepare(RECOUNT).all());
      expect(db.prepare(USES).all()).toEqual(db.prepare(USED).all());
      expect(db.prepare(ORPHANS).all()).toEqual([]);
      expect(db.prepare(LOST_HISTORY).all()).toEqual([]);
      db.close();
      rmSync(directory, { recursive: true });
    }),
    { numRuns: 40 },
  );
}, 300_000);
