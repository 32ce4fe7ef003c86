import { expect, it } from 'vitest';
import { keepsAsMuch, ruleText } from './retention-rule.ts';

it.each([
  [{}, 'everything, forever'],
  [{ max_days: null, max_traces: null, max_bytes: null }, 'everything, forever'],
  [{ max_days: 1 }, 'the last 1 day'],
  [{ max_days: 30, max_traces: 100_000 }, 'the last 30 days, at most 100,000 traces'],
  [{ max_bytes: 1_073_741_824 }, 'at most 1.00 GB'],
])('says a rule in words: %j', (rule, text) => expect(ruleText(rule)).toBe(text));

it.each([
  [{ max_days: 30 }, { max_days: 7 }, true],
  [{ max_days: null }, { max_days: 7 }, true],
  [{ max_days: 7 }, { max_days: 7, max_traces: null }, true],
  [{ max_days: 1 }, {}, false],
  [{ max_days: 30, max_traces: 5 }, { max_days: 7, max_traces: 6 }, false],
])('%j keeps as much as %j: %j', (rule, other, expected) =>
  expect(keepsAsMuch(rule, other)).toBe(expected),
);
