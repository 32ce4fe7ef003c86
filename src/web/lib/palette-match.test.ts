import { describe, expect, it } from 'vitest';
import { matchScore } from './palette-match.ts';

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
});
