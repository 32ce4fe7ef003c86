import { beforeAll, expect, it } from 'vitest';
import { chipLabel } from './chip-label.ts';
import type { Grain } from './fields.ts';
import { readFilterText } from './filter-text.ts';
import { loadFilterLanguage } from './language.ts';

beforeAll(loadFilterLanguage);

it.each<[Grain, string, string]>([
  ['spans', "span_kind == 'LLM'", 'span_kind = LLM'],
  ['spans', "span_kind != 'LLM'", 'span_kind ≠ LLM'],
  ['spans', 'latency_ms>=4', 'latency_ms ≥ 4'],
  ['spans', "attributes['a.b'] == 'x'", 'a.b = x'],
  ['spans', "(user.id is None or user.id != 'ann')", 'user.id ≠ ann'],
  ['spans', "name in ['a', 'b']", "name in ['a', 'b']"],
  ['spans', 'parent_id is not None', 'parent_id is not None'],
  ['spans', '1 < latency_ms < 4', '1 < latency_ms < 4'],
  ['spans', 'invoice', '“invoice”'],
  ['spans', "search('refund policy')", 'content has refund policy'],
  ['traces', "not search('refund')", 'content without refund'],
  ['traces', "any(s.llm.model_name == 'gpt-5' for s in spans)", 'llm.model_name = gpt-5'],
  ['traces', "not any(s.llm.model_name == 'gpt-5' for s in spans)", 'llm.model_name ≠ gpt-5'],
  ['traces', "any(s.llm.model_name in ['a', 'b'] for s in spans)", "llm.model_name in ['a', 'b']"],
  ['traces', "any(s.attributes['a.b'] == 'x' for s in spans)", 'a.b = x'],
  [
    'traces',
    "any('RateLimitError: 429' in s.status_message for s in spans)",
    'error contains RateLimitError: 429',
  ],
  [
    'traces',
    "not any('it\\'s late' in s.status_message for s in spans)",
    "error without it's late",
  ],
  ['spans', "'RateLimitError' in status_message", 'error contains RateLimitError'],
  ['spans', "'invoice' not in input.value", 'input.value without invoice'],
  ['traces', "'invoice' in attributes['a.b']", 'a.b contains invoice'],
  ['traces', "any('x' not in s.name for s in spans)", "any('x' not in s.name for s in spans)"],
])('a chip shows its condition in short, of %s: %s', (grain, text, short) => {
  const [segment] = readFilterText(text, grain).segments;
  if (segment === undefined) throw new Error(`${text} has no segment`);
  const { left, op, right } = chipLabel(segment);
  expect([left, op, right].filter((part) => part !== '').join(' ')).toBe(short);
});
