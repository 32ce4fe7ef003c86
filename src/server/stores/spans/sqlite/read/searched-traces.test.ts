import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compileTraceFilter } from '#core/filter/compile-filter.ts';
import type { TraceRow } from '#core/ports/span-rows.ts';
import type { Page, PageAnchor, TraceQuery } from '#core/ports/span-store.ts';
import { nanoOf, type SpanWish } from '#test/conformance/span-maker.ts';
import { projectId, settle, UNLIMITED, write } from '#test/conformance/store-under-test.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

/** Some thirty blocks, most of which have filters. */
const TRACES = 15_000;
const TRACES_IN_WRITE = 125;
const FILLER = 'x'.repeat(2_100);

let directory: string;
let store: OpenSpanStore;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'searched-traces-'));
  store = openSpanStore(join(directory, 'spans.db'), { attributesOf: () => ({}), freeBytesMin: 0 });
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

it('finds the newest traces of a word in the order of the list, whenever its spans start', async () => {
  for (let from = 0; from < TRACES; from += TRACES_IN_WRITE)
    await write(store, Array.from({ length: TRACES_IN_WRITE }, (_, n) => spansOf(from + n)).flat());
  await settle(store);
  const db = new Database(join(directory, 'spans.db'), { readonly: true });
  const filtered = db.prepare<[], number>('SELECT count(DISTINCT first_id) FROM block_words');
  expect(filtered.pluck().get()).toBeGreaterThan(16);
  db.close();
  const filter = compileTraceFilter("search('parcel')");
  if (filter === null) throw new Error('no filter');
  const query = { projectId: await projectId(store), sort: 'start_time', filter } as const;
  const whole = (await store.reader.traces({ ...query, order: 'asc', limit: 1_000 }, UNLIMITED))
    .rows;
  expect(whole).toHaveLength(TRACES / 60);
  expect(await pagesOf({ ...query, order: 'desc', limit: 7 })).toEqual(
    numbersOf(whole).toReversed(),
  );
  const window = { startUnixNano: nanoOf(TRACES / 4), endUnixNano: nanoOf(TRACES / 2) };
  const within = await store.reader.traces(
    { ...query, window, order: 'asc', limit: 1_000 },
    UNLIMITED,
  );
  expect(within.rows.length).toBeGreaterThan(10);
  expect(await pagesOf({ ...query, window, order: 'desc', limit: 7 })).toEqual(
    numbersOf(within.rows).toReversed(),
  );
});

/** Two spans by and large in order; the second of some traces holds the word, much later. */
function spansOf(trace: number): SpanWish[] {
  const startMs = trace + ((trace * 37) % 101);
  const session = `s${Math.floor(trace / 60)}`;
  return [
    { trace, span: 2 * trace, startMs, session, text: `a${FILLER}` },
    {
      trace,
      span: 2 * trace + 1,
      startMs: startMs + (trace % 4 === 0 ? 2_000 : 3),
      session,
      text: trace % 60 === 0 ? `parcel ${FILLER}` : `b${FILLER}`,
    },
  ];
}

function numbersOf(rows: readonly TraceRow[]): number[] {
  return rows.map(({ id }) => id);
}

async function pagesOf(query: TraceQuery): Promise<number[]> {
  const found: number[] = [];
  let anchor: PageAnchor | null = null;
  do {
    const page: Page<TraceRow> = await store.reader.traces(
      { ...query, ...(anchor === null ? {} : { anchor }) },
      UNLIMITED,
    );
    found.push(...numbersOf(page.rows));
    anchor = page.next;
  } while (anchor !== null);
  return found;
}
