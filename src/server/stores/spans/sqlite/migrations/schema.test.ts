import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '#server/stores/migrator.ts';
import {
  FIGURES_SQL,
  ANNOTATED_SQL,
  ANNOTATED_TARGETS_SQL,
  ANNOTATION_COUNT_SQL,
  LABELS_SQL,
} from '../annotations/read/annotation-figures.ts';
import { HISTORY_SQL } from '../annotations/read/annotation-history.ts';
import {
  SPANS_ANNOTATIONS_SQL,
  TARGET_ANNOTATIONS_SQL,
  annotationSelect,
} from '../annotations/read/annotation-reader.ts';
import { ANNOTATION_ROW_SQL } from '../annotations/both/annotation-row-codec.ts';
import { ANNOTATION_VIEW_SQL } from '../annotations/read/annotation-views.ts';
import { SUMMARY_SQL } from '../annotations/read/annotation-summary.ts';
import { INSERT_SPAN_SQL, LATER_SPAN_COLUMNS, SPAN_COLUMNS } from '../both/columns.ts';
import { foldedText, openConnection } from '../both/connection.ts';
import { FOUND_SPAN_SQL, FRESH_EVENTS_SQL } from '../write/events/event-merger.ts';
import { EVENT_SQL } from '../write/events/event-sql.ts';
import { HAS_SCORE_SQL, scoreSelect } from '../annotations/read/scores.ts';
import {
  ANNOTATED_EDGE_SQL,
  annotatedSelect,
  ZONE_TRACES_SQL,
} from '../annotations/read/annotated-targets.ts';
import { DOCUMENT_OWNERS_SQL } from '../annotations/read/annotated-documents.ts';
import { SPAN_MIGRATIONS } from './span-migrations.ts';
import { USER_SESSIONS_SQL } from '../read/named-sessions.ts';
import { openSpanStore } from '../open-writer.ts';
import { sessionOrderSelect } from '../read/session-ranking.ts';
import { sessionRankSelect, sessionZoneSelect } from '../read/ranked-session-zones.ts';
import { SESSION_ENDS_SQL } from '../read/session-reader.ts';
import { sessionSelect } from '../read/session-row-codec.ts';
import { SERVICE_RUNS_SQL, SLOT_HOLDS_SQL } from '../read/deployment-reader.ts';
import { FAILED_TRACES_SQL } from '../read/figure-reader.ts';
import { traceKeySelects } from '../read/trace-keys.ts';
import { TRACE_RUNS_SQL } from '../read/trace-runs.ts';
import { SHAPE_KEYS_SQL, SHAPE_RUNS_SQL } from '../read/shape-keys.ts';
import { IDS_SQL, ZONES_SQL } from '../read/span-keys.ts';
import { SPAN_RUNS_SQL } from '../read/span-runs.ts';
import { TRACE_BY_ID_SQL } from '../index/trace-id-filters.ts';
import { WORDS_SQL } from '../index/word-candidates.ts';
import { WORD_LIST_SQL } from '../index/word-table.ts';
import { SCAN_SQL } from '../read/block-scan.ts';
import { SEARCHED_SQL } from '../read/searched-traces.ts';
import { SEARCHED_SHAPES_SQL } from '../read/span-search.ts';
import { WORD_INDEX_SQL } from '../upkeep/word-indexer.ts';
import {
  ZONE_STARTS_SQL,
  NEXT_USER_SQL,
  SESSIONS_FROM_SQL,
  SESSIONS_WITH_SQL,
} from '../read/project-reader.ts';
import { ZONE_WALK_SQL } from '../read/zone-walk.ts';
import { SPAN_ROW_SQL, SPAN_ROWS_SQL, TRACE_BRIEF_SQL } from '../both/span-row-codec.ts';
import { SESSION_ZONE_SQL, WIDEN_ZONES_SQL } from '../index/session-zone-writer.ts';
import { SUM_SESSION_SQL } from '../write/session-writer.ts';
import { TRACE_ZONES_SQL } from '../index/trace-zone-writer.ts';
import { traceZoneSelect } from '../read/ranked-trace-zones.ts';
import { EXTREMES_SQL } from '../read/ranked-zones.ts';
import { spanRankSelect, zoneRankSelect } from '../read/span-ranking.ts';
import { RANGES_SQL } from '../upkeep/extreme-builder.ts';
import {
  traceCountSelect,
  traceKeyRange,
  traceRowsSelect,
  traceSelect,
} from '../read/trace-select.ts';
import { INSERT_STAGED_SQL } from '../write/staged-rows.ts';
import {
  SHAPE_COUNT_SQL,
  SHAPE_EDGE_SQL,
  SHAPE_EDGES_SQL,
  SHAPE_RUN_ENDS_SQL,
} from '../read/shape-windows.ts';
import {
  MODEL_TRACES_SQL,
  OWNERS_BETWEEN_SQL,
  ROOT_COUNT_SQL,
  SPAN_OWNERS_SQL,
  TRACE_COUNT_SQL,
  TRACE_OWNERS_SQL,
} from '../read/value-counter.ts';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-schema-'));
  path = join(directory, 'spans.db');
});
afterEach(() => rmSync(directory, { recursive: true }));

const TWO_STEPS = [
  { version: 1, name: 'one', sql: 'CREATE TABLE a (x); INSERT INTO a VALUES (1);' },
  { version: 2, name: 'two', sql: 'CREATE TABLE b (y); INSERT INTO b SELECT x + 1 FROM a;' },
];

function migrated(): Database.Database {
  const db = openConnection(path, { readonly: false, cacheKib: 1_024 });
  migrate(db, SPAN_MIGRATIONS, { path, backup: true });
  return db;
}

it('makes the schema that was reviewed', async () => {
  const db = migrated();
  const dump = db
    .prepare<[], string>("SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
    .pluck(true)
    .all()
    .join('\n\n');
  db.close();
  await expect(`${dump}\n`).toMatchFileSnapshot('schema.sql');
});

it('agrees with the column table', () => {
  const db = migrated();
  const info = db
    .prepare<[], { name: string; type: string; notnull: number; pk: number }>(
      "SELECT * FROM pragma_table_info('spans')",
    )
    .all();
  db.close();
  const declared = Object.entries({ ...SPAN_COLUMNS, ...LATER_SPAN_COLUMNS }).map(
    ([name, column]) => [name, column.type, column.nullable],
  );
  expect(
    info.map((column) => [column.name, column.type, column.notnull === 0 && column.pk === 0]),
  ).toEqual(declared);
});

it('generates the SQL that was reviewed', async () => {
  const annotations = { projectId: 1, target: 'span', limit: 10 } as const;
  const trace = { projectId: 1, sort: 'start_time', order: 'desc', limit: 20 } as const;
  const keyConditions = (query: Parameters<typeof traceKeyRange>[0]): readonly string[] =>
    traceKeyRange(query).where.conditions;
  const statements = [
    INSERT_SPAN_SQL,
    INSERT_STAGED_SQL,
    SPAN_ROW_SQL,
    SPAN_ROWS_SQL,
    TRACE_BRIEF_SQL,
    TRACE_BY_ID_SQL,
    ...Object.values(ZONE_WALK_SQL),
    SEARCHED_SHAPES_SQL,
    ZONE_STARTS_SQL,
    ...Object.values(SCAN_SQL),
    ...Object.values(WORDS_SQL),
    ...Object.values(WORD_LIST_SQL),
    ...Object.values(SEARCHED_SQL),
    WORD_INDEX_SQL,
    SERVICE_RUNS_SQL,
    SLOT_HOLDS_SQL,
    ...Object.values(NEXT_USER_SQL),
    SESSIONS_FROM_SQL,
    SESSIONS_WITH_SQL,
    SPAN_RUNS_SQL,
    IDS_SQL,
    SHAPE_KEYS_SQL.desc,
    SHAPE_KEYS_SQL.asc,
    SHAPE_RUNS_SQL,
    ZONES_SQL.desc,
    sessionSelect('SELECT * FROM sessions WHERE id = +?'),
    SESSION_ENDS_SQL.replaceAll(':session', '?'),
    sessionOrderSelect('end_time', 'desc'),
    sessionOrderSelect('start_time', 'asc'),
    USER_SESSIONS_SQL,
    SHAPE_COUNT_SQL,
    ROOT_COUNT_SQL,
    SHAPE_EDGE_SQL,
    SHAPE_EDGES_SQL,
    SHAPE_RUN_ENDS_SQL,
    MODEL_TRACES_SQL,
    TRACE_OWNERS_SQL,
    TRACE_COUNT_SQL,
    FAILED_TRACES_SQL,
    SPAN_OWNERS_SQL,
    OWNERS_BETWEEN_SQL,
    ANNOTATION_COUNT_SQL,
    ...Object.values(LABELS_SQL),
    ...Object.values(ANNOTATED_TARGETS_SQL),
    sessionRankSelect('cost_usd', 'asc'),
    sessionRankSelect('trace_count', 'desc'),
    sessionZoneSelect('duration_ms', 'desc'),
    WIDEN_ZONES_SQL,
    SESSION_ZONE_SQL,
    SUM_SESSION_SQL,
    TRACE_RUNS_SQL,
    ...Object.values(traceKeySelects('start', 'desc')),
    ...Object.values(
      traceKeySelects(
        'latency',
        'asc',
        keyConditions({ ...trace, sort: 'latency_ms', hasError: false }),
      ),
    ),
    traceKeySelects('start with error', 'desc', keyConditions({ ...trace, hasError: true })).keys,
    traceKeySelects('end of user', 'desc', ['t.user_id = +?', 't.start_time <= +?']).keys,
    traceSelect({ ...trace, userIds: ['a', 'b'] }, null).sql,
    traceSelect(trace, new Set([1, 2])).sql,
    traceSelect(
      { ...trace, sort: 'cost_usd', window: { startUnixNano: 1n, endUnixNano: 2n } },
      new Set([1]),
    ).sql,
    traceSelect(trace, null, new Set([1, 2])).sql,
    traceRowsSelect({ ...trace, hasError: true }, [1, 2]).sql,
    traceSelect({ ...trace, sort: 'token_count' }, null, { numbers: [1, 2], worst: 3n }).sql,
    traceCountSelect({ ...trace, userIds: ['a'] }, null).sql,
    traceZoneSelect('cost_usd', 'desc'),
    TRACE_ZONES_SQL,
    spanRankSelect('latency_ms', 'asc'),
    spanRankSelect('token_count', 'desc'),
    spanRankSelect('time_to_first_token_ms', 'desc'),
    spanRankSelect('tokens_per_second', 'asc'),
    zoneRankSelect('cost_usd', 'desc'),
    EXTREMES_SQL,
    RANGES_SQL,
    ANNOTATION_ROW_SQL,
    SPANS_ANNOTATIONS_SQL,
    TARGET_ANNOTATIONS_SQL,
    SUMMARY_SQL,
    FIGURES_SQL,
    ANNOTATED_SQL,
    ANNOTATED_EDGE_SQL,
    ANNOTATION_VIEW_SQL,
    scoreSelect('asc'),
    scoreSelect('desc'),
    HAS_SCORE_SQL,
    annotatedSelect({ name: 'n', labels: ['a'], scoreMin: 0, scoreMax: 1 }),
    ...Object.values(ZONE_TRACES_SQL),
    ...Object.values(DOCUMENT_OWNERS_SQL),
    ...Object.values(HISTORY_SQL),
    FRESH_EVENTS_SQL,
    FOUND_SPAN_SQL,
    ...Object.values(EVENT_SQL),
    annotationSelect(annotations, null, 1, 1).sql,
    annotationSelect({ ...annotations, identifiers: ['x'], namesExcluded: ['n'] }, null, 1, 1).sql,
    annotationSelect({ ...annotations, names: ['n'] }, [1], 1, 1).sql,
  ];
  const db = migrated();
  db.function('folded', { deterministic: true }, foldedText);
  const plans = statements.slice(2).map((sql) => {
    const blanks = Array.from({ length: sql.split('?').length - 1 }, () => 1);
    return db
      .prepare<number[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...blanks)
      .map((step) => `-- ${step.detail}`);
  });
  db.close();
  const text = statements
    .map((sql, i) => [`${sql};`, ...(plans[i - 2] ?? [])].join('\n'))
    .join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot('queries.sql');
  expect(text).not.toMatch(
    /-- SCAN (?!t$|z$|a$|j( VIRTUAL TABLE INDEX 1:)?$|w$|w USING |\(subquery-1\)$|CONSTANT ROW$|json_each |every_run$)/m,
  );
});

it('copies an existing database before it is upgraded, and says what it is about', () => {
  const db = new Database(path);
  const announced: string[] = [];
  const announce = (what: string): void => void announced.push(what);
  migrate(db, TWO_STEPS.slice(0, 1), { path, backup: true, announce });
  expect(readdirSync(directory)).toEqual(['spans.db']);
  const report = migrate(db, TWO_STEPS, { path, backup: true, announce });
  migrate(db, TWO_STEPS, { path, backup: true, announce });
  expect(announced).toEqual([
    `${path} is upgraded from schema version 1 to 2; it is copied first`,
    `${path} was copied to ${path}.v1.backup; delete the copy when you no longer need it`,
    `${path} has schema version 2`,
  ]);
  expect(report).toEqual({ from: 1, to: 2, backupPath: `${path}.v1.backup` });
  const copy = new Database(`${path}.v1.backup`, { readonly: true });
  expect(copy.pragma('user_version', { simple: true })).toBe(1);
  copy.close();
  db.close();
});

it('refuses a database from a newer version in one line', () => {
  const db = new Database(path);
  db.pragma('user_version = 99');
  db.close();
  expect(() => openSpanStore(path, { attributesOf: () => null })).toThrow(
    /^The database .* has schema version 99, but this program knows versions up to \d+: [^\n]+$/,
  );
});

it('leaves a database as it was when a step fails', () => {
  const db = new Database(path);
  migrate(db, TWO_STEPS.slice(0, 1), { path, backup: false });
  const broken = [
    ...TWO_STEPS.slice(0, 1),
    { version: 2, name: 'broken', sql: 'CREATE TABLE c (z); SELECT nonsense;' },
  ];
  expect(() => migrate(db, broken, { path, backup: false })).toThrow(
    /Migration 2 \(broken\) failed/,
  );
  expect(db.pragma('user_version', { simple: true })).toBe(1);
  expect(db.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'c'").pluck().get()).toBe(0);
  db.close();
});

it('continues after a kill in the middle of a step', async () => {
  const script = join(directory, 'killed.mts');
  const slow = {
    version: 2,
    name: 'two',
    sql: 'CREATE TABLE b (y); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 30000000) INSERT INTO b SELECT i FROM n;',
  };
  writeFileSync(
    script,
    `import Database from ${JSON.stringify(import.meta.resolve('better-sqlite3'))};
     import { migrate } from ${JSON.stringify(import.meta.resolve('#server/stores/migrator.ts'))};
     const db = new Database(${JSON.stringify(path)});
     db.pragma('journal_mode = WAL');
     migrate(db, ${JSON.stringify(TWO_STEPS.slice(0, 1))}, { path: '', backup: false });
     process.send('first');
     migrate(db, ${JSON.stringify([TWO_STEPS[0], slow])}, { path: '', backup: false });
     process.send('second');`,
  );
  const child = fork(script);
  const [message] = await once(child, 'message');
  expect(message).toBe('first');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const db = new Database(path);
  expect(db.pragma('user_version', { simple: true })).toBe(1);
  expect(migrate(db, TWO_STEPS, { path, backup: false })).toMatchObject({ from: 1, to: 2 });
  expect(db.prepare('SELECT y FROM b').pluck().all()).toEqual([2]);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  db.close();
});

it('runs every connection with synchronous=FULL', () => {
  migrated().close();
  for (const readonly of [true, false]) {
    const db = openConnection(path, { readonly, cacheKib: 1_024 });
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    db.close();
  }
  expect(readFileSync(path).subarray(0, 15).toString()).toBe('SQLite format 3');
});
