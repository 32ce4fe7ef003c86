import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { BenchServer } from './bench-server.ts';
import { cpuMicros, memoryMb } from './server-figures.ts';

/**
 * A large dataset in Chromium, by what a hand does: the file is chosen, looked through and
 * uploaded, its rows scrolled, searched, narrowed to a split and gone through to the end, and
 * exported. Ends with an error when anything is missing. `--rows` says how many, `--shots FOLDER`
 * keeps pictures.
 */
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, shots: { type: 'string' } },
});
const rows = Number(values.rows);
const count = rows.toLocaleString('en');
const WORDS =
  'the parcel was sent on Monday, arrived "damaged" on Thursday and went back with the enclosed label before noon'.split(
    ' ',
  );
const STEP_MS_MAX = 900_000;
/** One row in this many is in the split. */
const SPLIT_EVERY = 20;
const SCROLL_FRAMES = 240;

const folder = mkdtempSync(path.join(tmpdir(), 'telltale-bench-page-'));
const file = path.join(folder, 'million.jsonl');
const server = await BenchServer.start();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--enable-precise-memory-info',
    '--disable-background-networking',
  ],
});
try {
  await pipeline(Readable.from(lines()), createWriteStream(file));
  say('load average', loadavg().map((one) => one.toFixed(1)).join(' ')); // prettier-ignore
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    baseURL: server.url,
  });
  context.setDefaultTimeout(STEP_MS_MAX);
  const page = await context.newPage();
  await upload(page);
  await browse(page);
  await search(page);
  await split(page);
  await exports(page);
  say('memory of the server', `${memoryMb(server.pid).peak.toFixed(0)} MB at most`);
  say('load average', loadavg().map((one) => one.toFixed(1)).join(' ')); // prettier-ignore
} finally {
  await browser.close();
  await server.dispose();
  rmSync(folder, { recursive: true, force: true });
}

/** Rows of 600 bytes, no two alike. */
function* lines(): Generator<string> {
  const text = (seed: number, length: number): string => {
    let words = '';
    for (let at = seed; words.length < length; at += 1)
      words += `${WORDS[(at * 7) % WORDS.length]} `;
    return words.slice(0, length);
  };
  for (let index = 1; index <= rows; index += 1)
    yield `${JSON.stringify({
      question: `Question ${index}: ${text(index, 220)}`,
      answer: text(index * 3, 280),
      ...(index % SPLIT_EVERY === 0 ? { split: 'test' } : {}),
    })}\n`;
}

async function upload(page: Page): Promise<void> {
  await page.goto('/datasets?upload=true');
  await page.getByLabel('File', { exact: true }).waitFor({ state: 'attached' });
  await timed(
    `file of ${count} rows, ${(statSync(file).size / 1e6).toFixed(0)} MB, looked through`,
    async () => {
      await page.getByLabel('File', { exact: true }).setInputFiles(file);
      await page.getByText(`${count} rows, no faults found.`).waitFor();
    },
  );
  await timed('uploaded: from the click to the outcome', async () => {
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText(`${count} examples added`).waitFor();
  });
  await page.getByRole('button', { name: 'Open the dataset' }).click();
  await timed('opened: from the click to the first row', async () => await row(page, 1).waitFor());
  await memory(page, 'the first page');
}

function row(page: Page, number: number) {
  return page.getByRole('row').filter({ hasText: `Question ${number}: ` });
}

async function browse(page: Page): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Examples' });
  const { p95, reached } = await grid.evaluate(async (box, frames) => {
    const gaps: number[] = [];
    let last = performance.now();
    for (let frame = 0; frame < frames; frame++) {
      box.scrollBy(0, 400);
      await new Promise(requestAnimationFrame);
      gaps.push(performance.now() - last);
      last = performance.now();
    }
    return {
      p95: gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * 0.95)] ?? 0,
      reached: box.scrollTop,
    };
  }, SCROLL_FRAMES);
  say(
    'frame p95, scrolling by 400 px a frame',
    `${p95.toFixed(1)} ms (over ${reached.toFixed(0)} px)`,
  );
  await grid.evaluate((box) => box.scrollTo(0, 0));
  await row(page, 1).waitFor();
  await grid.focus();
  await timed('to the end: from the key to the last row', async () => {
    const last = row(page, rows);
    while (!(await last.isVisible())) {
      await page.keyboard.press('End');
      await page.waitForTimeout(20);
    }
  });
  await shot(page, 'end');
  await memory(page, 'the last page');
  await timed('back to the middle: from the move of the scroll bar to its rows', async () => {
    const middle = await grid.evaluate((box) => {
      box.scrollTo(0, box.scrollHeight / 2);
      return box.scrollTop;
    });
    if (middle === 0) throw new Error('The list did not scroll.');
    await page.waitForFunction(() => document.querySelector('[role=row] .skeleton') === null);
  });
  await shot(page, 'middle');
}

async function search(page: Page): Promise<void> {
  await timed('search for a text of the last row alone', async () => {
    await page.getByLabel('Find in examples').fill(`question ${rows}:`);
    await page.getByText('1 found', { exact: true }).waitFor();
  });
  await row(page, rows).waitFor();
  await page.getByLabel('Find in examples').fill('');
  await row(page, 1).waitFor();
}

async function split(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Split', exact: true }).click();
  await timed('narrowed to a split of a twentieth: to its first row', async () => {
    await page.getByRole('menuitemcheckbox', { name: /^test/ }).click();
    await row(page, 1).waitFor({ state: 'hidden' });
    await row(page, SPLIT_EVERY).waitFor();
  });
  await page.getByRole('button', { name: 'Without the split test' }).click();
  await row(page, 1).waitFor();
}

async function exports(page: Page): Promise<void> {
  for (const format of ['JSON lines', 'CSV']) {
    await page.getByRole('button', { name: 'Export' }).click();
    const cpu = cpuMicros(server.pid);
    const saved = path.join(folder, 'export');
    await timed(`exported as ${format}, the file whole`, async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ]);
      await download.saveAs(saved);
    });
    const found = await lineCount(saved);
    const expected = format === 'CSV' ? rows + 1 : rows;
    if (found !== expected) throw new Error(`${format} has ${found} lines instead of ${expected}.`);
    say(
      '',
      `${(statSync(saved).size / 1e6).toFixed(0)} MB, ${((cpuMicros(server.pid) - cpu) / 1e6).toFixed(1)} s of CPU of the server`,
    );
  }
}

async function lineCount(of: string): Promise<number> {
  let found = 0;
  for await (const chunk of createReadStream(of))
    // of a file without an encoding
    for (const byte of chunk as Buffer) if (byte === 0x0a) found += 1;
  return found;
}

async function memory(page: Page, where: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  say(`DOM nodes; JS heap, at ${where}`, `${nodes}; ${(usedSize / 1e6).toFixed(0)} MB`);
}

async function shot(page: Page, name: string): Promise<void> {
  if (values.shots !== undefined)
    await page.screenshot({ path: path.join(values.shots, `${name}.png`) });
}

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await work();
  say(what, `${((performance.now() - started) / 1_000).toFixed(2)} s`);
}

function say(what: string, figure: string): void {
  console.log(`${what.padEnd(72)} ${figure}`);
}
