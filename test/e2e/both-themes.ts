import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { COLOUR_RULES, violations } from './violations.ts';

/**
 * All rules in the dark, and by daylight those that look at colours: neither finds anything. With
 * `bothThemes` false only in the dark.
 */
export async function expectAccessible(page: Page, bothThemes = true): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.locator('html[data-theme="dark"]').waitFor();
  const dark = await violations(page, null);
  if (!bothThemes) return expect({ dark }).toEqual({ dark: [] });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.locator('html[data-theme="light"]').waitFor();
  expect({ dark, light: await violations(page, COLOUR_RULES) }).toEqual({ dark: [], light: [] });
}

/** With SCREENS_DIR set, for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  const directory = process.env['SCREENS_DIR'];
  if (directory === undefined) return;
  mkdirSync(directory, { recursive: true });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${directory}/${name}-${colorScheme}.png` });
  }
}
