import { expect, it } from 'vitest';
import { ruleText } from './retention-rule.ts';

it.each([
  [{}, 'everything, for good'],
  [{ max_days: null, max_traces: null, max_bytes: null }, 'everything, for good'],
  [{ max_days: 1 }, 'the last 1 day'],
  [{ max_days: 30, max_traces: 100_000 }, 'the last 30 days, at most 100,000 traces'],
  [{ max_bytes: 1_073_741_824 }, 'at most 1.00 GB'],
])('says a rule in words: %j', (rule, text) => expect(ruleText(rule)).toBe(text));
