import { expect, it } from 'vitest';
import type { Facets } from '#contracts/metrics/series.ts';
import { dividesRows, valuesIn } from './facet-values.ts';

it('divides rows by a value that only some of them have, but not by one that all have', () => {
  const facets = {
    user: [{ value: 'ada', count: 3 }],
    kind: [{ value: 'AGENT', count: 9 }],
    name: [
      { value: 'a', count: 8 },
      { value: 'b', count: 1 },
    ],
    model: [],
    attributes: { tier: [{ value: 'gold', count: 9 }], city: [{ value: 'Rome', count: 2 }] },
    counted: { user: 9, kind: 9, name: 9, model: 9 },
    attributes_scanned: 9,
  };
  // as: the fields that are read
  const data = facets as unknown as Facets;
  const divides = (field: Parameters<typeof valuesIn>[1]) =>
    dividesRows(data, field, valuesIn(data, field));
  expect(divides('user')).toBe(true);
  expect(divides('kind')).toBe(false);
  expect(divides('name')).toBe(true);
  expect(divides('model')).toBe(false);
  expect(divides({ attribute: 'tier' })).toBe(false);
  expect(divides({ attribute: 'city' })).toBe(true);
});
