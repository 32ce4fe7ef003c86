import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { compileSessionFilter, compileSpanFilter, compileTraceFilter } from './compile-filter.ts';
import { sessionView, spanView, traceView } from './test-views.ts';

const view = spanView({}, { a: 'x', b: 2, input: { value: 'hello' } });
const trace = traceView([view]);
const session = sessionView([trace]);

/**
 * Compiles a text for all three grains and runs it; nothing but a refusal may come of it. True when
 * some grain took it.
 */
function survives(text: string): boolean {
  const grains = [
    () => compileSpanFilter(text)?.matches(view),
    () => compileTraceFilter(text)?.matches(trace),
    () => compileSessionFilter(text)?.matches(session),
  ];
  let taken = false;
  for (const run of grains) {
    try {
      taken = typeof run() === 'boolean' || taken;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return taken;
}

/** Pieces of the language in any order. */
const PIECES = [
  'and',
  'or',
  'not',
  'in',
  'is',
  'None',
  'True',
  'False',
  'for',
  'if',
  '(',
  ')',
  '[',
  ']',
  ',',
  '.',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '+',
  '-',
  '*',
  '/',
  '%',
  "'x'",
  '"y"',
  '1',
  '2.5',
  '-3',
  'name',
  'latency_ms',
  'span_kind',
  'start_time',
  "'2026-01-01T00:00:00Z'",
  'input.value',
  "attributes['a']",
  'a',
  'b',
  's',
  'spans',
  'parent_span',
  'cost_details',
  'annotations',
  "annotations['q']",
  '.score',
  'len(',
  'max(',
  'any(',
  'all(',
  'sum(',
  'str(',
  'float(',
  'int(',
  '[s for s in spans]',
  's.latency_ms',
  's.children',
  'any_input',
  'num_spans',
  'evals',
  'lambda',
  '\\',
  "'",
  '"',
  '‘',
  '`',
  ';',
  '--',
  '/*',
  '\n',
  '#',
  '\0',
  '🙂',
];

/** Conditions by the grammar: most of them compile. */
const { condition } = fc.letrec<{ condition: string; number: string; text: string }>((tie) => ({
  text: fc.constantFrom(
    'name',
    'span_id',
    'input.value',
    "attributes['a']",
    "str(attributes['b'])",
    "'x'",
    "''",
    'user.id',
  ),
  number: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(
      'latency_ms',
      'total_cost',
      '1',
      '0',
      '-2.5',
      '1e3',
      "float(attributes['b'])",
      'sum(d.cost for d in cost_details)',
      'len([d for d in cost_details if d.is_prompt])',
    ),
    fc
      .tuple(tie('number'), fc.constantFrom('+', '-', '*', '/', '%'), tie('number'))
      .map(([left, op, right]) => `(${left} ${op} ${right})`),
    tie('number').map((number) => `-${number}`),
  ),
  condition: fc.oneof(
    { maxDepth: 4 },
    fc
      .tuple(tie('number'), fc.constantFrom('==', '!=', '<', '<=', '>', '>='), tie('number'))
      .map((parts) => parts.join(' ')),
    fc
      .tuple(tie('text'), fc.constantFrom('==', '!=', '<', '>=', 'in', 'not in'), tie('text'))
      .map((parts) => parts.join(' ')),
    fc
      .tuple(tie('text'), fc.constantFrom('is', 'is not'))
      .map(([text, op]) => `${text} ${op} None`),
    fc
      .tuple(
        fc.constantFrom('name', 'input.value'),
        fc.array(fc.constantFrom("'x'", "'hello'"), { maxLength: 3 }),
      )
      .map(([name, list]) => `${name} in [${list.join(',')}]`),
    fc.constantFrom(
      "annotations['q']",
      "annotations['q'].score > 1",
      'parent_span is None',
      'any(d.cost > 1 for d in cost_details)',
    ),
    fc
      .tuple(tie('condition'), fc.constantFrom('and', 'or'), tie('condition'))
      .map((parts) => `(${parts.join(' ')})`),
    tie('condition').map((part) => `not ${part}`),
  ),
}));

describe('the filter language', { timeout: 120_000 }, () => {
  test('takes or refuses any text, and never fails otherwise', () => {
    let tried = 0;
    const attempt = (text: string): void => {
      survives(text);
      tried += 1;
    };
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), attempt), {
      numRuns: 10_000,
    });
    const pieces = fc
      .array(fc.constantFrom(...PIECES), { maxLength: 40 })
      .map((list) => list.join(' '));
    fc.assert(fc.property(pieces, attempt), { numRuns: 60_000 });
    expect(tried).toBe(70_000);
  });

  test('takes what its grammar makes, unless that is too large or badly typed', () => {
    let taken = 0;
    fc.assert(
      fc.property(condition, (text) => {
        taken += survives(text) ? 1 : 0;
      }),
      { numRuns: 6_000 },
    );
    expect(taken).toBeGreaterThan(3_000);
  });

  test('takes or refuses what is left of a filter after some characters changed', () => {
    let tried = 0;
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      drop: fc.nat(3),
      put: fc.constantFrom(...PIECES, ''),
    });
    fc.assert(
      fc.property(condition, fc.array(edit, { minLength: 1, maxLength: 3 }), (text, edits) => {
        let changed = text;
        for (const { at, drop, put } of edits) {
          const place = Math.floor(at * changed.length);
          changed = changed.slice(0, place) + put + changed.slice(place + drop);
        }
        survives(changed);
        tried += 1;
      }),
      { numRuns: 20_000 },
    );
    expect(tried).toBe(20_000);
  });

  test.each([
    "' OR 1=1 --",
    "'; DROP TABLE spans; --",
    "name == 'x' UNION SELECT * FROM spans",
    "name == 'x'/**/or/**/1==1",
    "name LIKE '%%%%%%%%'",
    "name == 'x' OR '1'='1'",
    'char(39)',
    'name == 0x27',
    "name == 'x'||'y'",
    "name == \\'x\\'",
    '$.a.b',
    "attributes->>'a' == 'x'",
    "attributes['$[*]'] == 1",
    "attributes['\"; drop'] == 1",
    "name == '＇ or 1=1'",
    'name == ʼxʼ',
    "name == 'x' or sleep(5)",
    'randomblob(1000000000) == 1',
    "name REGEXP '^(a+)+$'",
    "name == 'x' ; select 1",
  ])('has nothing for an injection to reach: %s', (text) => {
    survives(text);
    // Text that does compile is compared as the text it is.
    for (const quoted of [`name == ${JSON.stringify(text)}`, `${JSON.stringify(text)} in name`])
      expect(compileSpanFilter(quoted)?.matches(view)).toBe(false);
  });

  test.each([
    ['parentheses', '('.repeat(10_000)],
    ['brackets', '['.repeat(10_000)],
    ['quotes', "'".repeat(10_001)],
    ['64 KiB of a name', 'x'.repeat(65_536)],
    ['percent signs', `'${'%'.repeat(4_000)}' in name`],
    ['backslashes', `'${'\\'.repeat(4_001)}`],
    ['dots', `a${'.'.repeat(4_000)}`],
    ['digits', `latency_ms > ${'9'.repeat(4_000)}`],
    ['underscores', `latency_ms > 1${'_'.repeat(4_000)}x`],
    ['spaces', `${' '.repeat(4_000)}x`],
    ['exponents', `1${'e1'.repeat(2_000)}`],
  ])('answers at once on 10,000 or 4,096 %s', (_name, text) => {
    expect(survives(text)).toBe(text.startsWith("'%"));
  });
});
