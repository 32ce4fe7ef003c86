import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import { compileSpanFilter } from '#core/filter/compile-filter.ts';
import type { PageAnchor, SpanQuery, SpanRankSort } from '#core/ports/span-store.ts';
import { spanRankValue } from '#core/trace/rank-value.ts';
import { nanoOf, type SpanWish } from '#test/conformance/span-maker.ts';
import { projectId, settle, UNLIMITED, write } from '#test/conformance/store-under-test.ts';
import { listBounds } from '../migrations/0023-list-bounds.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

/** Some fourteen zones. */
const SPANS = 7_000;
const SORTS: readonly SpanRankSort[] = [
  'latency_ms',
  'token_count',
  'cost_usd',
  'time_to_first_token_ms',
  'tokens_per_second',
];

let directory: string;
let store: OpenSpanStore;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ranked-zones-'));
  store = open();
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

function open(): OpenSpanStore {
  return openSpanStore(join(directory, 'spans.db'), {
    attributesOf: () => ({}),
    freeBytesMin: 0,
  });
}

/** Values that look random and repeat; every third trace is of another project. */
function wishes(): SpanWish[] {
  return Array.from({ length: SPANS }, (_, n) => {
    const value = (n * 7_919) % 4_001;
    return {
      trace: Math.floor(n / 5),
      span: n,
      startMs: (n * 37) % 1_009,
      durationMs: value,
      name: n % 4 === 0 ? 'ask' : 'step',
      kind: n % 3 === 0 ? ('LLM' as const) : ('CHAIN' as const),
      ...(n % 3 === 0
        ? { prompt: value % 97, completion: value % 11, costUsd: (value % 89) / 1e4 }
        : {}),
      ...(n % 6 === 0 ? { firstTokenMs: value / 3 } : {}),
    };
  });
}

async function fill(): Promise<void> {
  const all = wishes();
  for (let at = 0; at < all.length; at += 700) {
    const part = all.slice(at, at + 700);
    await write(
      store,
      part.filter(({ trace }) => trace % 3 !== 0),
    );
    await write(
      store,
      part.filter(({ trace }) => trace % 3 === 0),
      'q',
    );
  }
}

const FAST: NonNullable<SpanQuery['filter']> = {
  necessary: {},
  matches: ({ row }) => row.endTimeUnixNano - row.startTimeUnixNano < 1_000_000_000n,
};

type Asked = Omit<SpanQuery, 'projectId' | 'sort' | 'order' | 'limit' | 'anchor'>;

/** Walks the first pages of a ranking, and compares them with all rows, sorted here. */
async function expectRanked(asked: Asked = {}, project = 'p', pages = 3): Promise<void> {
  const id = await projectId(store, project);
  const { rows } = await store.reader.spans(
    { ...asked, projectId: id, sort: 'id', order: 'asc', limit: SPANS },
    UNLIMITED,
  );
  for (const sort of SORTS)
    for (const order of ['asc', 'desc'] as const) {
      const sign = order === 'asc' ? 1 : -1;
      const expected = rows
        .map((row) => ({ id: row.id, value: Number(spanRankValue(row, sort)) }))
        .sort((a, b) => sign * (a.value - b.value || a.id - b.id))
        .slice(0, 20 * pages);
      const seen: number[] = [];
      let anchor: PageAnchor | undefined;
      for (let page = 0; page < pages; page += 1) {
        const query = { ...asked, projectId: id, sort, order, limit: 20 };
        const found = await store.reader.spans(
          anchor === undefined ? query : { ...query, anchor },
          UNLIMITED,
        );
        seen.push(...found.rows.map((row) => row.id));
        if (found.next === null) break;
        anchor = found.next;
      }
      expect(seen, `${sort} ${order}`).toEqual(expected.map((row) => row.id));
    }
}

function rowsOf(table: string): unknown[] {
  const db = new Database(join(directory, 'spans.db'), { readonly: true });
  const rows = db.prepare(`SELECT * FROM ${table}`).all();
  db.close();
  return rows;
}

it('finds the best spans of zones, filtered and in a window, as a sort of all rows has them', async () => {
  await fill();
  await expectRanked();
  await expectRanked({}, 'q');
  await expectRanked({ kinds: ['LLM'] });
  await expectRanked({ names: ['ask'], filter: FAST });
  await expectRanked({ window: { startUnixNano: nanoOf(200), endUnixNano: nanoOf(320) } });
  for (const text of [
    'latency_ms > 700 and latency_ms <= 1234.5',
    'latency_ms > 1900',
    'latency_ms < 20',
  ]) {
    const filter = compileSpanFilter(text);
    if (filter !== null) await expectRanked({ filter });
  }
}, 60_000);

it('stays right when the best spans and traces go, move or come late', async () => {
  await fill();
  const id = await projectId(store);
  const best = async (): Promise<number[]> => {
    const query = { projectId: id, sort: 'latency_ms', order: 'desc', limit: 15 } as const;
    return (await store.reader.spans(query, UNLIMITED)).rows.map((row) => row.id);
  };
  await store.eraser.deleteSpans(await best());
  await expectRanked();
  const [first] = await store.reader.findSpans([{ number: (await best())[0] ?? 0 }]);
  await store.eraser.deleteTraces([first?.traceNumber ?? 0]);
  const [second] = await store.reader.findSpans([{ number: (await best())[0] ?? 0 }]);
  const destination = await projectId(store, 'q');
  await store.projectWriter.transferTraces([second?.traceNumber ?? 0], destination);
  await write(store, [{ trace: 1, span: SPANS, startMs: 3, durationMs: 9_999, name: 'late' }]);
  await expectRanked();
  await expectRanked({}, 'q');
  await settle(store);
  await expectRanked();
  await expectRanked({}, 'q');
}, 60_000);

it('narrows the extremes of zones that lost spans, and drops those of none', async () => {
  await fill();
  const id = await projectId(store);
  const before = rowsOf('extremes').length;
  const window = { startUnixNano: nanoOf(0), endUnixNano: nanoOf(2_000) };
  await store.eraser.deleteTracesIn(id, window);
  expect(rowsOf('soiled_extremes')).not.toEqual([]);
  await settle(store);
  expect(rowsOf('soiled_extremes')).toEqual([]);
  expect(rowsOf('extremes').length).toBeLessThan(before);
  const left = rowsOf('extremes').map((row) => (row as { project_id: number }).project_id); // as: rows
  expect(new Set(left)).toEqual(new Set([await projectId(store, 'q')]));
  await expectRanked({}, 'q');
}, 60_000);

it('makes the extremes of spans that were stored before there were any', async () => {
  await fill();
  const kept = rowsOf('extremes');
  store.close();
  const db = new Database(join(directory, 'spans.db'));
  db.exec(`DELETE FROM extremes; INSERT INTO missing_extremes VALUES (${SPANS + 1})`);
  db.close();
  store = open();
  await write(store, [{ trace: 1, span: SPANS, startMs: 3, durationMs: 9_999, name: 'late' }]);
  await expectRanked();
  await settle(store);
  await expectRanked();
  expect(rowsOf('extremes').length).toBe(kept.length);
}, 60_000);

/** More shapes in a zone than are distinguished, of five models. */
async function fillManyShapes(): Promise<void> {
  for (let from = 0; from < 2_100; from += 700)
    await write(
      store,
      Array.from({ length: 700 }, (_, at) => {
        const n = from + at;
        const model = n % 3 === 0 ? { model: `model ${n % 5}` } : {};
        return {
          trace: Math.floor(n / 5),
          span: n,
          startMs: n,
          durationMs: (n * 7_919) % 4_001,
          name: `step ${n % 90}`,
          kind: n % 3 === 0 ? ('LLM' as const) : ('CHAIN' as const),
          status: n % 7 === 0 ? (2 as const) : (1 as const),
          ...model,
        };
      }),
    );
}

it('distinguishes models and names in zones with very many shapes', async () => {
  await fillManyShapes();
  await expectRanked();
  await expectRanked({ modelNames: ['model 3'] });
  await expectRanked({ names: ['step 6'] });
  await expectRanked({ names: ['step 6'], statusCodes: ['ERROR'] });
}, 60_000);

it('makes extremes by model and name of zones whose shapes an earlier version took together', async () => {
  await fillManyShapes();
  const sizes = (): number[] =>
    rowsOf('extremes ORDER BY project_id, level, slot').map(
      (row) => (row as { shapes: Uint8Array }).shapes.length, // as: rows
    );
  const made = sizes();
  store.close();
  const db = new Database(join(directory, 'spans.db'));
  // Of all kinds and statuses, without a bound: what is wider than any.
  const taken = Array.from(
    { length: 3 * SPAN_KINDS.length },
    (_, ofClass) => `00${ofClass.toString(16).padStart(2, '0')}${'00'.repeat(10)}`,
  );
  db.exec(`UPDATE extremes SET shapes = x'${taken.join('')}'`);
  db.exec(`DROP TABLE trace_zones; DROP TABLE soiled_trace_zones; ${listBounds}`);
  db.close();
  store = open();
  await expectRanked({ modelNames: ['model 3'] });
  await settle(store);
  expect(rowsOf('soiled_extremes')).toEqual([]);
  expect(sizes()).toEqual(made);
  await expectRanked({ modelNames: ['model 3'] });
  await expectRanked({ names: ['step 6'] });
}, 60_000);
