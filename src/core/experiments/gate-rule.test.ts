import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { needsBaseline, parseGateRule } from './gate-rule.ts';

it.each([
  [
    'correctness < 0.9',
    { kind: 'evaluation', of: 'mean', name: 'correctness' },
    '<',
    { kind: 'number', value: 0.9 },
  ],
  [
    'mean(a.b-c/d:e) >= -1e3',
    { kind: 'evaluation', of: 'mean', name: 'a.b-c/d:e' },
    '>=',
    { kind: 'number', value: -1000 },
  ],
  [
    "pass_rate('is it right?')<baseline-0.02",
    { kind: 'evaluation', of: 'pass_rate', name: 'is it right?' },
    '<',
    { kind: 'baseline', op: '-', value: 0.02 },
  ],
  [
    '"it\\"s \\\\" == 1',
    { kind: 'evaluation', of: 'mean', name: 'it"s \\' },
    '==',
    { kind: 'number', value: 1 },
  ],
  [
    'regressed( correctness ) > 3',
    { kind: 'evaluation', of: 'regressed', name: 'correctness' },
    '>',
    { kind: 'number', value: 3 },
  ],
  [
    'latency_p90_ms > baseline * 1.2',
    { kind: 'figure', figure: 'latency_p90_ms' },
    '>',
    { kind: 'baseline', op: '*', value: 1.2 },
  ],
  [
    '"error_rate" != baseline',
    { kind: 'evaluation', of: 'mean', name: 'error_rate' },
    '!=',
    { kind: 'baseline', op: '+', value: 0 },
  ],
  [
    'безопасность <= .5',
    { kind: 'evaluation', of: 'mean', name: 'безопасность' },
    '<=',
    { kind: 'number', value: 0.5 },
  ],
] as const)('reads %s', (text, measure, op, threshold) => {
  expect(parseGateRule(text)).toEqual({ text, measure, op, threshold });
});

it.each([
  ['', 'expected the name of an evaluation'],
  ['correctness', 'expected one of <= >= == != < >'],
  ['correctness <', 'expected a number, or baseline'],
  ['correctness < NaN', 'expected a number, or baseline'],
  ['correctness < 1e999', 'is too large'],
  ['correctness < 1 2', 'expected the end of the rule (at character 17)'],
  ['correctness < baseline +', 'expected a number after baseline +'],
  ['correctness < baseline / 0', 'cannot be divided by 0'],
  ['correctness < baselines', 'expected a number, or baseline'],
  ['is right < 1', 'expected one of'],
  ['meen(x) < 1', 'meen(…) is unknown; did you mean mean?'],
  ['deviation(x) < 1', 'can be asked of an evaluation'],
  ['mean(x y) < 1', 'expected ) after mean(x'],
  ["mean('x) < 1", 'expected the name of an evaluation'],
])('refuses %s', (text, why) => {
  expect(() => parseGateRule(text)).toThrow(why);
});

it('takes or refuses any text, and never fails otherwise', () => {
  const pieces = fc.array(
    fc.constantFrom(
      'mean(',
      'x',
      ')',
      '<',
      '>=',
      '0.1',
      'baseline',
      '-',
      '*',
      "'",
      '"',
      '\\',
      ' ',
      'é',
      '\0',
      '🙂',
    ),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 100 }),
        pieces.map((list) => list.join('')),
      ),
      (text) => {
        try {
          needsBaseline(parseGateRule(text));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
        }
      },
    ),
    { numRuns: 5_000 },
  );
});

it('knows which rules need a baseline', () => {
  expect(
    ['x < baseline', 'regressed(x) > 0', 'improved(x) < 1', 'x < 1', 'error_rate > 0'].map((text) =>
      needsBaseline(parseGateRule(text)),
    ),
  ).toEqual([true, true, true, false, false]);
});
