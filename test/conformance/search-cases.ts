import { expect } from 'vitest';
import {
  compileSessionFilter,
  compileSpanFilter,
  compileTraceFilter,
} from '#core/filter/compile-filter.ts';
import type { SpanPredicate } from '#core/filter/predicate.ts';
import type { PageAnchor, TimeWindow } from '#core/ports/span-store.ts';
import { readSent } from './sent-span.ts';
import { nanoOf, type SpanWish } from './span-maker.ts';
import {
  projectId,
  UNLIMITED,
  type ConformanceCase,
  type StoreUnderTest,
} from './store-under-test.ts';

const SPANS: readonly SpanWish[] = [
  { trace: 1, span: 1, startMs: 1, session: 's1', text: 'What is your Refund Policy?' },
  { trace: 1, span: 2, parent: 1, startMs: 2, name: 'refund_tool', text: '{"q":"a\\npolicy"}' },
  { trace: 2, span: 3, startMs: 3, session: 's1', text: '東京タワーへ' },
  { trace: 3, span: 4, startMs: 4, session: 's2', text: 'policy first, refund later', status: 2 },
  { trace: 4, span: 5, startMs: 5, text: 'unrelated' },
];

/** The same words as Unicode, JSON and senders write them. */
const FORMS: readonly SpanWish[] = [
  'FILE',
  'ﬁle',
  '{"q":"\\u0066ile"}',
  'STRASSE',
  'straße',
  'école',
  'E\u0301COLE',
  '["\\u00c9cole"]',
  'ΤΑΞΙΔΙ',
  'the \u212Aelvin',
  '東\u00AD京',
  '{"q":"\\u6771\\u4eac"}',
  'a.B',
  'averylong'.repeat(20),
].map((text, i) => ({ trace: 1, span: i + 1, startMs: i, text }));

async function writeAll(store: StoreUnderTest, wishes: readonly SpanWish[]): Promise<void> {
  await store.writer.write([{ projectName: 'p', records: readSent(wishes) }]);
}

/** Numbers of the spans that a filter finds. */
async function found(store: StoreUnderTest, text: string): Promise<number[]> {
  const filter = compileSpanFilter(text);
  if (filter === null) throw new Error('an empty filter');
  const page = await store.reader.spans(
    { projectId: await projectId(store), sort: 'start_time', order: 'asc', limit: 1_000, filter },
    UNLIMITED,
  );
  return page.rows.map((row) => Number.parseInt(row.spanId.slice(2), 16));
}

interface Searched {
  readonly projectIds: readonly number[];
  readonly text?: string;
  readonly limit?: number;
  readonly window?: TimeWindow;
  readonly isEnough?: () => boolean;
}

function searchFilter(text: string): SpanPredicate {
  const filter = compileSpanFilter(`search('${text}')`);
  if (filter === null) throw new Error('an empty filter');
  return filter;
}

/** Numbers of the spans that a search finds, page after page. */
async function searched(
  store: StoreUnderTest,
  { text = 'refund', limit = 100, isEnough = () => false, ...query }: Searched,
): Promise<number[]> {
  const numbers: number[] = [];
  const filter = searchFilter(text);
  let anchor: PageAnchor | null | undefined;
  while (anchor !== null) {
    const page = await store.reader.searchSpans(
      { ...query, filter, limit, ...(anchor === undefined ? {} : { anchor }) },
      { ...UNLIMITED, isEnough },
    );
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    numbers.push(...page.rows.map((row) => Number.parseInt(row.spanId.slice(2), 16)));
    if (anchor !== undefined && page.next !== null)
      expect(page.next.sortValue).toBeLessThanOrEqual(anchor.sortValue);
    anchor = page.next;
  }
  return numbers;
}

async function settle(store: StoreUnderTest): Promise<void> {
  while ((await store.upkeep.settle('all')) === 'more');
}

/** One search in a thousand spans of a few words, and where it is to be found. */
const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'épsilon', '東京', 'zeta'];
const MANY: readonly SpanWish[] = Array.from({ length: 1_000 }, (_, i) => ({
  trace: 1 + Math.floor(i / 4),
  span: i + 1,
  startMs: i,
  session: `s${i % 9}`,
  text: [WORDS[i % 7], WORDS[(i * 5) % 6], `number${i}`].join(' '),
}));

export const SEARCH_CASES: Readonly<Record<string, ConformanceCase>> = {
  'searches the content of spans': async (store) => {
    await writeAll(store, SPANS);
    expect(await found(store, "search('refund')")).toEqual([1, 2, 4]);
    expect(await found(store, "search('REFUND policy')")).toEqual([1, 2, 4]);
    expect(await found(store, 'search(\'"refund policy"\')')).toEqual([1]);
    expect(await found(store, "search('pol*')")).toEqual([1, 2, 4]);
    expect(await found(store, "search('東京')")).toEqual([3]);
    expect(await found(store, "search('broke')")).toEqual([4]);
    expect(await found(store, "search('policy') and not search('refund')")).toEqual([]);
    expect(await found(store, "search('absent')")).toEqual([]);
    expect(await found(store, "search('unrelated') or search('\"first refund\"')")).toEqual([4, 5]);
  },
  'searches words in any form': async (store) => {
    await writeAll(store, FORMS);
    for (const [text, spans] of [
      ['file', [1, 2, 3]],
      ['straße', [4, 5]],
      ['École', [6, 7, 8]],
      ['éco*', [6, 7, 8]],
      ['ταξιδι', [9]],
      ['kelvin', [10]],
      ['東京', [11, 12]],
      ['a b', [13]],
      ['AB', []],
      ['averyl*', [14]],
      [`${'averylong'.repeat(9)}x`, [14]],
    ] as const)
      expect(await found(store, `search('${text}')`), text).toEqual(spans);
  },
  'searches the spans of traces and of sessions': async (store) => {
    await writeAll(store, SPANS);
    const project = await projectId(store);
    const traces = async (text: string): Promise<string[]> => {
      const filter = compileTraceFilter(text);
      if (filter === null) throw new Error('an empty filter');
      const page = await store.reader.traces(
        { projectId: project, sort: 'start_time', order: 'asc', limit: 10, filter },
        UNLIMITED,
      );
      return page.rows.map(({ traceId }) => traceId.slice(-1));
    };
    const sessions = async (text: string): Promise<string[]> => {
      const filter = compileSessionFilter(text);
      if (filter === null) throw new Error('an empty filter');
      const page = await store.reader.sessions(
        { projectId: project, sort: 'start_time', order: 'asc', limit: 10, filter },
        UNLIMITED,
      );
      return page.rows.map(({ sessionId }) => sessionId);
    };
    expect(await traces("search('refund policy')")).toEqual(['1', '3']);
    expect(await traces("search('refund') and error_count > 0")).toEqual(['3']);
    expect(await traces("search('absent')")).toEqual([]);
    expect(await traces("search('refun*')")).toEqual(['1', '3']);
    expect(await traces("search('refun* lat*')")).toEqual(['3']);
    expect(await traces('search(\'"refund pol"*\')')).toEqual(['1']);
    expect(await traces("search('absen*')")).toEqual([]);
    expect(await sessions("search('policy')")).toEqual(['s1', 's2']);
    expect(await sessions("search('東京')")).toEqual(['s1']);
    expect(await sessions("search('absent')")).toEqual([]);
    expect(await sessions("search('polic*')")).toEqual(['s1', 's2']);
    expect(await sessions("search('absen*')")).toEqual([]);
  },
  'searches old spans as it does new ones': async (store) => {
    for (let at = 0; at < MANY.length; at += 100) await writeAll(store, MANY.slice(at, at + 100));
    for (const isSettled of [false, true]) {
      if (isSettled) await settle(store);
      for (const text of ['alpha', 'épsilon gamma', '東京', '"alpha beta"', 'number7', 'none']) {
        const words = text.replaceAll('"', '');
        const expected = MANY.filter((wish) =>
          text.startsWith('"')
            ? wish.text?.includes(words)
            : words.split(' ').every((word) => wish.text?.split(' ').includes(word)),
        ).map(({ span }) => span);
        expect(await found(store, `search('${text}')`), text).toEqual(expected);
      }
    }
  },
  'searches several projects as one, newest first': async (store) => {
    for (const [name, trace] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ] as const)
      await store.writer.write([
        {
          projectName: name,
          records: readSent(
            Array.from({ length: 4 }, (_, i) => ({
              trace,
              span: trace * 10 + i,
              // Two of each time, in different projects.
              startMs: 10 * i + (trace === 3 ? 5 : 0),
              text: i === 2 ? 'another' : 'a refund',
            })),
          ),
        },
      ]);
    const [a, b, c] = [
      await projectId(store, 'a'),
      await projectId(store, 'b'),
      await projectId(store, 'c'),
    ];
    for (const isSettled of [false, true]) {
      if (isSettled) await settle(store);
      expect(await searched(store, { projectIds: [a, b, c] })).toEqual([
        33, 23, 13, 31, 21, 11, 30, 20, 10,
      ]);
      expect(await searched(store, { projectIds: [c, a], limit: 1 })).toEqual([
        33, 13, 31, 11, 30, 10,
      ]);
      const window = { startUnixNano: nanoOf(10), endUnixNano: nanoOf(30) };
      expect(await searched(store, { projectIds: [a, b], window, limit: 1 })).toEqual([21, 11]);
      expect(await searched(store, { projectIds: [b, 999] })).toEqual([23, 21, 20]);
      expect(await searched(store, { projectIds: [] })).toEqual([]);
    }
  },
  'gives what a search found so far, and goes on from there': async (store) => {
    for (let at = 0; at < MANY.length; at += 100) await writeAll(store, MANY.slice(at, at + 100));
    await settle(store);
    const project = await projectId(store);
    for (const text of ['gamma', 'number7', 'none', 'num*']) {
      const all = await searched(store, { projectIds: [project], text, limit: 1_000 });
      const soon = { projectIds: [project], text, limit: 1_000, isEnough: () => true };
      expect(await searched(store, soon), text).toEqual(all);
      expect(await searched(store, { ...soon, limit: 7 }), text).toEqual(all);
    }
    const asked = { projectIds: [project], limit: 1, filter: searchFilter('alpha') };
    await expect(
      store.reader.searchSpans(asked, { over: () => true, isEnough: () => false }),
    ).rejects.toMatchObject({ code: 'deadline_exceeded' });
  },
  'searches no deleted span': async (store) => {
    await writeAll(store, SPANS);
    const page = await store.reader.spans(
      { projectId: await projectId(store), sort: 'start_time', order: 'asc', limit: 1 },
      UNLIMITED,
    );
    await store.eraser.deleteSpans(page.rows.map(({ id }) => id));
    expect(await found(store, "search('refund')")).toEqual([2, 4]);
    await settle(store);
    expect(await found(store, "search('refund')")).toEqual([2, 4]);
  },
};
