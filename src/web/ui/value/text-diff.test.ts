import { describe, expect, it } from 'vitest';
import { diffOf } from './text-diff.ts';

const changes = (before: string, after: string) =>
  diffOf(before, after).parts?.filter((part) => part.change !== null);
/** The unchanged and removed parts make one text, the unchanged and added parts the other. */
const textsOf = (before: string, after: string) => {
  const parts = diffOf(before, after).parts ?? [];
  const without = (change: string) =>
    parts.flatMap((part) => (part.change === change ? [] : [part.text])).join('');
  return [without('added'), without('removed')];
};
const lines = (count: number, odd: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `line ${at} of many${odd(at)}`).join('\n');

describe('differences between two texts', () => {
  it('is found wherever it is, whole words of it', () => {
    for (const [before, after] of [
      ['', ''],
      ['', 'new'],
      ['same', 'same'],
      ['a brown fox', 'a browner fox'],
      ['aaa', 'aaaa'],
      ['one two three', 'one three'],
      [lines(50, () => ''), lines(50, (at) => (at === 30 ? ' changed' : ''))],
    ] as const)
      expect(textsOf(before, after)).toEqual([before, after]);
    expect(changes('a brown fox', 'a browner fox')).toEqual([
      { text: 'brown', change: 'removed' },
      { text: 'browner', change: 'added' },
    ]);
    expect(changes('same', 'same')).toEqual([]);
  });

  it('is found at the end of 10 MB, in one line and in many', () => {
    const long = 'word '.repeat(2_000_000);
    expect(changes(`${long}one ${long}`, `${long}two ${long}`)).toEqual([
      { text: 'one', change: 'removed' },
      { text: 'two', change: 'added' },
    ]);
    const odd = (at: number): string => (at % 40_000 === 39_999 ? ' CHANGED' : '');
    expect(
      changes(
        lines(200_000, () => ''),
        lines(200_000, odd),
      )?.map((part) => part.text),
    ).toEqual(Array.from({ length: 5 }, () => ' CHANGED'));
    expect(
      diffOf(
        lines(200_000, () => ''),
        lines(200_000, odd),
      ).comparedChars,
    ).toBeNull();
  });

  it('is all of both where they share but a few words', () => {
    const before =
      'Since the amount is above 200 EUR, Wei from our team will look at it and write to you today.';
    const after =
      'Your parcel left Rome this morning and should reach you within 4 days. I have sent the tracking link.';
    expect(diffOf(before, after).parts).toEqual([
      { text: before, change: 'removed' },
      { text: after, change: 'added' },
    ]);
    expect(
      changes('Your order left Rome on Monday.', 'Your order left Paris on Monday.'),
    ).toHaveLength(2);
    expect(changes('Hello', 'Hello, and all that follows is new')?.at(-1)?.text).toContain(
      'follows',
    );
  });
});
