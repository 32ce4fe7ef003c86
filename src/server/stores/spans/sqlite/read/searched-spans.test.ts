import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { compileSpanFilter } from '#core/filter/compile-filter.ts';
import type { SpanPredicate } from '#core/filter/predicate.ts';
import { attributesNested } from '#core/otlp/span-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import { spanView } from '#core/filter/test-views.ts';
import { readSent, sentBytes } from '#test/conformance/sent-span.ts';
import type { SpanWish } from '#test/conformance/span-maker.ts';
import { projectId, UNLIMITED } from '#test/conformance/store-under-test.ts';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

/** A plain scan of all spans finds what a search is to find, with every state of the filters. */
const SPANS = casesOf(4_000, 1_000_000);
const TIMEOUT_MS = casesOf(240_000, 7_200_000);
const SPANS_IN_WRITE = 250;
const SPANS_IN_SESSION = 125;
const DELETED_EVERY = 97;

/** A number below an end that belongs to a span and a purpose. */
function pick(i: number, purpose: number, end: number): number {
  let mix = Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(purpose + 1, 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 15), 0xc2b2ae35);
  mix = Math.imul(mix ^ (mix >>> 13), 0x27d4eb2f);
  return ((mix ^ (mix >>> 16)) >>> 0) % end;
}

const RARE = [
  'quokka',
  'Straße',
  'naïve',
  'NAI\u0308VE',
  'ｆｕｌｌｗｉｄｔｈ',
  '東京都',
  'ภาษาไทย',
  'soft\u00adhyphen',
  'ﬁnding',
  "O'Hara’s",
  'call_9f3a',
  '"quoted phrase"',
  'back\\slash\\note',
  'Ω',
  '½',
  'é\u0000z',
];
const OPENINGS = ['', '{"text":"', '["'];

/** Mostly words that all blocks hold, some that few do, and numbers of its own. */
function textOf(i: number): string {
  const parts: string[] = [];
  // What all blocks hold changes, so another list of common words takes the place of the first.
  const first = Math.floor((i * 3) / SPANS) * 250;
  for (let at = 0; at < 40; at += 1) parts.push(`word${first + pick(i, at, 400)}`);
  // Few words, but blocks as large as many make them.
  parts.push('x'.repeat(2_100), `number${i}`, `group${Math.floor(i / 700)}`);
  if (pick(i, 1_001, 60) === 0) parts.push(RARE[pick(i, 1_002, RARE.length)] ?? '');
  if (pick(i, 1_003, 90) === 0)
    parts.push(
      `${RARE[pick(i, 1_004, RARE.length)] ?? ''}-${RARE[pick(i, 1_005, RARE.length)] ?? ''}`,
    );
  if (pick(i, 1_006, 500) === 0) parts.push('refund\\nPolicy', 'caf\\u00e9 \\u0071uokka');
  const opening = OPENINGS[pick(i, 1_007, OPENINGS.length)] ?? '';
  return `${opening}${parts.join(' ')}${opening === '' ? '' : opening === '["' ? '"]' : '"}'}`;
}

function wishOf(i: number): SpanWish {
  return {
    trace: 1 + Math.floor(i / 5),
    span: i + 1,
    startMs: i,
    session: `s${Math.floor(i / SPANS_IN_SESSION)}`,
    user: `user ${pick(i, 1_008, 50)} of many`,
    text: textOf(i),
  };
}

const FILTERS = [
  ...RARE.map((text) => `search(${JSON.stringify(text.replace(/["\0]/g, ' '))})`),
  ...RARE.map((text) => `search('"${text.replace(/["'\\\0]/g, ' ')}"')`),
  ...['quo*', 'quok*', 'find*', 'full*', 'naïv*', 'stras*', 'numb* quokka', 'group1*'].map(
    (text) => `search('${text}')`,
  ),
  "search('absent')",
  "search('number77')",
  "search('number77 word5')",
  "search('group2 quokka')",
  "search('group1 word1 word2 word3 word4')",
  'search(\'"word1 word2 word3"\')',
  'search(\'"word7 word8"\')',
  'search(\'"refund policy"\')',
  'search(\'"refund pol"*\')',
  "search('ref*') and search('café')",
  "search('quokka') or search('number5')",
  "search('quokka') and not search('group1')",
  "user.id == 'user 7 of many' and search('quokka')",
  "attributes['user.id'] == 'user 9 of many' and search('strasse')",
  "'number123 ' in input.value",
  "' quokka ' in input.value",
];

async function found(store: OpenSpanStore, filter: SpanPredicate): Promise<number[]> {
  const numbers: number[] = [];
  const query = {
    projectId: await projectId(store),
    sort: 'start_time',
    order: 'desc',
    limit: 1_000,
    filter,
  } as const;
  for (let page = await store.reader.spans(query, UNLIMITED); ;) {
    numbers.push(...page.rows.map((row) => Number.parseInt(row.spanId.slice(2), 16) - 1));
    if (page.next === null) return numbers.sort((a, b) => a - b);
    page = await store.reader.spans({ ...query, anchor: page.next }, UNLIMITED);
  }
}

/** What one list of numbers lacks of another or has beyond it; null where they are equal. */
function differenceOf(numbers: readonly number[], expected: readonly number[]) {
  const [has, wants] = [new Set(numbers), new Set(expected)];
  const missing = expected.filter((number) => !has.has(number));
  const extra = numbers.filter((number) => !wants.has(number));
  const isEqual = missing.length === 0 && extra.length === 0 && numbers.length === expected.length;
  return isEqual ? null : { missing, extra, given: numbers.length, of: expected.length };
}

/** The spans of a range that match each filter, by looking at all of them. */
function scanned(
  filters: readonly SpanPredicate[],
  into: readonly number[][],
  [from, end]: readonly [number, number],
): void {
  for (let i = from; i < end; i += 1) {
    const wish = wishOf(i);
    const bytes = sentBytes(wish);
    const attributes = attributesNested(decodeSpan(bytes));
    const view = { ...spanView({ userId: wish.user ?? null }, attributes), bytes: () => bytes };
    for (const [at, filter] of filters.entries()) if (filter.matches(view)) into[at]?.push(i);
  }
}

/** Until nothing is left, also of the newest spans, which the first look leaves alone. */
async function settle(store: OpenSpanStore): Promise<void> {
  for (let look = 0; look < 2; look += 1) while ((await store.upkeep.settle('all')) !== 'done');
}

it(
  'finds what a plain scan finds, in all states of the filters',
  { timeout: TIMEOUT_MS },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'telltale-searched-'));
    const file = join(folder, 'spans.db');
    let now = 0;
    const store = openSpanStore(file, {
      attributesOf: (bytes) => attributesNested(decodeSpan(bytes)),
      freeBytesMin: 0,
      // Each look is a minute after the one before, so the newest spans are packed as well.
      clock: () => (now += 60_001),
    });
    try {
      const filters = FILTERS.map((text) => compileSpanFilter(text)).filter(
        (filter) => filter !== null,
      );
      expect(filters).toHaveLength(FILTERS.length);
      const expected: number[][] = filters.map(() => []);
      let written = 0;
      const writeUpTo = async (end: number): Promise<void> => {
        const from = written;
        for (; written < end; written += SPANS_IN_WRITE) {
          const wishes = Array.from({ length: SPANS_IN_WRITE }, (_, i) => wishOf(written + i));
          await store.writer.write([{ projectName: 'p', records: readSent(wishes) }]);
        }
        scanned(filters, expected, [from, written]);
      };
      const expectRight = async (): Promise<void> => {
        const wrong: unknown[] = [];
        for (const [at, filter] of filters.entries()) {
          const difference = differenceOf(await found(store, filter), expected[at] ?? []);
          if (difference !== null) wrong.push({ filter: FILTERS[at], ...difference });
        }
        expect(wrong).toEqual([]);
      };
      await writeUpTo(SPANS * 0.6);
      await settle(store);
      await writeUpTo(SPANS * 0.9);
      await settle(store);
      await writeUpTo(SPANS);
      await expectRight();
      await deleteSome(store, expected);
      await expectRight();
      await settle(store);
      await expectRight();
      expect(listsUsed(file)).toBeGreaterThan(0);
      expect(expected.filter((numbers) => numbers.length > 0).length).toBeGreaterThan(
        FILTERS.length / 2,
      );
    } finally {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/** Deletes some of the spans that are to be found. */
async function deleteSome(store: OpenSpanStore, expected: number[][]): Promise<void> {
  const isDeleted = (i: number): boolean => i % DELETED_EVERY === 5;
  const filter = compileSpanFilter("search('quokka') or search('strasse')");
  if (filter === null) throw new Error('an empty filter');
  const query = {
    projectId: await projectId(store),
    sort: 'id',
    order: 'asc',
    limit: SPANS,
    filter,
  } as const;
  const { rows } = await store.reader.spans(query, UNLIMITED);
  const gone = rows.filter((_, i) => isDeleted(i) || i === 0);
  expect(await store.eraser.deleteSpans(gone.map(({ id }) => id))).toBe(gone.length);
  const numbers = new Set(gone.map((row) => Number.parseInt(row.spanId.slice(2), 16) - 1));
  for (const [at, list] of expected.entries())
    expected[at] = list.filter((number) => !numbers.has(number));
}

/** How many blocks have a filter made with a list of common words. */
function listsUsed(file: string): number {
  const db = new Database(file, { readonly: true });
  const count = db
    .prepare<[], number>('SELECT count(*) FROM block_word_ends WHERE list <> 0')
    .pluck(true)
    .get();
  db.close();
  return count ?? 0;
}
