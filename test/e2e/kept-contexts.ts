import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** The maximum number of idle contexts kept open, in each Chromium. */
const KEPT_MAX = 4;

interface KeptContext {
  readonly key: string;
  readonly context: BrowserContext;
  readonly end: () => Promise<void>;
}

const keptOf = new WeakMap<Browser, KeptContext[]>();

/**
 * A browser context like a new one: no cookies, no storage, no permissions, no open pages. It may
 * be a reused one: `close` only empties it, and leaves a page open that keeps its process alive.
 * Starting a process and compiling the page again costs a quarter of a second of CPU time, a third
 * of opening a page. The HTTP cache is kept.
 */
export async function takeContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const kept = keptOf.get(browser) ?? [];
  keptOf.set(browser, kept);
  const key = JSON.stringify(options);
  const at = kept.findIndex((one) => one.key === key);
  const [again] = at === -1 ? [] : kept.splice(at, 1);
  if (again !== undefined) return again.context;
  const context = await browser.newContext(options);
  const end = context.close.bind(context);
  const anchor = await context.newPage();
  // A server that is not there yet has no address to stay at.
  const isAnchored = await anchor.goto('/health').then(
    () => true,
    () => false,
  );
  if (!isAnchored) await anchor.close();
  else
    context.close = async () => {
      if (kept.some((one) => one.context === context)) return;
      await empty(context, anchor);
      kept.push({ key, context, end });
      if (kept.length > KEPT_MAX) await kept.shift()?.end();
    };
  return context;
}

async function empty(context: BrowserContext, anchor: Page): Promise<void> {
  const others = context.pages().filter((page) => page !== anchor);
  await Promise.all(others.map((page) => page.close()));
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    context.setOffline(false),
    anchor.evaluate(() => localStorage.clear()),
  ]);
}
