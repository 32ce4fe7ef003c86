import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ensurePage, openBrowser, openPage, type Misdeeds } from './browser.ts';
import { emptyServer } from './empty-server.ts';

/** A server that serves the page. */
interface PageServer extends AsyncDisposable {
  readonly url: string;
}

/** Remembers what ends after the server, such as a mail server it uses. */
type OnEnd = (end: () => void | Promise<void>) => void;

export interface Viewport {
  readonly width: number;
  readonly height: number;
}

/** Opens a page in a context as new, by default at 1440 by 900. */
export type Open = (viewport?: Viewport) => Promise<Page>;

const browsing = test
  .extend('browser', { scope: 'worker' }, async () => {
    await ensurePage();
    return await openBrowser();
  })
  // Errors and hosts that a test expects: a browser writes every refusal to the console, also one
  // the page handles.
  .extend('allowed', (): RegExp[] => [])
  // Of all pages of a test. It fails if there are any, whether or not it looks at them.
  .extend('misdeeds', ({ allowed }, { onCleanup }) => {
    const misdeeds: Misdeeds = { dialogs: [], errors: [], otherHosts: [] };
    onCleanup(() => expectOnly(allowed, misdeeds));
    return misdeeds;
  });

function expectOnly(allowed: readonly RegExp[], { dialogs, errors, otherHosts }: Misdeeds): void {
  const others = (texts: readonly string[]): string[] =>
    texts.filter((text) => !allowed.some((pattern) => pattern.test(text)));
  expect({ dialogs, errors: others(errors), otherHosts: others(otherHosts) }).toEqual({
    dialogs: [],
    errors: [],
    otherHosts: [],
  });
}

/** Closes what it opened by `close`, also where a test failed. */
function opener(
  browser: Browser,
  url: string,
  misdeeds: Misdeeds,
): { readonly open: Open; readonly close: () => Promise<void> } {
  const contexts = new Set<BrowserContext>();
  return {
    open: async (viewport) => {
      const { page } = await openPage(browser, url, viewport, misdeeds);
      contexts.add(page.context());
      return page;
    },
    close: async () => {
      for (const context of contexts) await context.close();
    },
  };
}

/** Tests of the page whose server starts with each test and ends with it. */
export function serverPerTest<Server extends PageServer>(start: () => Promise<Server>) {
  return browsing
    .extend('server', async ({ browser: _ }, { onCleanup }) => {
      const server = await start();
      onCleanup(async () => await server[Symbol.asyncDispose]());
      return server;
    })
    .extend('open', ({ browser, server, misdeeds }, { onCleanup }) => {
      const { open, close } = opener(browser, server.url, misdeeds);
      onCleanup(close);
      return open;
    })
    .extend('page', async ({ open }) => await open());
}

/** Tests of the page that share one server, and the data it is given at first. */
export function serverPerFile<Server extends PageServer>(
  start: (onEnd: OnEnd) => Promise<Server>,
  prepare: (server: Server) => Promise<void> = async () => {},
) {
  return (
    browsing
      .extend('server', { scope: 'file' }, async ({ browser: _ }, { onCleanup }) => {
        const ends: (() => void | Promise<void>)[] = [];
        onCleanup(async () => {
          for (const end of ends.toReversed()) await end();
        });
        const server = await start((end) => ends.push(end));
        ends.push(async () => await server[Symbol.asyncDispose]());
        await prepare(server);
        return server;
      })
      // For pages that several tests share: they close when the file ends, and tests look at their
      // misdeeds themselves.
      .extend('openForFile', { scope: 'file' }, ({ browser, server }, { onCleanup }) => {
        const contexts: BrowserContext[] = [];
        onCleanup(async () => {
          for (const context of contexts) await context.close();
        });
        return async (viewport?: Viewport) => {
          const opened = await openPage(browser, server.url, viewport);
          contexts.push(opened.page.context());
          return opened;
        };
      })
      .extend('open', ({ browser, server, misdeeds }, { onCleanup }) => {
        const { open, close } = opener(browser, server.url, misdeeds);
        onCleanup(close);
        return open;
      })
      .extend('page', async ({ open }) => await open())
  );
}

/** Tests of the page, each with a server without data: `it('…', async ({ page, server }) => …)`. */
export const it = serverPerTest(emptyServer);
