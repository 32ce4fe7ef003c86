import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf } from '#test/api-spans.ts';

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
    { numRuns: 25 },
  );
});
