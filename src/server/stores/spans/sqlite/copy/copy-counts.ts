import type Database from 'better-sqlite3';
import type { LastNumbers, SpanCopyCounts } from '#core/ports/span-copy.ts';
import { SESSION_TRACES_SQL } from '../index/trace-run.ts';

/** What belongs to a deleted project waits to be purged, and is not counted. */
const SPANS =
  'SELECT count(*) AS spans, coalesce(sum(s.payload_bytes), 0) AS bytes FROM spans s JOIN traces t ON t.id = s.trace_number JOIN projects p ON p.id = t.project_id';
const COUNTS = {
  projects: 'SELECT count(*) FROM projects',
  traces: 'SELECT count(*) FROM traces t JOIN projects p ON p.id = t.project_id',
  sessions: `SELECT count(*) FROM sessions z JOIN projects p ON p.id = z.project_id WHERE EXISTS (SELECT 1 ${SESSION_TRACES_SQL} WHERE runs.session_number = z.id)`,
  waitingAnnotations: 'SELECT count(*) FROM waiting_annotations',
  waitingEvents: 'SELECT count(*) FROM waiting_events',
} as const;
const ALIVE = `LEFT JOIN spans s ON a.target_kind IN (0, 3) AND s.id = a.target_number
LEFT JOIN traces t ON t.id = iif(a.target_kind = 1, a.target_number, s.trace_number)
LEFT JOIN sessions z ON a.target_kind = 2 AND z.id = a.target_number
JOIN projects p ON p.id = coalesce(t.project_id, z.project_id)`;
const ANNOTATIONS = `SELECT count(*) AS annotations, coalesce(sum(a.revision), 0) AS revisions FROM annotations a ${ALIVE}`;
const DELETED = `SELECT coalesce(sum(a.revision), 0) FROM deleted_annotations a ${ALIVE}`;

export function copyCounts(db: Database.Database): SpanCopyCounts {
  const count = (sql: string): number => db.prepare<[], number>(sql).pluck(true).get() ?? 0;
  const spans = db.prepare<[], { spans: number; bytes: number }>(SPANS).get();
  const live = db.prepare<[], { annotations: number; revisions: number }>(ANNOTATIONS).get();
  return {
    projects: count(COUNTS.projects),
    spans: spans?.spans ?? 0,
    spanBytes: spans?.bytes ?? 0,
    traces: count(COUNTS.traces),
    sessions: count(COUNTS.sessions),
    annotations: live?.annotations ?? 0,
    // Revisions of an annotation are numbered without gaps.
    annotationRevisions: (live?.revisions ?? 0) + count(DELETED),
    waitingAnnotations: count(COUNTS.waitingAnnotations),
    waitingEvents: count(COUNTS.waitingEvents),
  };
}

export function lastNumbers(db: Database.Database): LastNumbers {
  const last = (name: string): number =>
    (db
      .prepare<[string], number>('SELECT next FROM counters WHERE name = ?')
      .pluck(true)
      .get(name) ?? 1) - 1;
  return {
    span: last('span'),
    trace: last('trace'),
    session: last('session'),
    annotation: last('annotation'),
    waiting: last('waiting'),
    event: last('event'),
    project:
      db
        .prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'projects'")
        .pluck(true)
        .get() ?? 0,
  };
}
