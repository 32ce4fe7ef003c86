import { expect, it } from 'vitest';
import { withNewest } from './refetch-first.ts';

it('puts the newest rows in front, and each of them once', () => {
  const row = (id: string, end = 1) => ({ id, end });
  const pages = [[row('c'), row('b')], [], [row('a'), row('z')]];
  expect(withNewest(pages, [row('a', 2), row('d'), row('c')])).toEqual([
    [row('a', 2), row('d'), row('c'), row('b')],
    [],
    [row('z')],
  ]);
  expect(withNewest(pages, [])).toEqual(pages);
});
