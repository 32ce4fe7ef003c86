import { expect, it } from 'vitest';
import { stickyNodes } from './sticky-rows.ts';
import { traceOf } from './trace-fixture.ts';

it('keeps the ancestors of the first row that shows, the nearest five at most', () => {
  const { tree } = traceOf([
    { parent: -1 },
    { parent: 0 },
    { parent: 1 },
    { parent: 1 },
    { parent: 1 },
    { parent: 0 },
    { parent: 0 },
  ]);
  const visible = Int32Array.from({ length: tree.size }, (_, node) => node);
  expect(stickyNodes(tree, visible, 1)).toEqual([0, 1]);
  expect(stickyNodes(tree, visible, 4)).toEqual([0]);
  expect(stickyNodes(tree, visible, 6)).toEqual([]);
  const { tree: chain } = traceOf(
    Array.from({ length: 20 }, (_, index) => ({ parent: index - 1 })),
  );
  expect(
    stickyNodes(
      chain,
      Int32Array.from({ length: 20 }, (_, node) => node),
      9,
    ),
  ).toEqual([9, 10, 11, 12, 13]);
});
