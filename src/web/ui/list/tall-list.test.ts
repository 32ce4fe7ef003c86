import { describe, expect, it } from 'vitest';
import { boxPx, followScroll, placeOf, type TallPlace } from './tall-list.ts';

const VIEW = 800;
const TOTAL = 600_000_000;
const BOX = boxPx(TOTAL);
const START: TallPlace = { scrollTop: 0, offset: 0 };

/** Scrolls as a browser does: never beyond the box. */
function wheel(place: TallPlace, by: number, total = TOTAL): TallPlace {
  const scrollTop = Math.max(0, Math.min(boxPx(total) - VIEW, place.scrollTop + by));
  return followScroll(place, scrollTop, total, VIEW);
}

const topOf = ({ scrollTop, offset }: TallPlace): number => scrollTop + offset;

describe('a list taller than a box can be', () => {
  it('is as before while it fits', () => {
    expect(boxPx(1000)).toBe(1000);
    expect(followScroll(START, 123, 20_000_000, VIEW)).toEqual({ scrollTop: 123, offset: 0 });
    expect(placeOf(5_000_000, 20_000_000, VIEW)).toEqual({ scrollTop: 5_000_000, offset: 0 });
  });

  it('moves by what is wheeled, and to a share of it by a jump', () => {
    expect(topOf(wheel(START, 100))).toBe(100);
    const middle = followScroll(START, (BOX - VIEW) / 2, TOTAL, VIEW);
    expect(topOf(middle)).toBe((TOTAL - VIEW) / 2);
    expect(topOf(wheel(middle, 100)) - topOf(middle)).toBe(100);
    expect(topOf(followScroll(START, BOX - VIEW, TOTAL, VIEW))).toBe(TOTAL - VIEW);
    expect(topOf(followScroll(middle, 0, TOTAL, VIEW))).toBe(0);
  });

  it.each([
    ['down to its end', 0, 700],
    ['up to its start', TOTAL, -700],
  ])('shows every pixel when wheeled %s', (_, start, by) => {
    const near = by > 0 ? TOTAL - 40 * VIEW : 40 * VIEW;
    let place = placeOf(near, TOTAL, VIEW);
    expect(topOf(place)).toBe(near);
    for (let steps = 0; steps < 100; steps += 1) {
      const after = wheel(place, by);
      const moved = topOf(after) - topOf(place);
      const room = by > 0 ? TOTAL - VIEW - topOf(place) : topOf(place);
      expect(Math.abs(moved)).toBe(Math.min(Math.abs(by), room));
      place = after;
    }
    expect(topOf(place)).toBe(start === 0 ? TOTAL - VIEW : 0);
    expect(place.scrollTop).toBe(start === 0 ? BOX - VIEW : 0);
  });

  it('never runs out of box while there is list', () => {
    // From just below the start of the box, far into the list.
    let place: TallPlace = { scrollTop: 2 * VIEW, offset: 300_000_000 };
    for (let steps = 0; steps < 1_000; steps += 1) {
      const after = wheel(place, -VIEW);
      expect(topOf(place) - topOf(after)).toBe(VIEW);
      place = after;
    }
  });
});
