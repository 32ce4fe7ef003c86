import { describe, expect, it } from 'vitest';
import { isNamedLike } from './named-like.ts';

describe('isNamedLike', () => {
  it.each([
    ['', true],
    ['  ', true],
    ['NIGHTLY', true],
    ['run nightly', true],
    ['run ann@', true],
    ['nightly2', false],
    ['run weekly', false],
  ])('looks for every word of %j in any of the texts', (find, found) => {
    expect(isNamedLike(['Nightly run', null, undefined, 'ann@example.org'], find)).toBe(found);
  });
});
