import type { GraphPlaces } from '#web/trace/graph-layout.ts';

export const NODE_WIDTH = 184;
export const NODE_HEIGHT = 46;
const GAP_X = 56;
const GAP_Y = 22;

/** Where a step's box begins, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
}

/** Layers from left to right, each in the middle of the highest. */
export function boxesOf({ layer, place, sizes }: GraphPlaces): readonly Box[] {
  const most = Math.max(...sizes, 0);
  return Array.from(layer, (one, index) => ({
    x: one * (NODE_WIDTH + GAP_X),
    y: ((place[index] ?? 0) + (most - (sizes[one] ?? 0)) / 2) * (NODE_HEIGHT + GAP_Y),
  }));
}
