import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Browser } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendFixedData } from '../../tools/screens/fixed-data.ts';
import type { FixedData } from '../../tools/screens/fixed-data.ts';
import { SCREENS, takePicture } from '../../tools/screens/screens.ts';
import { boot } from './boot.ts';
import type { BootedServer } from './boot.ts';
import { ensurePage, openBrowser } from './browser.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Where a picture that differs is left, with what differs in red. */
const FAILED = path.join(ROOT, '.cache/test/screens');
/** How far two colours may be apart, of 1: letters are drawn a little differently by each release of a browser. */
const COLOUR_DISTANCE_MAX = 0.2;
/** A line of text less or more is 0.3 % of a screen; times and sizes that depend on the machine are far less. */
const DIFFERENT_PIXELS_MAX = 0.01;

let browser: Browser;
let server: BootedServer;
let data: FixedData;
beforeAll(async () => {
  await ensurePage();
  browser = await openBrowser();
  server = await boot();
  data = await sendFixedData(server.url);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

describe('each screen looks as it does in docs/screens (else: `npm run screens`, and look at them)', () => {
  it.each(SCREENS)('$name', async (screen) => {
    const picture = PNG.sync.read(await takePicture(browser, server.url, screen, data));
    const kept = PNG.sync.read(readFileSync(path.join(ROOT, 'docs/screens', `${screen.name}.png`)));
    expect([picture.width, picture.height]).toEqual([kept.width, kept.height]);
    const { width, height } = kept;
    const difference = new PNG({ width, height });
    const pixels = pixelmatch(kept.data, picture.data, difference.data, width, height, { threshold: COLOUR_DISTANCE_MAX });
    if (pixels > width * height * DIFFERENT_PIXELS_MAX) {
      mkdirSync(FAILED, { recursive: true });
      writeFileSync(path.join(FAILED, `${screen.name}.png`), PNG.sync.write(picture));
      writeFileSync(path.join(FAILED, `${screen.name}-difference.png`), PNG.sync.write(difference));
    }
    expect(pixels / (width * height), `see .cache/test/screens/${screen.name}-difference.png`).toBeLessThanOrEqual(DIFFERENT_PIXELS_MAX);
  });
});
