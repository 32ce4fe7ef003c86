import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attributesFlat } from '#core/otlp/span-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import { migrate } from '#server/stores/migrator.ts';
import { makeSpan } from '#test/conformance/span-maker.ts';
import {
  allSpans,
  projectId,
  settle,
  UNLIMITED,
  write,
} from '#test/conformance/store-under-test.ts';
import { LatencySketch } from '#core/figures/latency-sketch.ts';
import { ROLLUP_LEVELS, slotOf } from '../rollups/rollup.ts';
import { openConnection } from '../both/connection.ts';
import { SPAN_MIGRATIONS } from './span-migrations.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

let folder: string;
let file: string;
let store: OpenSpanStore | null = null;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'telltale-older-'));
  file = path.join(folder, 'spans.db');
});
afterEach(() => {
  store?.close();
  store = null;
  rmSync(folder, { recursive: true, force: true });
});

/**
 * A database as a server of that schema version left it when it was stopped, and the store that
 * opens it now.
 */
function upgraded(version: number): OpenSpanStore {
  writeFileSync(
    file,
    gunzipSync(readFileSync(path.resolve(`test/fixtures/databases/spans-v${version}.db.gz`))),
  );
  copyFileSync(file, `${file}.untouched`);
  const opened = openSpanStore(file, {
    attributesOf: (bytes) => attributesFlat(decodeSpan(bytes)),
    freeBytesMin: 0,
  });
  store = opened;
  return opened;
}

/** What an older release finds when it opens a file: its version, tables, indexes and triggers. */
function schemaOf(from: string): unknown {
  const db = new Database(from, { readonly: true });
  const schema = [
    db.pragma('user_version', { simple: true }),
    db.pragma('integrity_check', { simple: true }),
    db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all(),
  ];
  db.close();
  return schema;
}

/** Every row, of the columns that the older schema has. */
function rowsOf(from: string): Record<string, unknown> {
  const older = new Database(`${file}.untouched`, { readonly: true });
  const db = new Database(from, { readonly: true });
  const tables = older
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all();
  const rows = tables.map((table) => {
    const columns = older
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
      .pluck()
      .all(table);
    const list = columns.map((column) => `"${column}"`).join(', ');
    return [table, db.prepare(`SELECT ${list} FROM "${table}" ORDER BY ${list}`).all()];
  });
  older.close();
  db.close();
  return Object.fromEntries(rows) as Record<string, unknown>; // as: what was just made
}

function expectWhole(): void {
  const db = new Database(file, { readonly: true });
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('user_version', { simple: true })).toBe(SPAN_MIGRATIONS.at(-1)?.version);
  db.close();
}

describe.each([7, 8])('a database of schema version %d', (version) => {
  it('keeps every row when it is upgraded, after a backup', () => {
    const opened = upgraded(version);
    expect(rowsOf(file)).toEqual(rowsOf(`${file}.untouched`));
    expect(existsSync(`${file}.v${version}.backup`)).toBe(true);
    opened.close();
    store = null;
    expectWhole();
  });
});

it.each([7, 8])(
  'leaves a backup that a release of schema version %d opens, while all blocks are packed anew, and that is upgraded again',
  async (version) => {
    const opened = upgraded(version);
    const rows = await allSpans(opened, 'shop');
    const bytesOf = async (from: OpenSpanStore): Promise<readonly string[]> => {
      const payloads = await from.reader.payloads(rows.map(({ id }) => id));
      return payloads.map(({ bytes }) => Buffer.from(bytes).toString('latin1'));
    };
    const sent = await bytesOf(opened);
    expect(sent.length).toBeGreaterThan(1);
    await opened.eraser.deleteSpans([rows[0]?.id ?? 0]);
    await settle(opened);
    opened.close();
    const backup = `${file}.v${version}.backup`;
    expect(schemaOf(backup)).toEqual(schemaOf(`${file}.untouched`));
    expect(rowsOf(backup)).toEqual(rowsOf(`${file}.untouched`));
    // As an operator restores it: over the file, without the log of the newer release.
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    copyFileSync(backup, file);
    store = openSpanStore(file, { attributesOf: () => null, freeBytesMin: 0 });
    expect(await bytesOf(store)).toEqual(sent);
  },
);

it('leaves costs of embeddings out until they are read again, since they were not counted', () => {
  writeFileSync(
    file,
    gunzipSync(readFileSync(path.resolve('test/fixtures/databases/spans-v8.db.gz'))),
  );
  const older = new Database(file);
  const costs = (db: Database.Database, embeddings: boolean): unknown =>
    db
      .prepare(
        `SELECT s.id, s.cost_usd FROM spans s JOIN shapes h ON h.id = s.shape_id WHERE (h.kind = 4) = ? ORDER BY s.id`,
      )
      .all(Number(embeddings));
  older.exec(
    'UPDATE shapes SET kind = 4 WHERE kind = 2; UPDATE spans SET cost_usd = 1 WHERE shape_id IN (SELECT id FROM shapes WHERE kind = 4)',
  );
  const others = costs(older, false);
  expect(costs(older, true)).not.toEqual([]);
  older.close();
  store = openSpanStore(file, { attributesOf: () => '', freeBytesMin: 0 });
  const db = new Database(file, { readonly: true });
  for (const span of costs(db, true) as readonly object[])
    expect(span).toMatchObject({ cost_usd: null }); // as: rows are objects
  expect(costs(db, false)).toEqual(others);
  db.close();
});

it('sums up the times to the first token of the LLM spans it has', async () => {
  writeFileSync(
    file,
    gunzipSync(readFileSync(path.resolve('test/fixtures/databases/spans-v8.db.gz'))),
  );
  const older = new Database(file);
  older.exec('UPDATE spans SET first_token = id * 7000001');
  const expected = new Map<string, LatencySketch>();
  for (const span of older.prepare<[], FirstToken>(FIRST_TOKENS_SQL).iterate())
    for (const { level } of ROLLUP_LEVELS) {
      const key = `${span.project_id} ${level} ${slotOf(BigInt(span.start_time), level)}`;
      const sketch = expected.get(key) ?? new LatencySketch();
      sketch.add(span.first_token);
      expected.set(key, sketch);
    }
  older.close();
  expect(expected.size).toBeGreaterThan(1);
  store = openSpanStore(file, { attributesOf: () => '', freeBytesMin: 0 });
  const db = new Database(file, { readonly: true });
  const sketches = db
    .prepare<[], [string, Uint8Array]>(
      "SELECT project_id || ' ' || level || ' ' || slot, first_token FROM rollups WHERE first_token <> x''",
    )
    .raw(true)
    .all();
  db.close();
  expect(new Map(sketches.map(([key, bytes]) => [key, [...bytes]]))).toEqual(
    new Map([...expected].map(([key, sketch]) => [key, [...sketch.encode()]])),
  );
});

const FIRST_TOKENS_SQL = `SELECT h.project_id, CAST(s.start_time AS TEXT) AS start_time, s.first_token FROM spans s JOIN shapes h ON h.id = s.shape_id WHERE h.kind = 7`;

interface FirstToken {
  readonly project_id: number;
  readonly start_time: string;
  readonly first_token: number;
}

it('knows the times of the runs of spans that it has', () => {
  upgraded(8).close();
  store = null;
  const db = new Database(file, { readonly: true });
  const ofSpans = db
    .prepare(
      `SELECT h.project_id, s.id >> 17 AS run, CAST(min(s.start_time) AS TEXT) AS first, CAST(max(s.start_time) AS TEXT) AS last
       FROM spans s JOIN shapes h ON h.id = s.shape_id GROUP BY 1, 2`,
    )
    .all();
  const runs = db
    .prepare(
      'SELECT project_id, run, CAST(start_min AS TEXT) AS first, CAST(start_max AS TEXT) AS last FROM span_runs',
    )
    .all();
  db.close();
  expect(ofSpans.length).toBeGreaterThan(1);
  expect(runs).toEqual(ofSpans);
});

it('knows the runs of the traces that it has', () => {
  upgraded(8).close();
  store = null;
  const db = new Database(file, { readonly: true });
  const all = (sql: string): unknown[] => db.prepare(sql).all();
  const [ofTraces, ofSessions] = [
    all(`SELECT project_id, id >> 14 AS run, CAST(min(start_time) AS TEXT) AS first, CAST(max(start_time) AS TEXT) AS last,
         min(end_time - start_time) AS shortest, max(end_time - start_time) AS longest FROM traces WHERE project_id <> 0 GROUP BY 1, 2`),
    all(
      'SELECT DISTINCT session_number, id >> 14 AS run FROM traces WHERE session_number IS NOT NULL ORDER BY 1, 2',
    ),
  ];
  const runs =
    all(`SELECT project_id, run, CAST(start_min AS TEXT) AS first, CAST(start_max AS TEXT) AS last,
                    latency_min AS shortest, latency_max AS longest FROM trace_runs`);
  const sessionRuns = all('SELECT session_number, run FROM session_runs');
  db.close();
  expect(ofTraces.length).toBeGreaterThan(1);
  expect(runs).toEqual(ofTraces);
  expect(ofSessions.length).toBeGreaterThan(1);
  expect(sessionRuns).toEqual(ofSessions);
});

it.each([8, 23, 24])('sums up the sessions of a database of schema version %d', (version) => {
  writeFileSync(
    file,
    gunzipSync(readFileSync(path.resolve('test/fixtures/databases/spans-v8.db.gz'))),
  );
  const older = openConnection(file, { readonly: false, cacheKib: 1_024 });
  const steps = SPAN_MIGRATIONS.filter((step) => step.version <= version);
  migrate(older, steps, { path: file, backup: false });
  older.close();
  openSpanStore(file, { attributesOf: () => '', freeBytesMin: 0 }).close();
  expectWhole();
  const db = new Database(file, { readonly: true });
  const all = (sql: string): unknown[] => db.prepare(sql).all();
  const ofTraces = all(
    `SELECT session_number AS id, count(*) AS traces, sum(error_count > 0) AS errors, sum(prompt_tokens + completion_tokens) AS tokens,
     round(total(cost_usd) * 1e9) AS cost FROM traces WHERE session_number IS NOT NULL GROUP BY 1 ORDER BY 1`,
  );
  const totals = all(
    'SELECT id, trace_count AS traces, error_count AS errors, token_count AS tokens, cost_sum AS cost FROM sessions ORDER BY id',
  );
  const zones = all('SELECT project_id, zone, traces_min, traces_max FROM session_zones');
  const ofSessions = all(
    `SELECT project_id, id >> 8 AS zone, min(trace_count) AS traces_min, max(trace_count) AS traces_max
     FROM sessions GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  db.close();
  expect(ofTraces.length).toBeGreaterThan(1);
  expect(totals).toEqual(ofTraces);
  expect(zones).toEqual(ofSessions);
});

const HEX_TRACE = 32;
const hex = (number: number, width: number) => number.toString(16).padStart(width, '0');

/**
 * The data of a version 7 store: traces 1 to 20 of `shop`, each a chain with a model call, in five
 * sessions, every fifth failed, with texts of growing length; an orphan; a renamed project and one
 * deleted with its trace, as was trace 20; annotations, one of them of a span that has not arrived.
 */
describe('spans of schema version 7', () => {
  it('are read with all that was sent', async () => {
    const opened = upgraded(7);
    const rows = await allSpans(opened, 'shop');
    expect(rows).toHaveLength(38);
    const payloads = await opened.reader.payloads(rows.map((row) => row.id));
    for (const { row, bytes } of payloads) {
      const trace = Number.parseInt(row.traceId, 16);
      const span = decodeSpan(bytes);
      const isRoot = row.parentSpanId === null;
      const question = `question ${trace}`;
      expect(attributesFlat(span)).toMatchObject({
        'session.id': `session ${trace % 5}`,
        'input.value': isRoot ? `${question} ${'é'.repeat(trace * 40)}` : question,
      });
      expect(row).toMatchObject({
        name: isRoot ? 'answer' : 'call',
        kind: isRoot ? 'CHAIN' : 'LLM',
        spanId: hex(2 * trace + (isRoot ? 0 : 1), 16),
        sessionId: `session ${trace % 5}`,
        errorMessage: isRoot && trace % 5 === 0 ? `failure ${trace}` : null,
        modelName: isRoot ? null : 'gpt-4o-mini',
      });
    }
    const [found] = await opened.reader.findTraces([{ traceId: hex(7, HEX_TRACE) }]);
    expect(found).toMatchObject({
      spanCount: 2,
      promptTokens: 70,
      completionTokens: 7,
      costUsd: 0.007,
    });
    expect(
      await opened.reader.findTraces([20, 22].map((trace) => ({ traceId: hex(trace, HEX_TRACE) }))),
    ).toEqual([]);
  });

  it('are in their projects, figures and annotations', async () => {
    const opened = upgraded(7);
    const { projectReader, figures, annotations } = opened;
    const { rows } = await projectReader.projects({ limit: 10, isListed: true });
    expect(rows.map(({ name, description }) => [name, description])).toEqual([
      ['new name', 'renamed'],
      ['lost and found', null],
      ['shop', null],
      ['default', 'Default project'],
    ]);
    const shop = await projectId(opened, 'shop');
    const [summary] = await figures.summaries(
      [shop],
      { startUnixNano: 0n, endUnixNano: 2n ** 62n },
      1,
    );
    // 1 + … + 19 prompts of ten tokens each; traces 5, 10 and 15 failed.
    expect(summary).toMatchObject({ totals: { spans: 38, traces: 19, errors: 3, tokensByModel: { 'gpt-4o-mini': { prompt: 1_900, completion: 190 } } }, failedTraces: 3 }); // prettier-ignore
    const deployments = await figures.deployments(shop, {
      startUnixNano: 0n,
      endUnixNano: 2n ** 62n,
    });
    expect(deployments.map((one) => one.version)).toContain('1.1.0');
    const { rows: annotated } = await annotations.annotations({
      projectId: shop,
      target: 'span',
      limit: 10,
    });
    expect(annotated.map((row) => [row.name, row.label, row.score, row.explanation])).toEqual([4, 3, 2, 1].map((n) => ['correctness', n % 2 === 1 ? 'correct' : 'wrong', n % 2, `because ${n}`])); // prettier-ignore
    expect(await annotations.waiting({ limit: 10 })).toMatchObject({ count: 1 });
  });

  it('can still be written to, moved and deleted', async () => {
    const opened = upgraded(7);
    const { reader, projectWriter, projectReader, eraser } = opened;
    // The span that an annotation waits for comes.
    await opened.writer.write([
      {
        projectName: 'shop',
        records: [
          { ...makeSpan({ trace: 24, span: 48 }), spanId: Buffer.from(hex(48, 16), 'hex') },
        ],
      },
    ]);
    expect(await allSpans(opened, 'shop')).toHaveLength(39);
    expect(await opened.annotations.waiting({ limit: 10 })).toMatchObject({ count: 0 });
    const hidden = await projectWriter.createProject('Experiment-1', null, 'experiment');
    await projectWriter.updateProject(hidden.id, { name: 'renamed' });
    const [moved] = await reader.findTraces([{ traceId: hex(3, HEX_TRACE) }]);
    expect(await projectWriter.transferTraces([moved?.id ?? 0], hidden.id)).toBe(1);
    expect((await projectReader.findProject({ name: 'Experiment-1' }))?.id).toBe(hidden.id);
    const page = await reader.spans(
      { projectId: hidden.id, sort: 'start_time', order: 'desc', limit: 10 },
      UNLIMITED,
    );
    expect(page.rows).toHaveLength(2);
    await eraser.deleteProject(await projectId(opened, 'shop'));
    await settle(opened);
    expect((await reader.payloads(page.rows.map((row) => row.id))).map(({ row }) => row.traceId)).toEqual([hex(3, HEX_TRACE), hex(3, HEX_TRACE)]); // prettier-ignore
    opened.close();
    store = null;
    expectWhole();
  });
});

it('finds the project of an experiment of schema version 8 by the name that spans are sent to, also once it is renamed', async () => {
  const opened = upgraded(8);
  const { rows } = await opened.projectReader.projects({ limit: 10 });
  const experiment = rows.find(({ name }) => name.startsWith('Experiment-'));
  expect(await opened.projectReader.projects({ limit: 10, isListed: true })).toMatchObject({
    rows: [{ name: 'shop' }, { name: 'default' }],
  });
  await opened.projectWriter.updateProject(experiment?.id ?? 0, { name: 'traces of the first' });
  await write(opened, [{ trace: 9, span: 99 }], experiment?.name);
  expect(await allSpans(opened, experiment?.name)).toHaveLength(3);
  expect(await opened.projectReader.findProject({ name: experiment?.name ?? '' })).toMatchObject({
    name: 'traces of the first',
  });
});
