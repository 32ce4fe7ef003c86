import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { boot } from '../test/e2e/boot.ts';
import { ensurePage, openBrowser } from '../test/e2e/browser.ts';
import { sendFixedData } from './screens/fixed-data.ts';
import { SCREENS, takePicture } from './screens/screens.ts';
import { readOptions, refuse } from './script-options.ts';

/** `npm run screens [NAME…]`: takes the pictures of docs/screens anew, which the test `page-screens` compares with. */
const names = SCREENS.map(({ name }) => name);
const HELP = `Takes the pictures of docs/screens anew, in Chromium: all of them, or those named.

  npm run screens -- [NAME ...]

${names.map((name) => `  ${name}`).join('\n')}`;
const { positionals: wanted } = readOptions(HELP, { options: {}, allowPositionals: true });
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) refuse(`There is no picture '${unknown}'`);
const directory = path.resolve(import.meta.dirname, '../docs/screens');
mkdirSync(directory, { recursive: true });
await ensurePage();
await using server = await boot();
const data = await sendFixedData(server.url);
const browser = await openBrowser();
try {
  for (const screen of SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    writeFileSync(path.join(directory, `${screen.name}.png`), await takePicture(browser, server.url, screen, data));
    console.log(`docs/screens/${screen.name}.png`);
  }
} finally {
  await browser.close();
}
