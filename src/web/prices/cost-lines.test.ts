import { expect, it } from 'vitest';
import type { SpanCost } from '#contracts/prices/model-price.ts';
import { isSameCost, lineLabel } from './cost-lines.ts';

it('calls what is left of the input and the output by that', () => {
  const labels = (...parts: readonly SpanCost['lines'][number]['part'][]) => {
    const lines = parts.map((part) => ({ part, count: 1, rate: 1, cost_usd: 1 }));
    return parts.map((part) => lineLabel(part, lines));
  };
  expect(labels('input', 'output')).toEqual(['input', 'output']);
  expect(labels('input', 'cache_read', 'output')).toEqual([
    'other input',
    'read from a cache',
    'output',
  ]);
  expect(labels('input', 'output', 'reasoning', 'per_call')).toEqual([
    'input',
    'other output',
    'reasoning',
    'each call',
  ]);
});

it('tells amounts apart that a reader would', () => {
  expect(isSameCost(0.1 + 0.2, 0.3)).toBe(true);
  expect(isSameCost(0, 0)).toBe(true);
  expect(isSameCost(0.000_001, 0.000_001_01)).toBe(false);
  expect(isSameCost(0, 1e-9)).toBe(false);
});
