import { describe, expect, it } from 'vitest';
import { agreementOf, disagree, type RatingPair } from './agreement.ts';

/** Pairs that make a table: a row for each label of the person, a column for each of the model. */
function pairsOf(labels: readonly string[], table: readonly (readonly number[])[]): RatingPair[] {
  return table.flatMap((row, human) =>
    row.flatMap((count, llm) =>
      Array.from({ length: count }, () => ({
        human: { label: labels[human] ?? '', score: null },
        llm: { label: labels[llm] ?? '', score: null },
      })),
    ),
  );
}

const only = (human: number | null, llm: number | null): RatingPair => ({
  human: { label: null, score: human },
  llm: { label: null, score: llm },
});

describe("Cohen's kappa", () => {
  it.each([
    // po = 0.7, pe = 0.5.
    [
      'two labels, 50 pairs',
      ['yes', 'no'],
      [
        [20, 5],
        [10, 15],
      ],
      70,
      0.4,
    ],
    // po = 0.7, pe = 0.6 · 0.5 + 0.3 · 0.3 + 0.1 · 0.2 = 0.41.
    [
      'three labels, 200 pairs',
      ['a', 'b', 'c'],
      [
        [88, 14, 18],
        [10, 40, 10],
        [2, 6, 12],
      ],
      70,
      0.29 / 0.59,
    ],
    // po = 0.6, pe = 0.6 · 0.7 + 0.4 · 0.3 = 0.54, and with other margins pe = 0.6 · 0.3 + 0.4 ·
    // 0.7 = 0.46.
    [
      'equal shares, more to expect',
      ['yes', 'no'],
      [
        [45, 15],
        [25, 15],
      ],
      60,
      0.06 / 0.46,
    ],
    [
      'equal shares, less to expect',
      ['yes', 'no'],
      [
        [25, 35],
        [5, 35],
      ],
      60,
      0.14 / 0.54,
    ],
    [
      'never the same',
      ['yes', 'no'],
      [
        [0, 10],
        [10, 0],
      ],
      0,
      -1,
    ],
    [
      'always the same, two labels used',
      ['yes', 'no'],
      [
        [3, 0],
        [0, 2],
      ],
      100,
      1,
    ],
    [
      'no better than chance',
      ['yes', 'no'],
      [
        [5, 5],
        [5, 5],
      ],
      50,
      0,
    ],
    [
      'one rater always the same',
      ['yes', 'no'],
      [
        [8, 0],
        [2, 0],
      ],
      80,
      0,
    ],
  ] as const)('%s', (_what, labels, table, percent, kappa) => {
    const agreement = agreementOf(pairsOf(labels, table));
    expect(agreement.percent).toBeCloseTo(percent, 10);
    expect(agreement.kappa).toBeCloseTo(kappa, 10);
  });

  it('is not defined without labelled pairs', () => {
    expect(agreementOf([])).toEqual({
      labelled: 0,
      agreed: 0,
      percent: null,
      kappa: null,
      scorePairs: 0,
      scoreDifferenceMean: null,
      confusion: [],
    });
    expect(agreementOf([only(1, 0)])).toMatchObject({ labelled: 0, percent: null, kappa: null });
  });

  it('is not defined when both gave one label throughout', () => {
    expect(agreementOf(pairsOf(['yes'], [[7]]))).toMatchObject({
      labelled: 7,
      agreed: 7,
      percent: 100,
      kappa: null,
    });
  });

  it('takes labels as they are, the names of built-in properties too', () => {
    const agreement = agreementOf(
      pairsOf(
        ['__proto__', 'constructor'],
        [
          [2, 1],
          [0, 3],
        ],
      ),
    );
    expect(agreement).toMatchObject({ labelled: 6, agreed: 5 });
    // po = 5/6, pe = (3 · 2 + 3 · 4) / 36 = 1/2.
    expect(agreement.kappa).toBeCloseTo(2 / 3, 10);
  });
});

it('counts each pair of labels, most frequent first', () => {
  expect(
    agreementOf(
      pairsOf(
        ['b', 'a'],
        [
          [1, 4],
          [1, 0],
        ],
      ),
    ).confusion,
  ).toEqual([
    { human: 'b', llm: 'a', count: 4 },
    { human: 'a', llm: 'b', count: 1 },
    { human: 'b', llm: 'b', count: 1 },
  ]);
});

it('compares scores where both gave one', () => {
  expect(agreementOf([only(1, 0.5), only(0, 0.25), only(null, 1), only(1, null)])).toMatchObject({
    scorePairs: 2,
    scoreDifferenceMean: 0.375,
  });
});

it.each([
  ['different labels', { human: { label: 'a', score: 1 }, llm: { label: 'b', score: 1 } }, true],
  [
    'equal labels, whatever the scores',
    { human: { label: 'a', score: 1 }, llm: { label: 'a', score: 0 } },
    false,
  ],
  ['different scores without labels', only(1, 0.9), true],
  ['equal scores', only(1, 1), false],
  [
    'a label on one side, different scores',
    { human: { label: 'a', score: 1 }, llm: { label: null, score: 0 } },
    true,
  ],
  ['nothing to compare', only(1, null), false],
] as const)('says who disagrees: %s', (_what, pair, expected) => {
  expect(disagree(pair)).toBe(expected);
});
