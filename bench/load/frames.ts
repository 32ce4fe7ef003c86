import type { Page } from 'playwright-core';

const SCROLL_FRAMES = 240;

/** Scrolls by 400 px a frame; the 95th percentile of the time between frames. */
export async function framesWhileScrolling(page: Page, selector: string): Promise<string> {
  const times = await page.evaluate(
    async ({ target, frames }) => {
      const box = document.querySelector(target);
      const gaps: number[] = [];
      let last = performance.now();
      for (let frame = 0; frame < frames; frame++) {
        box?.scrollBy(0, 400);
        await new Promise(requestAnimationFrame);
        gaps.push(performance.now() - last);
        last = performance.now();
      }
      return {
        p95: gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * 0.95)] ?? 0,
        reached: box?.scrollTop ?? 0,
      };
    },
    { target: selector, frames: SCROLL_FRAMES },
  );
  return `${times.p95.toFixed(1)} ms (over ${times.reached.toFixed(0)} px)`;
}
