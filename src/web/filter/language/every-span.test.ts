import { beforeAll, describe, expect, it } from 'vitest';
import { everySpan } from './every-span.ts';
import type { Grain } from './fields.ts';
import { loadFilterLanguage } from './language.ts';

beforeAll(loadFilterLanguage);

describe('a condition on an attribute of the root span', () => {
  it.each<[Grain, string, string]>([
    [
      'traces',
      'attributes["llm.model_name"] == "gpt-5"',
      'any(s.llm.model_name == "gpt-5" for s in spans)',
    ],
    [
      'traces',
      "attributes['tool.city'] in ['Oslo', 'Rome']",
      "any(s.attributes['tool.city'] in ['Oslo', 'Rome'] for s in spans)",
    ],
    [
      'traces',
      "'refund' in attributes['tool.city']",
      "any('refund' in s.attributes['tool.city'] for s in spans)",
    ],
    ['traces', "attributes['a']['b'] == 1", "any(s.attributes['a']['b'] == 1 for s in spans)"],
    ['sessions', "metadata['tier'] == 'gold'", "any(s.metadata['tier'] == 'gold' for s in spans)"],
    [
      'traces',
      "refund error_count > 0 and attributes['a.b'] == 'it\\'s'  attributes['c'] > 2",
      "refund error_count > 0 and any(s.attributes['a.b'] == 'it\\'s' for s in spans)  any(s.attributes['c'] > 2 for s in spans)",
    ],
  ])('of %s: %s is checked on every span', (grain, text, instead) =>
    expect(everySpan(text, grain)?.text).toBe(instead),
  );

  it('says which condition it was', () =>
    expect(everySpan("error_count > 0 attributes['a'] == 1", 'traces')).toMatchObject({
      written: "attributes['a'] == 1",
      instead: "any(s.attributes['a'] == 1 for s in spans)",
    }));

  it.each<[Grain, string]>([
    ['spans', "attributes['a'] == 1"],
    ['traces', "attributes['a'] != 1"],
    ['traces', "attributes['a'] is None"],
    ['traces', "not attributes['a'] == 1"],
    ['traces', "input == 'x'"],
    ['traces', "attributes['a'] == input"],
    ['traces', "any(s.attributes['a'] == 1 for s in spans)"],
    ['traces', 'refund'],
    ['traces', "attributes['a'] == "],
  ])('of %s: %s has no such other form', (grain, text) =>
    expect(everySpan(text, grain)).toBeNull(),
  );
});
