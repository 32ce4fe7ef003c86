import { expect } from 'vitest';
import {
  compileSessionFilter,
  compileSpanFilter,
  compileTraceFilter,
} from '#core/filter/compile-filter.ts';
import { readSent } from './sent-span.ts';
import type { SpanWish } from './span-maker.ts';
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
    expect(await sessions("search('policy')")).toEqual(['s1', 's2']);
    expect(await sessions("search('東京')")).toEqual(['s1']);
    expect(await sessions("search('absent')")).toEqual([]);
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
