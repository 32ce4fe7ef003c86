import { expect, it } from 'vitest';
import type { Group } from '#contracts/metrics/figures.ts';
import { groupSortOf, groupSortText, nextGroupSort, sortedGroups } from './group-sort.ts';

const group = (
  value: string | null,
  count: number,
  latency: number | null,
  cost: number,
): Group => ({
  value,
  count,
  errors: 0,
  latency_p50_ms: latency,
  latency_p99_ms: latency,
  token_count_total: 0,
  cost_usd: cost,
  variants: [],
});
const GROUPS = [
  group('1.10.0', 9, 20, 0.1),
  group(null, 7, null, 0.4),
  group('1.9.0', 5, 30, 0.1),
  group('1.2.0', 3, 10, 0.3),
];
const valuesBy = (text: string | undefined) =>
  sortedGroups(GROUPS, groupSortOf(text)).map(({ value }) => value);

it.each<[string | undefined, readonly (string | null)[]]>([
  [undefined, ['1.10.0', null, '1.9.0', '1.2.0']],
  ['p99', ['1.9.0', '1.10.0', '1.2.0', null]],
  ['p99.asc', ['1.2.0', '1.10.0', '1.9.0', null]],
  ['cost', [null, '1.2.0', '1.10.0', '1.9.0']],
  ['value.asc', ['1.2.0', '1.9.0', '1.10.0', null]],
  ['value', ['1.10.0', '1.9.0', '1.2.0', null]],
  ['toString', ['1.10.0', null, '1.9.0', '1.2.0']],
])('sorts by %s', (text, values) => expect(valuesBy(text)).toEqual(values));

it('goes from click to click round to where it began', () => {
  const clicks = (by: 'value' | 'cost') => {
    const first = nextGroupSort(groupSortOf(undefined), by);
    const second = nextGroupSort(first, by);
    return [first, second, nextGroupSort(second, by)].map(groupSortText);
  };
  expect(clicks('cost')).toEqual(['cost', 'cost.asc', undefined]);
  expect(clicks('value')).toEqual(['value.asc', 'value', undefined]);
});
