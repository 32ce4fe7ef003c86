import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The minified one: what a page is given each time is half as much. */
const AXE_SOURCE = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** The rules that look at colours: all that can come out differently in another theme. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * A phone has the colours of the desk: where a screen is looked at on both, its light theme on a
 * phone is for the nightly programme.
 */
export const LIGHT_ON_PHONES = process.env['TELLTALE_NIGHTLY'] === '1';

/**
 * The violations axe-core finds with all its rules for WCAG 2.2 A and AA and its best practices, or
 * with some of them, one line each: rule, element, reason; in the whole page, or in the parts some
 * selectors match.
 */
export async function violations(
  page: Page,
  rules: readonly string[] | null,
  within: readonly string[] | null = null,
): Promise<string[]> {
  // Motion done: a fading skeleton has the contrast of neither end.
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE_SOURCE);
  const result = await page.evaluate(
    async ({ only, parts }) => {
      const run = (globalThis as unknown as { axe: typeof axe }).axe.run;
      // Passes aren't described, which would be most of the work, and nothing is loaded.
      const options = { resultTypes: ['violations' as const], preload: false };
      return await run(parts === null ? document : { include: parts }, {
        ...options,
        ...(only === null
          ? { rules: { 'target-size': { enabled: true } } }
          : { runOnly: [...only] }),
      });
    },
    { only: rules === null ? null : [...rules], parts: within === null ? null : [...within] },
  );
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
}
