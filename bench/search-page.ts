import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { BenchServer } from './bench-server.ts';

const HELP = `Measures a search of all projects in Chromium: the time from the last key typed into the palette (Ctrl K)
to the first result with its words marked, or to the text that says nothing was found.

  node bench/search-page.ts --dir DIR [--rounds N] [--words a,b]   CHROMIUM: the browser (/usr/bin/chromium)

DIR has the spans.db of node bench/search.ts --dir DIR; --url URL measures a running server instead.
Without --words: a common, a middling, a rare and an absent word of that store, and the beginning of a word.`;

const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    url: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    words: { type: 'string', default: 'tenant,wrl,quokka,wombat,tenan*' },
    help: { type: 'boolean', default: false },
  },
});
/** Between two keys. */
const KEY_MS = 60;

if (values.help || (values.dir === undefined && values.url === undefined)) console.log(HELP);
else await measure();

async function measure(): Promise<void> {
  const own = values.url === undefined ? await BenchServer.start(values.dir) : null;
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${own?.url ?? values.url ?? ''}/projects`);
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    for (const word of values.words.split(',')) {
      const found: number[] = [];
      const done: number[] = [];
      for (let round = 0; round < Number(values.rounds); round += 1) {
        const times = await timesOf(page, word);
        found.push(times.found);
        done.push(times.done);
      }
      console.log(
        `${word.padEnd(12)} first answer p50 ${median(found)} ms, worst ${Math.max(...found).toFixed(0)} ms; whole p50 ${median(done)} ms`,
      );
    }
  } finally {
    await browser.close();
    await own?.dispose();
  }
}

/**
 * Milliseconds from the last key to the first mark, or the text that there is none; and to the end
 * of the search. The page is reloaded, so that it has no earlier answer.
 */
async function timesOf(page: Page, word: string): Promise<{ found: number; done: number }> {
  await page.reload();
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /paste an id/ });
  await field.waitFor();
  await field.pressSequentially(word.slice(0, -1), { delay: KEY_MS });
  const times = page.evaluate(
    () =>
      new Promise<{ found: number; done: number }>((resolve) => {
        let begunMs = 0;
        let foundMs = 0;
        const look = (): void => {
          const note = document.querySelector('dialog [role=status]')?.textContent ?? '';
          const isNothing = note.startsWith('No results');
          if (begunMs === 0) return;
          if (foundMs === 0 && (isNothing || document.querySelector('dialog mark') !== null))
            foundMs = performance.now();
          if (foundMs === 0 || note.startsWith('Searching')) return;
          observer.disconnect();
          resolve({ found: foundMs - begunMs, done: performance.now() - begunMs });
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        addEventListener('keydown', () => (begunMs = performance.now()), {
          capture: true,
          once: true,
        });
      }),
  );
  await field.press(word.slice(-1));
  return await times;
}

function median(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(0);
}
