import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { draftOf, inputStart, opened, textOfDraft, typed } from './draft.ts';
import { loadFilterLanguage } from './language.ts';

beforeAll(loadFilterLanguage);

const TEXT = "name == 'a'  and latency_ms>4   invoice";

describe('a filter text while it is written', () => {
  it('is its text, at rest and with any of its segments open', () => {
    const draft = draftOf(TEXT, 'spans');
    expect(draft.before.map((one) => one.text)).toEqual(["name == 'a'", 'latency_ms>4', 'invoice']);
    for (const index of [0, 1, 2]) expect(textOfDraft(opened(draft, index, 'spans'))).toBe(TEXT);
    const second = opened(draft, 1, 'spans');
    expect([second.input, TEXT.slice(inputStart(second)).startsWith('latency_ms')]).toEqual([
      'latency_ms>4',
      true,
    ]);
    expect(textOfDraft(typed(second, 'latency_ms>5'))).toBe(TEXT.replace('4', '5'));
    expect(textOfDraft(typed(second, ''))).toBe("name == 'a'   invoice");
  });

  it('gets a blank between the existing text and the typed text', () => {
    expect(textOfDraft(typed(draftOf("name == 'a'", 'spans'), 'refund'))).toBe(
      "name == 'a' refund",
    );
    expect(textOfDraft(typed(draftOf('', 'spans'), 'refund'))).toBe('refund');
  });

  it('that cannot be read is all input', () => {
    expect(draftOf('latency_ms >', 'spans')).toMatchObject({ before: [], input: 'latency_ms >' });
    const halfway = typed(draftOf("name == 'a'", 'spans'), 'latency_ms >');
    expect(opened(halfway, 0, 'spans')).toBe(halfway);
  });

  it('holds every text as it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(textOfDraft(draftOf(text, 'spans')).trim()).toBe(text.trim());
      }),
    );
  });
});
