const PADDING_PX = 8;
const GAP_PX = 6;
/** Of the sign that says how many more there are. */
const MORE_PX = 30;

/**
 * How many chips with texts of these widths fit into the room that is left; the rest becomes one
 * sign, which always has its place.
 */
export function chipsThatFit(textsPx: readonly number[], roomPx: number): number {
  let used = 0;
  for (const [at, width] of textsPx.entries()) {
    used += width + PADDING_PX + GAP_PX;
    const isLast = at === textsPx.length - 1;
    if (used > roomPx - (isLast ? 0 : MORE_PX)) return at;
  }
  return textsPx.length;
}
