import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { build } from 'vite';
import { takeContext } from './kept-contexts.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
/** For whatever a page is waited for: a wall, for a machine with a lot to do. */
const WAIT_MS_MAX = 60_000;
const FEATURES_OFF = [
  // Playwright's own list, which a switch of ours replaces.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // It parses each script again in the background, also one whose code the process still has.
  'ScriptStreaming',
  // The address bar's popup is a page that each window loads, half a second of a processor, and is
  // never opened.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of one context share a process, as tabs of one site do where memory is short: what was
  // compiled for one is there for the next.
  '--renderer-process-limit=1',
  // A page lives for seconds: code compiled for speed, a tenth of what its process takes, hardly
  // runs before it is left.
  '--js-flags=--no-opt,--no-maglev',
  `--disable-features=${FEATURES_OFF.join(',')}`,
];

/** Builds the page when it is not built yet; the server serves what was built. */
export async function ensurePage(): Promise<void> {
  if (!existsSync(path.join(ROOT, 'dist/web/index.html')))
    await build({ configFile: path.join(ROOT, 'vite.config.ts'), logLevel: 'error' });
}

/** A new Chromium, which ends when it is closed. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: CHROMIUM, headless: true, args: ARGS });
}

let shared: Browser | null = null;

/**
 * The Chromium that the test files of this process share, one file after the other: `close` empties
 * its contexts, and nothing of them is left. Playwright ends Chromium when the process ends.
 */
export async function openBrowser(): Promise<Browser> {
  if (shared?.isConnected() === true) return shared;
  const browser = await launchBrowser();
  browser.close = async () =>
    void (await Promise.all(browser.contexts().map((context) => context.close())));
  shared = browser;
  return browser;
}

/**
 * Hovers the notice of a delete: its ten seconds of Undo don't elapse while the pointer is on it,
 * however long the next steps take.
 */
export async function holdNotice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Dismiss' }).last().hover();
}

/** Ticks a box whose state is in the address: it shows it once the address does. */
export async function tick(box: Locator): Promise<void> {
  await box.click();
  await box.and(box.page().locator(':checked')).waitFor();
}

/** Forbidden actions of a page. */
export interface Misdeeds {
  readonly dialogs: string[];
  readonly errors: string[];
  readonly otherHosts: string[];
}

/**
 * A page that is watched, in a context as new: dialogs, console errors (blocked content among them)
 * and requests to any other host are written down.
 */
export async function openPage(
  browser: Browser,
  url: string,
  viewport = { width: 1440, height: 900 },
  misdeeds: Misdeeds = { dialogs: [], errors: [], otherHosts: [] },
): Promise<{ page: Page; misdeeds: Misdeeds }> {
  const context = await takeContext(browser, { viewport, baseURL: url });
  context.setDefaultTimeout(WAIT_MS_MAX);
  // As a browser with windows allows a page that was clicked.
  await context.grantPermissions(['clipboard-write']);
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    misdeeds.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') misdeeds.errors.push(message.text());
  });
  page.on('pageerror', (error) => misdeeds.errors.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:'))
      misdeeds.otherHosts.push(request.url());
  });
  return { page, misdeeds };
}

type AttributeValue = string | number;

export interface JsonSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** Milliseconds after the request's time. */
  readonly startMs?: number;
  readonly durationMs?: number;
  /** No end is sent. */
  readonly open?: true;
  readonly error?: string;
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
  readonly events?: readonly {
    readonly name: string;
    readonly attributes: Readonly<Record<string, string>>;
  }[];
}

function keyValues(attributes: Readonly<Record<string, AttributeValue>>): unknown[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { doubleValue: value },
  }));
}

/** Sends spans as an exporter does, as OTLP/JSON; they began a minute ago. */
export async function sendJsonSpans(
  url: string,
  project: string,
  spans: readonly JsonSpan[],
  scopeName = 'test',
  resource: Readonly<Record<string, string>> = {},
): Promise<void> {
  const nanos = (ms: number): string => `${Math.floor(ms)}000000`;
  const now = Date.now() - 60_000;
  const body = {
    resourceSpans: [
      {
        resource: { attributes: keyValues({ ...resource, 'openinference.project.name': project }) },
        scopeSpans: [
          {
            scope: { name: scopeName },
            spans: spans.map((span) => ({
              traceId: span.traceId,
              spanId: span.spanId,
              ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
              name: span.name,
              kind: 1,
              startTimeUnixNano: nanos(now + (span.startMs ?? 0)),
              ...(span.open === true
                ? {}
                : { endTimeUnixNano: nanos(now + (span.startMs ?? 0) + (span.durationMs ?? 100)) }),
              attributes: keyValues(span.attributes ?? {}),
              events: (span.events ?? []).map((event) => ({
                timeUnixNano: nanos(now),
                name: event.name,
                attributes: keyValues(event.attributes),
              })),
              status: span.error === undefined ? {} : { code: 2, message: span.error },
            })),
          },
        ],
      },
    ],
  };
  const response = await fetch(`${url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`The spans were refused: ${response.status} ${await response.text()}`);
}
