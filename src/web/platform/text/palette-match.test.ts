import { describe, expect, it } from 'vitest';
import { matchScore, wellFound } from './palette-match.ts';

describe('what the palette finds', () => {
  it('wants every word, and prefers starts', () => {
    const score = (text: string, typed: string): number => matchScore(text, typed) ?? -1;
    expect(score('shop-assistant', 'shop')).toBeGreaterThan(score('my-shop', 'shop'));
    expect(score('my-shop', 'shop')).toBeGreaterThan(score('workshop', 'shop'));
    expect(score('workshop', 'shop')).toBeGreaterThan(score('sea hop', 'shop'));
    expect(score('Theme: dark', 'dark the')).toBeGreaterThan(0);
    expect(matchScore('Theme: dark', 'dark light')).toBeNull();
    expect(matchScore('anything', '  ')).toBe(0);
    expect(matchScore('New project', 'npj')).toBe(1);
  });

  it('leaves out what has the letters alone, unless nothing has the words', () => {
    const found = (typed: string) =>
      wellFound(
        ['Sessions', 'Settings: Users', 'New project'].flatMap((text) => {
          const score = matchScore(text, typed);
          return score === null ? [] : [{ text, score }];
        }),
        typed,
      ).map(({ text }) => text);
    expect(found('sess')).toEqual(['Sessions']);
    expect(found('npj')).toEqual(['New project']);
    expect(found('')).toHaveLength(3);
  });
});
