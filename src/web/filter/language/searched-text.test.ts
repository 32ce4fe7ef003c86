import { beforeAll, expect, test } from 'vitest';
import { loadFilterLanguage } from './language.ts';
import { searchedText } from './searched-text.ts';

beforeAll(() => loadFilterLanguage());

test.each<[string | undefined, string | undefined]>([
  [undefined, undefined],
  ["status_code == 'ERROR'", undefined],
  ['refund', 'refund'],
  ["'refund policy' latency_ms > 4000", '"refund policy"'],
  ["search('refu* tone') and latency_ms > 4000", 'refu* tone'],
  ["search('refund') or search('voucher')", 'refund voucher'],
  ["search('refund') and not search('test')", 'refund'],
  ["search('never closed", undefined],
])('of %s is %s', (text, searched) => {
  expect(searchedText(text, 'spans')).toBe(searched);
});
