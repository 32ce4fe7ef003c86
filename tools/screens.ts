import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { boot } from '#test/e2e/boot.ts';
import { ensurePage, launchBrowser } from '#test/e2e/browser.ts';
import { sendFixedData } from './screens/fixed-data.ts';
import { PICTURES, pictureDifference } from './screens/picture-difference.ts';
import { SCREENS, takePicture } from './screens/screens.ts';
import { readOptions, refuse } from './script-options.ts';

/**
 * `npm run screens [NAME…]`: takes the pictures of docs/screens anew; `--check` compares them
 * instead, as the nightly tests do.
 */
const names = SCREENS.map(({ name }) => name);
const HELP = `Takes the pictures of docs/screens anew, in Chromium: all of them, or those named.

  npm run screens -- [NAME ...]
  npm run screens -- --check [NAME ...]     compares the page with the pictures, and writes nothing

${names.map((name) => `  ${name}`).join('\n')}`;
const { positionals: wanted, values } = readOptions(HELP, {
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) refuse(`There is no picture '${unknown}'`);
mkdirSync(PICTURES, { recursive: true });
await ensurePage();
await using server = await boot();
const data = await sendFixedData(server.url);
const browser = await launchBrowser();
try {
  for (const screen of SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const picture = await takePicture(browser, server.url, screen, data);
    if (values.check) report(pictureDifference(screen.name, picture), screen.name);
    else {
      writeFileSync(path.join(PICTURES, `${screen.name}.png`), picture);
      console.log(`docs/screens/${screen.name}.png`);
    }
  }
} finally {
  await browser.close();
}

function report(difference: string | null, name: string): void {
  console.log(difference ?? `${name}: as in docs/screens`);
  if (difference !== null) process.exitCode = 1;
}
