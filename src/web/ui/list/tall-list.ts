/** No browser lays out a taller box than some 33 million pixels. */
const BOX_PX_MAX = 30_000_000;
/** A scroll by more than so many views is a jump (the bar was dragged), not a step. */
const JUMP_VIEWS = 2;
/** How far from an end of the box a list is put that has more than the box beyond it. */
const RESERVE_VIEWS = 4;

/**
 * A list's position in its box: the visible part begins at `scrollTop + offset` of the list. CSS
 * pixels.
 */
export interface TallPlace {
  readonly scrollTop: number;
  readonly offset: number;
}

/** How tall the box of a list of this height is. */
export function boxPx(totalPx: number): number {
  return Math.min(totalPx, BOX_PX_MAX);
}

/**
 * Follows a scroll in a list that may be taller than a box can be. Steps move the list as far as
 * they say; a jump goes to the same share of the list as of the box. Near an end of the box that is
 * not the list's, the box is put back under the list: `scrollTop` of the result is then another
 * than was given, and to be set.
 */
export function followScroll(
  before: TallPlace,
  scrollTop: number,
  totalPx: number,
  viewPx: number,
): TallPlace {
  if (totalPx <= BOX_PX_MAX) return { scrollTop, offset: 0 };
  if (Math.abs(scrollTop - before.scrollTop) > JUMP_VIEWS * viewPx) {
    const [boxRoom, listRoom] = [BOX_PX_MAX - viewPx, totalPx - viewPx];
    return { scrollTop, offset: Math.round((scrollTop * listRoom) / boxRoom) - scrollTop };
  }
  const top = scrollTop + before.offset;
  const isNearTop = scrollTop < viewPx && before.offset > 0;
  const isNearEnd =
    BOX_PX_MAX - viewPx - scrollTop < viewPx && before.offset < totalPx - BOX_PX_MAX;
  const isPastEnd = top > totalPx - viewPx;
  return isNearTop || isNearEnd || isPastEnd
    ? placeOf(top, totalPx, viewPx)
    : { scrollTop, offset: before.offset };
}

/** Where to put the box so that a list is seen from some pixel of it on. */
export function placeOf(topPx: number, totalPx: number, viewPx: number): TallPlace {
  const top = Math.max(0, Math.min(topPx, totalPx - viewPx));
  if (totalPx <= BOX_PX_MAX) return { scrollTop: top, offset: 0 };
  const [boxRoom, listRoom] = [BOX_PX_MAX - viewPx, totalPx - viewPx];
  const below = listRoom - top;
  const reserve = RESERVE_VIEWS * viewPx;
  const share = Math.round((top * boxRoom) / listRoom);
  // At least as much of the box as is wheeled through before it is put back, or all there is of the
  // list.
  const fromTop = Math.max(share, Math.min(top, reserve));
  const scrollTop = Math.min(fromTop, boxRoom - Math.min(below, reserve));
  return { scrollTop, offset: top - scrollTop };
}
