import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import { encodeExportRequest, encodeSpan } from '../tools/otlp/export-request.ts';
import { sendExport } from '../tools/seed/export-client.ts';
import { BenchServer } from './bench-server.ts';
import { framesWhileScrolling } from './load/frames.ts';

const HELP = `Measures the page in Chromium, against the built page (npm run build) in a server of its own.

  node bench/page.ts [--url URL] [--rounds N] [--sizes 12,2000,10000,100000]   CHROMIUM: the browser (/usr/bin/chromium)`;

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    sizes: { type: 'string', default: '12,2000,10000,100000' },
    help: { type: 'boolean', default: false },
  },
});
const PROJECT = 'page-bench';
const LIST_ROWS = 10_000;
/** A number as an id of so many bytes. */
function idBytes(value: number, bytes: number): Uint8Array {
  return Buffer.from(value.toString(16).padStart(bytes * 2, '0'), 'hex');
}

if (values.help) console.log(HELP);
else await measure();

async function measure(): Promise<void> {
  const own = values.url === undefined ? await BenchServer.start() : null;
  const url = own?.url ?? values.url ?? '';
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
    const sizes = values.sizes.split(',').map(Number);
    await fill(url, sizes);
    say(
      'load average before',
      loadavg()
        .map((one) => one.toFixed(1))
        .join(' '),
    );
    await firstLoads(browser, url);
    await liveRows(browser, url);
    await traces(browser, url, sizes);
    say(
      'load average after',
      loadavg()
        .map((one) => one.toFixed(1))
        .join(' '),
    );
  } finally {
    await browser.close();
    await own?.dispose();
  }
}

function say(what: string, figure: string): void {
  console.log(`${what.padEnd(64)} ${figure}`);
}

/** Small traces for the list, and one of each size, the largest newest: the list's first rows. */
async function fill(url: string, sizes: readonly number[]): Promise<void> {
  const now = BigInt(Date.now()) * 1_000_000n;
  const send = async (spans: readonly Buffer[]): Promise<void> => {
    for (let from = 0; from < spans.length; from += 2000)
      await sendExport(
        Uint8Array.from(encodeExportRequest({}, { name: 'bench' }, spans.slice(from, from + 2000))),
        {
          url,
          project: PROJECT,
        },
      );
  };
  await send(
    Array.from({ length: LIST_ROWS }, (_, index) => {
      const start = now - BigInt(index + 60) * 1_000_000_000n;
      const attributes = {
        'openinference.span.kind': 'AGENT',
        'input.value': `Question ${index}`,
        'output.value': `Answer ${index}`,
      };
      return encodeSpan({
        traceId: idBytes(index + 1_000_000, 16),
        spanId: idBytes(index + 1_000_000, 8),
        name: `row ${index % 40}`,
        startTimeUnixNano: start,
        endTimeUnixNano: start + BigInt(index % 3000) * 1_000_000n,
        attributes,
      });
    }),
  );
  for (const [at, size] of sizes.entries()) {
    const start = now - BigInt((sizes.length - at) * 1000) * 1_000_000n;
    const kinds = ['LLM', 'TOOL', 'CHAIN', 'RETRIEVER'];
    await send(
      Array.from({ length: size }, (_, index) =>
        encodeSpan({
          traceId: idBytes(size, 16),
          spanId: idBytes(size * 1_000_000 + index, 8),
          parentSpanId:
            index === 0 ? null : idBytes(size * 1_000_000 + Math.floor((index - 1) / 8), 8),
          name: index === 0 ? `trace of ${size}` : `step ${index % 50}`,
          startTimeUnixNano: start + BigInt(index) * 10_000n,
          endTimeUnixNano: start + BigInt(index) * 10_000n + 5_000_000n,
          attributes: {
            'openinference.span.kind': kinds[index % 4] ?? 'CHAIN',
            'input.value': `Step ${index}`,
          },
        }),
      ),
    );
  }
}

/** The median, and all that were taken. */
function ms(numbers: readonly number[]): string {
  const median = numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  return `${median.toFixed(0)} ms (${numbers.map((one) => one.toFixed(0)).join(', ')})`;
}

/**
 * The transfer to a remote browser, scripts and first rows alike: the server skips compression for
 * JSON on its own machine only. Over plain HTTP browsers accept only gzip, behind TLS Brotli too.
 */
async function firstBytes(
  browser: Browser,
  address: string,
  acceptEncoding: string,
): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { 'x-forwarded-for': '192.0.2.1', 'accept-encoding': acceptEncoding },
  });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  let bytes = 0;
  network.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength));
  await firstRow(page, async () => await page.goto(address, { waitUntil: 'commit' }));
  await page.waitForLoadState('networkidle');
  await context.close();
  return bytes;
}

/** A new browser profile each time; then a reload with what that has in its cache. */
async function firstLoads(browser: Browser, url: string): Promise<void> {
  const cold: number[] = [];
  const warm: number[] = [];
  let strangers = 0;
  const address = `${url}/projects/${PROJECT}/traces`;
  for (const encoding of ['gzip', 'gzip, br'])
    say(
      `bytes over the wire, first load, ${encoding}`,
      `${((await firstBytes(browser, address, encoding)) / 1000).toFixed(0)} KB`,
    );
  for (let round = 0; round < Number(values.rounds); round++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    page.on('request', (request) => {
      if (!request.url().startsWith(url)) strangers += 1;
    });
    cold.push(await firstRow(page, async () => await page.goto(address, { waitUntil: 'commit' })));
    await page.waitForTimeout(500);
    warm.push(await firstRow(page, async () => await page.reload({ waitUntil: 'commit' })));
    if (round === Number(values.rounds) - 1) {
      say('frame p95, scrolling 10,000 rows', await framesWhileScrolling(page, '[role=grid]'));
    }
    await context.close();
  }
  say('cold, first row', ms(cold));
  say('warm reload, first row', ms(warm));
  say('requests to other hosts', String(strangers));
}

/**
 * From the navigation's start to the frame after the first row is in the document, by the page's
 * own clock.
 */
async function firstRow(page: Page, go: () => Promise<unknown>): Promise<number> {
  await go();
  const handle = await page.waitForFunction(
    () => document.querySelector('[role=row][aria-rowindex] a') !== null && performance.now(),
    undefined,
    { polling: 'raf' },
  );
  return Number(await handle.jsonValue());
}

/**
 * From the moment a trace is sent to the frame that has its row at the top of a live list, one
 * trace at a time.
 */
async function liveRows(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${url}/projects/${PROJECT}/traces`);
  await page.locator('[role=row][aria-rowindex] a').first().waitFor({ state: 'attached' });
  const taken: number[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    await page.waitForTimeout(2_000);
    const name = `live ${round}`;
    const start = performance.now();
    const startTimeUnixNano = BigInt(Date.now()) * 1_000_000n;
    const ids = { traceId: idBytes(round + 2_000_000, 16), spanId: idBytes(round + 2_000_000, 8) };
    const span = encodeSpan({
      ...ids,
      name,
      startTimeUnixNano,
      endTimeUnixNano: startTimeUnixNano + 1_000_000n,
      attributes: {},
    });
    await sendExport(Uint8Array.from(encodeExportRequest({}, { name: 'bench' }, [span])), {
      url,
      project: PROJECT,
    });
    await page.waitForFunction(
      (label) => document.querySelector(`[role=row] a[aria-label="${label}"]`) !== null,
      name,
      { polling: 'raf' },
    );
    taken.push(performance.now() - start);
  }
  say('live row, from sending it', ms(taken));
  await context.close();
}

/** From the choice of the graph to the frame after its steps are drawn; then back to the rows. */
async function graphDrawn(page: Page): Promise<number> {
  const views = page
    .getByRole('toolbar', { name: 'Trace' })
    .getByRole('button', { name: /timeline|Graph of steps/ });
  await views.click();
  const taken = await page
    .getByRole('menuitemcheckbox', { name: 'Graph of steps', exact: true })
    .evaluate(async (item) => {
      const start = performance.now();
      if (item instanceof HTMLElement) item.click();
      while (document.querySelector('[aria-label="Steps of the trace"] button') === null)
        await new Promise(requestAnimationFrame);
      return performance.now() - start;
    });
  await views.click();
  await page.getByRole('menuitemcheckbox', { name: 'Tree and timeline', exact: true }).click();
  await page.locator('[role=treeitem]').first().waitFor();
  return taken;
}

async function traces(browser: Browser, url: string, sizes: readonly number[]): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  for (const size of sizes) {
    const taken: number[] = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      await page.goto(`${url}/projects/${PROJECT}/traces`);
      const row = page.locator(`[role=row] a[aria-label="trace of ${size}"]`);
      await row.waitFor();
      await page.waitForTimeout(400);
      // As a hand does on its way.
      await row.hover();
      await page.waitForTimeout(200);
      taken.push(
        await row.evaluate(async (link) => {
          const start = performance.now();
          if (link instanceof HTMLElement) link.click();
          while (document.querySelector('[role=treeitem]') === null)
            await new Promise(requestAnimationFrame);
          return performance.now() - start;
        }),
      );
    }
    say(`row to trace, ${size.toLocaleString('en')} spans`, ms(taken));
    if (size < 10_000) continue;
    say(
      `graph of steps, ${size.toLocaleString('en')} spans`,
      ms([await graphDrawn(page), await graphDrawn(page), await graphDrawn(page)]),
    );
    await page.keyboard.press('Shift+ArrowRight');
    await page.waitForTimeout(500);
    say(
      `frame p95, scrolling ${size.toLocaleString('en')} spans, all open`,
      await framesWhileScrolling(page, '[role=tree]'),
    );
    const heap = await context.newCDPSession(page);
    await heap.send('HeapProfiler.collectGarbage');
    const { usedSize } = await heap.send('Runtime.getHeapUsage');
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    say(
      `DOM nodes; JS heap, ${size.toLocaleString('en')} spans`,
      `${nodes}; ${(usedSize / 1e6).toFixed(0)} MB`,
    );
  }
  say('browser', `${browser.version()}, ${execFileSync('nproc').toString().trim()} cores`);
  await context.close();
}
