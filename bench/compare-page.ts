import { chromium, type Page } from 'playwright-core';
import { readCount, readOptions } from '../tools/script-options.ts';
import { BenchServer } from './bench-server.ts';
import { ExperimentRows } from './load/experiment-rows.ts';
import { framesWhileScrolling } from './load/frames.ts';

const HELP = `Measures Compare in Chromium, against the built page (npm run build) in a server of its own: the first row, sorting, a filter, frames.

  node bench/compare-page.ts [options]      CHROMIUM: the browser (/usr/bin/chromium)

  --examples N   of the dataset (10000)
  --rounds N     of each measurement (5)`;
const { values } = readOptions(HELP, {
  options: {
    examples: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
  },
});
const examples = readCount('--examples', values.examples);
const rounds = readCount('--rounds', values.rounds);
const COMPARED = 4;

const server = await BenchServer.start();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const { dataset } = await new ExperimentRows(server).fill('large', examples, COMPARED);
  const page = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 } })
  ).newPage();
  const address = `${server.url}/datasets/${Number(atob(dataset).split(':')[1])}/compare?experiments=1,2,3,4`;
  const loads: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(address, { waitUntil: 'commit' });
    const at = await page.waitForFunction(firstRowAt, undefined, { polling: 'raf' });
    loads.push(Number(await at.jsonValue()));
  }
  say(
    `navigation to first row, ${examples} examples x ${COMPARED}; the first starts the thread`,
    ms(loads),
  );
  for (const change of [
    'sort=latency_ms&order=desc',
    'filter=latency_ms%20%3E%204000%20and%20evals%5B"correctness"%5D.score%20%3C%201',
  ]) {
    const taken: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await changed(page, address);
      taken.push(await changed(page, `${address}&${change}`));
    }
    say(`another first row after ${decodeURIComponent(change)}`, ms(taken));
  }
  await changed(page, address);
  say('frame p95, scrolling', await framesWhileScrolling(page, '[role=grid]'));
} finally {
  await browser.close();
  await server.dispose();
}

/** When the first row was drawn, in milliseconds since the navigation; false until then. */
function firstRowAt(): number | false {
  return document.querySelector('[role=row] a.row-link') !== null && performance.now();
}

/**
 * Goes to another address of the page as a click does; milliseconds until another row is the first.
 */
async function changed(page: Page, address: string): Promise<number> {
  return await page.evaluate(async (next) => {
    const first = (): string | null | undefined =>
      document.querySelector('[role=row] a.row-link')?.getAttribute('aria-label');
    const before = first();
    const start = performance.now();
    if (location.href === next) return 0;
    history.pushState(null, '', next);
    for (let now = before; now === before || now === undefined; now = first()) {
      if (performance.now() - start > 20_000)
        throw new Error(`No other row is the first at ${next}.`);
      await new Promise(requestAnimationFrame);
    }
    return performance.now() - start;
  }, address);
}

/** The median, and all that were taken. */
function ms(numbers: readonly number[]): string {
  const median = numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  return `${median.toFixed(0)} ms (${numbers.map((one) => one.toFixed(0)).join(', ')})`;
}

function say(what: string, figure: string): void {
  console.log(`${what.padEnd(64)} ${figure}`);
}
