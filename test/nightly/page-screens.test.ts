import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendFixedData, type FixedData } from '../../tools/screens/fixed-data.ts';
import { pictureDifference } from '../../tools/screens/picture-difference.ts';
import { SCREENS, takePicture } from '../../tools/screens/screens.ts';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { ensurePage, openBrowser } from '#test/e2e/browser.ts';

let browser: Browser;
let server: BootedServer;
let data: FixedData;
beforeAll(async () => {
  await ensurePage();
  browser = await openBrowser();
  server = await boot();
  data = await sendFixedData(server.url);
}, 300_000);
afterAll(async () => {
  await browser.close();
  await server.dispose();
});

describe('each screen looks as it does in docs/screens (else: `npm run screens`, and look at them)', () => {
  it.each(SCREENS)('$name', async (screen) => {
    expect(
      pictureDifference(screen.name, await takePicture(browser, server.url, screen, data)),
    ).toBeNull();
  });
});
