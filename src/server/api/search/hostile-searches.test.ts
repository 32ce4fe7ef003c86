import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { matchesTexts, parseTextSearch } from '#core/search/text-search.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex } from '#test/api-spans.ts';
import { casesOf } from '#test/nightly/nightly-length.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp({ spanStore: 'sqlite' });
  const texts = [
    'a'.repeat(100_000),
    'n \\n'.repeat(10_000),
    `{"a":"${'n\\\\\\\\n '.repeat(5_000)}"}`,
    `["${'\\u006e'.repeat(3_000)}"]`,
    '東'.repeat(3_000),
    'a word and another',
  ];
  await api.ingest(
    exportOf(
      ...texts.map((text, i) => ({ trace: 1, span: i + 1, attributes: { 'input.value': text } })),
    ),
    'shop',
  );
});
afterAll(() => api.close());

/** The answer to a list of spans; refused or given, never failed: the harness checks it. */
async function rowsOf(filter: string): Promise<number | string> {
  const { status, body } = await api.get(
    `/v1/projects/shop/span_rows?${new URLSearchParams({ filter })}`,
  );
  expect([200, 400, 422], filter.slice(0, 100)).toContain(status);
  // as: the harness checks both against their schemas
  const { data, detail } = body as { data?: readonly unknown[]; detail?: string };
  return data?.length ?? detail ?? '';
}

function searchFor(text: string): string {
  return `search(${JSON.stringify(text)})`;
}

it.each([
  ['more words than are asked for', searchFor('a word and another '.repeat(200)), 1],
  ['a long phrase', searchFor(`\\"${'n '.repeat(2_000)}\\"`.slice(0, 4_000)), 1],
  ['words that each repeat one letter', searchFor(`${'a'.repeat(64)} ${'a'.repeat(63)}*`), 1],
  ['a pair between many escapes', searchFor('"n x"'), 0],
  ['beginnings of every length', searchFor('a* an* and* ano* anot* anoth*'), 1],
  ['what a regular expression would run long on', searchFor('(a+)+$ (a|aa)+$ .*.*.*'), 0],
  ['backslashes', searchFor('\\'.repeat(1_000)), /needs a word/],
  ['characters of a script without spaces', searchFor('東'.repeat(1_500)), 1],
  ['nothing closed', `search("${'"('.repeat(500)}`, /quote|closed|Expected|text/],
  ['a megabyte', searchFor('a '.repeat(500_000)), /at most 4096 characters/],
  ['a megabyte without a word', '('.repeat(1_000_000), /at most 4096 characters/],
])('answers a search for %s', async (_, filter, expected) => {
  const found = await rowsOf(filter);
  if (typeof expected === 'number') expect(found).toBe(expected);
  else expect(found).toMatch(expected);
});

/** What is hard to find again: any Unicode, escapes of JSON, and what joins or parts words. */
const HARD = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.constantFrom(
        ' refund ',
        ' Straße',
        'ﬁ',
        '東京',
        '\\n',
        '\\u00e9',
        '\u00ad',
        '\u0001',
        '"',
        "'",
      ),
      fc.constantFrom(
        '*',
        '\n',
        '\u2028',
        'e\u0301',
        '’s',
        '_',
        'İ',
        '½',
        '\ud83d',
        '𝒜',
        '{"',
        '"}',
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join('').toWellFormed());

it('finds by any part of any text the spans that hold it, and no others', async () => {
  const texts = fc.sample(HARD, { numRuns: 60, seed: 20_261_126 });
  await api.ingest(
    exportOf(
      ...texts.map((text, i) => ({
        trace: 2,
        span: 1_000 + i,
        name: '-',
        attributes: { 'input.value': text },
      })),
    ),
    'any',
  );
  const part = fc
    .tuple(fc.constantFrom(...texts), fc.nat(20), fc.integer({ min: 1, max: 20 }))
    .map(([text, from, length]) => text.slice(from, from + length).toWellFormed());
  const asked = fc.oneof(
    part,
    fc.tuple(part, fc.constantFrom('"', '"*')).map(([text, end]) => `"${text}${end}`),
    fc.tuple(part, part).map((parts) => parts.join(' ')),
    part.map((text) => `${text}*`),
  );
  await fc.assert(
    fc.asyncProperty(asked, async (text) => {
      const search = parseTextSearch(text);
      if (search === null) return;
      const expected = texts.flatMap((one, i) =>
        matchesTexts(search, ['-', one]) ? [spanHex(1_000 + i)] : [],
      );
      const ids = async (path: string, query: Record<string, string>): Promise<string[]> => {
        const { body } = await api.get(
          `${path}?${new URLSearchParams({ ...query, limit: '100' })}`,
        );
        // as: the harness checks it against its schema
        const { data } = body as { data: readonly { span_id: string }[] };
        return data.map(({ span_id: id }) => id).sort();
      };
      expect(await ids('/v1/span_search', { text, project: 'any' })).toEqual(expected);
      const filter = searchFor(text);
      expect(await ids('/v1/projects/any/span_rows', { filter })).toEqual(expected);
    }),
    { numRuns: casesOf(150, 20_000) },
  );
});

it('answers or refuses a search for any text', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc
      .array(fc.constantFrom('"', '*', '\\', 'a', ' ', 'n', '\\n', '(', '+', '東', "'", '\u00ad'))
      .map((parts) => parts.join('')),
  );
  await fc.assert(
    fc.asyncProperty(text, async (given) => {
      await rowsOf(searchFor(given.toWellFormed()));
    }),
    { numRuns: casesOf(25, 5_000) },
  );
});
