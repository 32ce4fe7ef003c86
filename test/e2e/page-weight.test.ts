import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { it } from './page-test.ts';

/**
 * The transfer before the first list with its rows is shown, over plain HTTP: design.md, and
 * `bench/page.ts` prints it.
 */
const FIRST_LOAD_BYTES_MAX = 300_000;
/** As in `shell.tsx`. */
const QUIET_MS = 2500;

/** The transfer when a list has finished loading. */
async function loaded(page: Page, address: string): Promise<{ bytes: number; names: string[] }> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  let bytes = 0;
  const names: string[] = [];
  /** Asked for only where an answer takes seconds, on a busy machine. */
  const probes = new Set<string>();
  let lastMs = performance.now();
  network.on('Network.loadingFinished', (event) => {
    if (!probes.has(event.requestId)) bytes += event.encodedDataLength;
    lastMs = performance.now();
  });
  network.on('Network.requestWillBeSent', (event) => {
    names.push(event.request.url);
    if (new URL(event.request.url).pathname === '/ready') probes.add(event.requestId);
    lastMs = performance.now();
  });
  await page.goto(address);
  await page.locator('[role=row][aria-rowindex] a').first().waitFor({ state: 'attached' });
  // A live list's stream never ends, so idle means that no request begins or ends.
  await expect.poll(() => performance.now() - lastMs).toBeGreaterThan(1_000);
  return { bytes, names };
}

it('loads a first list within its budget, and what a filter is read with only for one', async ({
  page,
  server,
}) => {
  await sendJsonSpans(
    server.url,
    'weight',
    Array.from({ length: 200 }, (_, index) => ({
      traceId: (index + 1).toString(16).padStart(32, '0'),
      spanId: (index + 1).toString(16).padStart(16, '0'),
      name: `row ${index % 40}`,
      startMs: -index,
      attributes: {
        'openinference.span.kind': 'AGENT',
        'input.value': `Question ${index}`,
        'output.value': `Answer ${index}`,
      },
    })),
  );
  // As from elsewhere: to its own machine the server sends JSON unpacked.
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.1', 'accept-encoding': 'gzip' });
  // The quiet seconds after which the rest is fetched do not pass, however slow this machine is.
  await page.addInitScript((quietMs) => {
    const later = globalThis.setTimeout.bind(globalThis);
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms?: number) => (ms === quietMs ? 0 : later(run, ms)),
    });
    // Nor is there a hand before the test moves it, whatever the browser makes up.
    const noHand = (event: Event): void =>
      document.documentElement.dataset['hand'] === 'moves'
        ? undefined
        : event.stopImmediatePropagation();
    addEventListener('pointermove', noHand, { capture: true });
  }, QUIET_MS);
  const plain = await loaded(page, '/projects/weight/traces');
  expect(plain.bytes).toBeGreaterThan(100_000);
  expect(plain.bytes, plain.names.join('\n')).toBeLessThan(FIRST_LOAD_BYTES_MAX);
  expect(
    plain.names.filter((name) =>
      /filter-language|foreign-address|toaster|floating-library|tooltip-layer/.test(name),
    ),
  ).toEqual([]);
  // Each question once: the panel of facets has two parts that ask for the same.
  const asked = plain.names.filter((name) => name.includes('/facets?'));
  expect(asked).toHaveLength(1);

  // The first move of a hand fetches the rest; a filter in an address comes with its language and
  // narrows at once.
  const language = page.waitForResponse(/filter-language/);
  await page.evaluate(() => (document.documentElement.dataset['hand'] = 'moves'));
  await page.mouse.move(400, 300);
  await language;
  await page.goto(`/projects/weight/traces?q=${encodeURIComponent("root.name == 'row 3'")}`);
  await page.getByText('5 of 200').waitFor();
  await page
    .getByRole('button', { name: /root\.name = row 3/ })
    .first()
    .waitFor();
});
