import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compileSessionFilter,
  compileSpanFilter,
  compileTraceFilter,
} from '#core/filter/compile-filter.ts';
import type { PageAnchor, TimeWindow } from '#core/ports/span-store.ts';
import { annotate, onSession, onTrace } from '#test/conformance/annotation-maker.ts';
import { nanoOf, spanIdOf } from '#test/conformance/span-maker.ts';
import {
  projectId,
  UNLIMITED,
  write,
  type StoreUnderTest,
} from '#test/conformance/store-under-test.ts';
import { openSpanStore } from '../open-writer.ts';

/** More annotated traces and sessions than are looked up one by one. */
const TRACES = 22_000;
const SESSIONS = 5_500;
const NUMBERS = Array.from({ length: TRACES }, (_, n) => n);

let directory: string;
let store: StoreUnderTest;
let project: number;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'many-annotated-'));
  const { reader, ...open } = openSpanStore(join(directory, 'spans.db'), {
    attributesOf: () => ({}),
    freeBytesMin: 0,
  });
  store = { reader, ...open };
  await write(
    store,
    NUMBERS.map((n) => ({
      trace: n,
      span: n,
      startMs: (n * 7_919) % TRACES,
      durationMs: n % 977,
      session: `s${n % SESSIONS}`,
    })),
  );
  project = await projectId(store);
  await annotate(
    store,
    NUMBERS.filter((n) => n % 20 !== 7).map((n) =>
      onTrace(n, { label: n % 3 === 0 ? 'good' : 'bad', score: n }),
    ),
  );
  await annotate(
    store,
    NUMBERS.slice(0, SESSIONS)
      .filter((n) => n % 20 !== 7)
      .map((n) => onSession(`s${n}`, { label: n % 2 === 0 ? 'good' : 'bad' })),
  );
}, 120_000);
afterAll(() => {
  void store.close();
  rmSync(directory, { recursive: true, force: true });
});

type Read = (anchor: PageAnchor | undefined) => Promise<{
  readonly rows: readonly { readonly id: number }[];
  readonly next: PageAnchor | null;
}>;

/** Some pages from the start of a list on. */
async function pages(read: Read): Promise<number[]> {
  const ids: number[] = [];
  let anchor: PageAnchor | undefined;
  for (let page = 0; page < 4; page += 1) {
    const { rows, next } = await read(anchor);
    ids.push(...rows.map(({ id }) => id));
    if (next === null) break;
    anchor = next;
  }
  return ids;
}

const WINDOW: TimeWindow = { startUnixNano: nanoOf(9_000), endUnixNano: nanoOf(9_400) };

describe.each(['asc', 'desc'] as const)('more annotated than are gathered, %s', (order) => {
  it.each(['start_time', 'latency_ms', 'token_count'] as const)(
    'traces by %s are those that asking each gives',
    async (sort) => {
      const text = "trace_annotations['correct'].label in ['good', 'bad'] and latency_ms > 3";
      for (const window of [undefined, WINDOW]) {
        const list = (asScan: boolean): Read => {
          const filter = compileTraceFilter(text);
          if (filter === null) throw new Error('a filter');
          const asked = asScan ? { ...filter, necessary: {} } : filter;
          const query = {
            projectId: project,
            sort,
            order,
            limit: 150,
            filter: asked,
            ...(window === undefined ? {} : { window }),
          };
          return (anchor) =>
            store.reader.traces(
              { ...query, ...(anchor === undefined ? {} : { anchor }) },
              UNLIMITED,
            );
        };
        const found = await pages(list(false));
        expect(found.length).toBeGreaterThan(window === undefined ? 599 : 100);
        expect(found).toEqual(await pages(list(true)));
      }
    },
  );

  it.each(['id', 'start_time'] as const)(
    'spans of annotated traces by %s are those that asking each gives',
    async (sort) => {
      const text = "trace_annotations['correct'].label == 'good' and name == 'step'";
      for (const window of [undefined, WINDOW]) {
        const list = (asScan: boolean): Read => {
          const filter = compileSpanFilter(text);
          if (filter === null) throw new Error('a filter');
          const asked = asScan ? { ...filter, necessary: {} } : filter;
          const query = {
            projectId: project,
            sort,
            order,
            limit: 150,
            filter: asked,
            ...(window === undefined ? {} : { window }),
          };
          return (anchor) =>
            store.reader.spans(
              { ...query, ...(anchor === undefined ? {} : { anchor }) },
              UNLIMITED,
            );
        };
        const found = await pages(list(false));
        expect(found.length).toBeGreaterThan(window === undefined ? 599 : 100);
        expect(found).toEqual(await pages(list(true)));
      }
    },
  );

  it.each(['id', 'end_time', 'trace_count'] as const)(
    'sessions by %s, few and many annotated, are those that asking each gives',
    async (sort) => {
      for (const text of [
        "session_annotations['correct']",
        "session_annotations['correct'].label == 'good'",
      ]) {
        const list = (asScan: boolean): Read => {
          const filter = compileSessionFilter(text);
          if (filter === null) throw new Error('a filter');
          const query = {
            projectId: project,
            sort,
            order,
            limit: 50,
            filter: asScan ? { ...filter, necessary: {} } : filter,
          };
          return (anchor) =>
            store.reader.sessions(
              { ...query, ...(anchor === undefined ? {} : { anchor }) },
              UNLIMITED,
            );
        };
        const found = await pages(list(false));
        expect(found).toHaveLength(200);
        expect(found).toEqual(await pages(list(true)));
      }
    },
  );
});

it('finds spans of the last of many annotated traces without asking each span', async () => {
  await annotate(
    store,
    NUMBERS.slice(0, 2_500).map((n) => onTrace(n, { name: 'old', label: 'good' })),
  );
  const filter = compileSpanFilter("trace_annotations['old'].label == 'good'");
  if (filter === null) throw new Error('a filter');
  // A zone of 512 spans is one question to the budget; asking each span is one for 128 of them, or
  // more.
  let questions = 0;
  const budget = { over: () => (questions += 1) > 2 * (TRACES / 512) };
  const { rows } = await store.reader.spans(
    { projectId: project, sort: 'id', order: 'desc', limit: 2, filter },
    budget,
  );
  expect(rows.map(({ spanId }) => spanId)).toEqual([spanIdOf(2_499), spanIdOf(2_498)]);
});
