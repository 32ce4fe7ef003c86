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
  ['traces', "any(s.llm.model_name == 'gpt-5' for s in spans)", 'llm.model_name = gpt-5'],
  ['traces', "not any(s.llm.model_name == 'gpt-5' for s in spans)", 'llm.model_name ≠ gpt-5'],
  ['traces', "any(s.llm.model_name in ['a', 'b'] for s in spans)", "llm.model_name in ['a', 'b']"],
])('a chip says in short what it stands for, of %s: %s', (grain, text, short) => {
  const [segment] = readFilterText(text, grain).segments;
  if (segment === undefined) throw new Error(`${text} has no segment`);
  const { left, op, right } = chipLabel(segment);
  expect([left, op, right].filter((part) => part !== '').join(' ')).toBe(short);
});
