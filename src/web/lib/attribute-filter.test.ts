import { expect, it } from 'vitest';
import { compileSpanFilter } from '../../core/filter/compile-filter.ts';
import { attributeCondition } from './attribute-filter.ts';

it.each(['gpt-5', "it's", '"; drop', '\\', '\n\t\u0001', '日本', 7, 1.5e-9, -3, true, false])(
  'is a condition the server takes: %j',
  (value) => {
    for (const negate of [false, true]) {
      const condition = attributeCondition(`metadata.${String(value)}`, value, negate) ?? '';
      expect(() => compileSpanFilter(condition)).not.toThrow();
    }
  },
);

it('says so when there are no words for a value', () => {
  for (const value of [null, [], {}, 'x'.repeat(501)]) expect(attributeCondition('a', value, false)).toBeNull();
});
