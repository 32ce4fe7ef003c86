import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpanCopySource, SpanCopyTarget } from '#core/ports/span-copy.ts';
import { SpanCopy } from '#server/cli/copy/span-copy.ts';
import { ClickHouseCopySource } from '#server/stores/spans/clickhouse/copy/clickhouse-copy-source.ts';
import { ClickHouseCopyTarget } from '#server/stores/spans/clickhouse/copy/clickhouse-copy-target.ts';
import { openClickHouseStore } from '#server/stores/spans/clickhouse/open-store.ts';
import { SqliteCopySource } from '#server/stores/spans/sqlite/copy/sqlite-copy-source.ts';
import { SqliteCopyTarget } from '#server/stores/spans/sqlite/copy/sqlite-copy-target.ts';
import { openSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';
import { write } from '../conformance/store-under-test.ts';
import { ClickHouseEngine, hasEngine } from './clickhouse-engine.ts';
import { allItems, fillSpans } from './stores-to-copy.ts';

const TRACES = 600;
/** What SQLite computes from the spans: equal rows mean equal figures. */
const DERIVED = [
  'SELECT * FROM traces ORDER BY id',
  'SELECT * FROM sessions ORDER BY id',
  // A deleted span leaves its user behind.
  'SELECT * FROM trace_other_users o WHERE EXISTS (SELECT 1 FROM spans s WHERE s.trace_number = o.trace_number AND s.user_id = o.user_id) ORDER BY 1, 2',
  'SELECT project_id, level, slot, spans, traces, errors, latency, models, first_token FROM rollups ORDER BY 1, 2, 3',
  'SELECT id, name, payload_bytes FROM projects ORDER BY id',
  'SELECT id, project_id, target_kind, target_number, position, identifier, revision, counted_minute FROM annotations ORDER BY id',
  'SELECT * FROM annotation_revisions ORDER BY 1, 2',
  'SELECT r.project_id, level, slot, target_kind, n.name, annotator_kind, count, score_count, score_sum, labels FROM annotation_rollups r JOIN annotation_names n ON n.id = r.name_id ORDER BY 1, 2, 3, 4, 5, 6',
  'SELECT name, uses FROM annotation_names ORDER BY name',
];

describe.skipIf(!hasEngine)('a span store that is copied', () => {
  let engine: ClickHouseEngine;
  let folder = '';
  let original = '';
  beforeAll(async () => {
    engine = await ClickHouseEngine.start();
    folder = mkdtempSync(path.join(tmpdir(), 'telltale-copy-'));
    original = path.join(folder, 'spans.db');
    const store = openSpanStore(original, { attributesOf: () => null, freeBytesMin: 0 });
    await fillSpans(store, TRACES);
    store.close();
  });
  afterAll(async () => {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function database() {
    const { name } = await engine.database();
    const notes = new Map<string, string>();
    const options = { url: engine.url, database: name, cluster: null };
    return {
      name,
      target: () =>
        ClickHouseCopyTarget.open(options, {
          read: async () => notes,
          write: async (key, state) => void notes.set(key, state),
        }),
      source: () => ClickHouseCopySource.open(options),
    };
  }

  /** Copies in as many attempts as it takes when every third write is the last of its process. */
  async function copyAll(
    open: () => Promise<readonly [SpanCopySource, SpanCopyTarget]>,
    isKilled = false,
  ): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      const [source, target] = await open();
      let writesLeft = isKilled ? 3 : Infinity;
      const put = target.put.bind(target);
      const dying: SpanCopyTarget = Object.assign(target, {
        put: async (...args: Parameters<SpanCopyTarget['put']>) => {
          writesLeft -= 1;
          if (writesLeft === 0) throw new Error('killed');
          await put(...args);
        },
      });
      const copy = new SpanCopy(source, dying);
      expect(await copy.begin()).toBe(attempt > 1);
      const isDone = await copy
        .copy(() => undefined)
        .then(
          () => true,
          (error: unknown) => {
            expect(String(error)).toContain('killed');
            return false;
          },
        );
      if (isDone) {
        const counts = await copy.counts();
        expect(counts.filter((one) => one.source !== one.target)).toEqual([]);
        await copy.finish();
      }
      await Promise.all([source.close(), target.close()]);
      if (isDone) return attempt;
    }
  }

  function derived(file: string): unknown {
    const db = new Database(file, { readonly: true });
    const rows = DERIVED.map((sql) => db.prepare(sql).safeIntegers(true).all());
    db.close();
    return rows;
  }

  it('has every span with its bytes and numbers in ClickHouse, and in a file again, however often it is killed', async () => {
    const there = await database();
    const killed = await copyAll(
      async () => [SqliteCopySource.open(original), await there.target()],
      true,
    );
    expect(killed).toBeGreaterThan(2);
    const source = SqliteCopySource.open(original);
    const expected = await allItems(source);
    await source.close();
    const copied = await there.source();
    expect(await allItems(copied)).toEqual(expected);
    await copied.close();

    const back = path.join(folder, 'back.db');
    await copyAll(async () => [await there.source(), SqliteCopyTarget.open(back)], true);
    const again = SqliteCopySource.open(back);
    expect(await allItems(again)).toEqual(expected);
    await again.close();
    expect(derived(back)).toEqual(derived(original));
    await storesGoOn(there.name, back);
  });

  /** New rows get numbers above the greatest that were given, on both sides. */
  async function storesGoOn(name: string, back: string): Promise<void> {
    const first = SqliteCopySource.open(original);
    const last = await first.lastNumbers();
    await first.close();
    const sides = [
      openSpanStore(back, { attributesOf: () => null, freeBytesMin: 0 }),
      await openClickHouseStore({ url: engine.url, database: name, attributesOf: () => null }),
    ];
    for (const store of sides) {
      await write(store, [{ trace: 123_456, span: 123_456, session: 'new' }], 'new');
      const [span] = await store.reader.findSpans([{ spanId: '5a0000000001e240' }]);
      expect(span).toMatchObject({ id: last.span + 1, traceNumber: last.trace + 1 });
      expect(span?.projectId).toBe(last.project + 1);
      // A span that is sent again is the one that was copied.
      const [outcome] = await write(store, [{ trace: 1, span: 10 }], 'p');
      expect(outcome).toMatchObject({ stored: 0, duplicates: 1 });
      await store.close();
    }
  }

  it('refuses a database with spans, and a source that changed', async () => {
    const there = await database();
    const store = await openClickHouseStore({
      url: engine.url,
      database: there.name,
      attributesOf: () => null,
    });
    await write(store, [{ trace: 1, span: 1 }]);
    await store.close();
    const source = SqliteCopySource.open(original);
    const target = await there.target();
    await expect(new SpanCopy(source, target).begin()).rejects.toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('a copy is never mixed with other data'),
    });
    const empty = await (await database()).target();
    await new SpanCopy(source, empty).begin();
    const changed: SpanCopySource = Object.assign(SqliteCopySource.open(original), {
      fingerprint: async () => 'another',
    });
    await expect(new SpanCopy(changed, empty).begin()).rejects.toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('its source has changed since'),
    });
    for (const one of [source, changed, target, empty]) await one.close();
  });
});
