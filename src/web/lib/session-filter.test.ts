import { expect, it } from 'vitest';
import { compileSessionFilter } from '../../core/filter/compile-filter.ts';
import { sessionFilter } from './session-filter.ts';

it.each(['refund', '"; drop', "it's", 'Ärger \\ 1', 'num_traces > 3', "'a' in any_input", 'user.id is None'])(
  'is one the server takes: %s',
  (text) => {
    expect(() => compileSessionFilter(sessionFilter(text) ?? '')).not.toThrow();
  },
);

it('leaves conditions as they are and looks for words everywhere', () => {
  expect(sessionFilter(' num_traces > 3 ')).toBe('num_traces > 3');
  expect(sessionFilter('come in please')).toBe('come in please');
  expect(sessionFilter('refund')).toBe('"refund" in session_id or "refund" in user.id or "refund" in any_input or "refund" in any_output');
  expect(sessionFilter('  ')).toBeNull();
});
