import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { compileRunFilter } from './compile-filter.ts';
import type { RunsView, RunView } from './run-shape.ts';

const run: RunView = {
  repetition: 1,
  latencyMs: 1_500,
  tokens: null,
  costUsd: 0.01,
  error: () => null,
  output: () => ({ answer: 'yes', list: [1, 'two', null], '__proto__.x': 1 }),
  evaluation: (name) =>
    name === 'q' ? { name, label: 'good', score: 0.5, explanation: 'so', identifier: '' } : null,
};
const runs: RunsView = {
  input: () => ({ q: 'question', nested: { deep: [1, 2] } }),
  referenceOutput: () => 'a text',
  metadata: () => null,
  run: (experiment) => (experiment === 0 ? run : null),
};

/**
 * Every text is either accepted (true) or refused with a filter error; any other exception fails
 * the test.
 */
function survives(text: string): boolean {
  try {
    return typeof compileRunFilter(text, 2)?.(runs) === 'boolean';
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

const OPERANDS = [
  "input['q']",
  "input['nested']['deep'][0]",
  'input.q',
  'reference_output',
  "metadata['k']",
  'output',
  "output['list'][1]",
  'error',
  'latency_ms',
  'cost_usd',
  'tokens',
  'repetition_number',
  "evals['q'].score",
  "evals['q'].label",
  "annotations['x'].explanation",
  "experiments[1].evals['q'].score",
  'experiments[0].output',
  "experiments[1].input['q']",
  "'x'",
  '1',
  '0.5',
  'None',
  'True',
];
const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4 },
    fc
      .tuple(
        fc.constantFrom(...OPERANDS),
        fc.constantFrom('==', '!=', '<', '>=', 'in', 'not in', 'is', 'is not'),
        fc.constantFrom(...OPERANDS),
      )
      .map((parts) => parts.join(' ')),
    fc.constantFrom(
      "evals['q']",
      "experiments[1].evals['q']",
      "output['answer'] == 'yes'",
      'latency_ms > 1000',
    ),
    fc
      .tuple(tie('condition'), fc.constantFrom('and', 'or'), tie('condition'))
      .map((parts) => `(${parts.join(' ')})`),
    tie('condition').map((part) => `not ${part}`),
  ),
}));

test('takes or refuses any text, and never fails otherwise', { timeout: 120_000 }, () => {
  const marks = [
    'experiments',
    'experiments[',
    '[9]',
    '[-1]',
    '.',
    "['q']",
    '(',
    ')',
    'and',
    'not',
    'for',
    'len(',
    'spans',
    '==',
    '<',
    '+',
    '\0',
    '🙂',
  ];
  const pieces = fc
    .array(fc.constantFrom(...OPERANDS, ...marks), { maxLength: 30 })
    .map((list) => list.join(' '));
  let taken = 0;
  const attempt = (text: string): void => {
    taken += survives(text) ? 1 : 0;
  };
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), attempt), {
    numRuns: 3_000,
  });
  fc.assert(fc.property(pieces, attempt), { numRuns: 20_000 });
  const before = taken;
  fc.assert(fc.property(condition, attempt), { numRuns: 5_000 });
  expect(taken - before).toBeGreaterThan(1_000);
});

test.each([
  ["input['q'] == 'question' and 'TEXT' in reference_output", true],
  ["output['list'][0] == 1 and output['answer'] == 'yes'", true],
  ["output['__proto__']['x'] == 1", true],
  ["metadata['k'] is None and error is None and tokens is None", true],
  ["evals['q'] and evals['q'].score == 0.5 and not evals['x']", true],
  ["experiments[0].evals['q'].label == 'good'", true],
  ['experiments[1].latency_ms is None', true],
  ['experiments[1].latency_ms > 0', false],
  ['latency_ms > 1000 and latency_ms < 2000 and cost_usd < 1 and repetition_number == 1', true],
])('%s: %s', (text, matches) => {
  expect(compileRunFilter(text, 2)?.(runs)).toBe(matches);
});

test.each([
  ['latency > 1', 'invalid name `latency`'],
  ['latencyms > 1', 'did you mean `latency_ms`?'],
  ["eval['q'].score > 1", 'did you mean `evals`?'],
  ['evals.q > 1', "Write evals['name'], and after it .label, .score or .explanation"],
  ["evals['q'].identifier == 'x'", 'An evaluation has .label, .score and .explanation'],
  ['experiments[2].latency_ms > 1', 'experiments[2] does not exist: there are 2, counted from 0'],
  [
    'experiments.latency_ms > 1',
    'Write experiments[1] and after it a field, such as experiments[1].latency_ms',
  ],
  ['experiments[1] > 1', 'Write experiments[1] and after it a field'],
  ['experiments[1].experiments[0].latency_ms > 1', 'invalid name `experiments`'],
  ["attributes['a'] == 1", 'invalid name `attributes`'],
  ['output', 'an attribute is no condition'],
])('refuses %s', (text, why) => {
  expect(() => compileRunFilter(text, 2)).toThrow(why);
});

test('is no filter when it is blank', () => {
  expect([compileRunFilter('', 1), compileRunFilter(' \n', 1)]).toEqual([null, null]);
});
