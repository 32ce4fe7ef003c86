import { describe, expect, it } from 'vitest';
import { bodyOfDraft, daysText, draftOf, newDraft } from './own-price-draft.ts';

const NONE = {
  input: null,
  output: null,
  cache_read: null,
  cache_write: null,
  reasoning: null,
  embedding: null,
  audio_input: null,
  audio_output: null,
  image_input: null,
  image_output: null,
  per_call: null,
};

describe('a price as it is typed', () => {
  it('is sent with what was typed, and null for the rest', () => {
    const draft = {
      ...newDraft(' m* ', ' azure '),
      validFrom: '2026-01-01',
      prices: { input: ' 0.5 ', per_call: '0' },
    };
    expect(bodyOfDraft(draft)).toEqual({
      model: 'm*',
      provider: 'azure',
      valid_from: '2026-01-01',
      valid_until: null,
      prices: { ...NONE, input: 0.5, per_call: 0 },
    });
  });

  it.each([
    ['no model', newDraft('', '', { input: 1 })],
    ['no price', newDraft('m')],
    ['no amount', { ...newDraft('m'), prices: { input: 'x' } }],
    ['less than nothing', { ...newDraft('m'), prices: { input: '-1' } }],
  ])('is not sent with %s', (_, draft) => expect(bodyOfDraft(draft)).toBeNull());

  it('begins as the price is', () => {
    const price = {
      id: 'x',
      model: 'm',
      provider: null,
      valid_from: null,
      valid_until: '2026-01-31',
      prices: { ...NONE, output: 0.000_1 },
      created_at: '',
      updated_at: '',
    };
    expect(bodyOfDraft(draftOf(price))).toMatchObject({
      model: 'm',
      valid_until: '2026-01-31',
      prices: { output: 0.000_1, input: null },
    });
  });
});

it.each([
  [null, null, 'all days'],
  [null, '2026-01-31', 'until 2026-01-31'],
  ['2026-01-01', null, 'from 2026-01-01'],
  ['2026-01-01', '2026-01-31', '2026-01-01 to 2026-01-31'],
])('calls the days from %s until %s %s', (valid_from, valid_until, text) =>
  expect(daysText({ valid_from, valid_until })).toBe(text),
);
