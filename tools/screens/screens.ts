import type { Browser, Page } from 'playwright-core';
import { SCREEN_TIME, type FixedData } from './fixed-data.ts';

export interface Screen {
  /** Its file in docs/screens, without `.png`. */
  readonly name: string;
  readonly theme: 'dark' | 'light';
  readonly width: number;
  readonly path: (data: FixedData) => string;
  /** Text that is visible once the screen is complete. */
  readonly shows: string;
  readonly after?: (page: Page) => Promise<void>;
}

const WIDE = 1_440;
const NARROW = 390;
const HEIGHT = 900;
const SETTLE_MS_MAX = 60_000;

/** The screens of docs/screens: what a visitor sees first, and what must not change unseen. */
export const SCREENS: readonly Screen[] = [
  {
    name: 'projects',
    theme: 'dark',
    width: WIDE,
    path: () => '/projects?range=7d',
    shows: 'support-agent',
  },
  {
    name: 'traces',
    theme: 'dark',
    width: WIDE,
    path: () => '/projects/support-agent/traces?range=7d',
    shows: 'orders_agent',
  },
  {
    name: 'model-calls',
    theme: 'light',
    width: WIDE,
    path: () => '/projects/support-agent/traces?range=7d&scope=llm&q=latency_ms%20%3E%201000',
    shows: 'gpt-4o',
  },
  {
    name: 'trace',
    theme: 'dark',
    width: WIDE,
    path: ({ task }) => `/projects/code-assistant/traces/${task}`,
    shows: 'round 1',
  },
  {
    name: 'retrieval',
    theme: 'light',
    width: WIDE,
    path: ({ question, retriever }) => `/projects/rag-docs/traces/${question}?span=${retriever}`,
    shows: 'retriev',
  },
  {
    name: 'conversation',
    theme: 'dark',
    width: WIDE,
    path: ({ turn, modelCall }) => `/projects/support-agent/traces/${turn}?span=${modelCall}`,
    shows: 'input_policy',
  },
  {
    name: 'graph',
    theme: 'light',
    width: WIDE,
    path: ({ task }) => `/projects/code-assistant/traces/${task}?view=graph`,
    shows: 'coding_agent',
  },
  {
    name: 'compare',
    theme: 'dark',
    width: WIDE,
    path: ({ task, otherTask }) => `/projects/code-assistant/compare?a=${task}&b=${otherTask}`,
    shows: 'coding_agent',
  },
  {
    name: 'session',
    theme: 'light',
    width: WIDE,
    path: ({ session }) => `/projects/support-agent/sessions/${session}`,
    shows: 'steps:',
  },
  {
    name: 'metrics',
    theme: 'dark',
    width: WIDE,
    path: () => '/projects/support-agent/metrics?range=7d',
    shows: 'Tokens by model',
  },
  {
    name: 'scores',
    theme: 'dark',
    width: WIDE,
    path: () => '/projects/support-agent/scores?range=7d',
    shows: 'helpfulness',
  },
  {
    name: 'datasets',
    theme: 'dark',
    width: WIDE,
    path: () => '/datasets',
    shows: 'refund questions',
  },
  {
    name: 'examples',
    theme: 'light',
    width: WIDE,
    path: ({ dataset }) => `/datasets/${dataset}/examples?example=q-3`,
    shows: 'Where is my parcel',
  },
  {
    name: 'versions',
    theme: 'dark',
    width: WIDE,
    path: ({ dataset }) => `/datasets/${dataset}/versions`,
    shows: '+1 added',
  },
  {
    name: 'experiments',
    theme: 'dark',
    width: WIDE,
    path: ({ experiments }) => `/datasets/${experiments}/experiments`,
    shows: 'names_the_order',
  },
  {
    name: 'experiment',
    theme: 'light',
    width: WIDE,
    path: ({ experiments }) => `/datasets/${experiments}/compare?experiments=3`,
    shows: 'Latency p50',
  },
  {
    name: 'experiment-compare',
    theme: 'light',
    width: WIDE,
    path: ({ experiments }) => `/datasets/${experiments}/compare?experiments=1,3`,
    shows: 'Improved',
  },
  {
    name: 'experiment-regression',
    theme: 'dark',
    width: WIDE,
    path: ({ experiments }) => `/datasets/${experiments}/compare?experiments=1,3`,
    shows: 'Improved',
    after: async (page) => {
      await page.getByRole('grid', { name: 'Examples' }).locator('[data-index]').first().waitFor();
      // The first regression, with what differs in its outputs.
      for (const key of ['n', ' ']) await page.keyboard.press(key);
      await page
        .getByRole('complementary', { name: 'Example' })
        .getByText('Reference output')
        .waitFor();
      await page.keyboard.press('d');
      await page
        .getByRole('region', { name: 'Difference of outputs' })
        .locator('ins')
        .first()
        .waitFor();
    },
  },
  {
    name: 'search',
    theme: 'light',
    width: WIDE,
    path: () => '/search?q=refund+invoice',
    shows: 'invoice',
  },
  {
    name: 'settings-keys',
    theme: 'light',
    width: WIDE,
    path: () => '/settings/keys',
    shows: 'nightly evaluations',
  },
  {
    name: 'history',
    theme: 'light',
    width: NARROW,
    path: ({ otherTask }) => `/projects/code-assistant/traces/${otherTask}`,
    shows: 'coding_agent',
    after: async (page) => {
      await page.keyboard.press('a');
      await page.getByText('Trace', { exact: true }).last().click();
      await page.getByRole('button', { name: 'Actions on review' }).click();
      await page.getByRole('menuitem', { name: 'History…' }).click();
      await page.getByText('and it failed before').first().waitFor();
    },
  },
  {
    name: 'narrow',
    theme: 'dark',
    width: NARROW,
    path: () => '/projects/support-agent/traces?range=7d',
    shows: 'orders_agent',
  },
];

/**
 * Opens the screen in a browser with its own size, theme and clock, and takes a screenshot (PNG)
 * once it no longer changes.
 */
export async function takePicture(
  browser: Browser,
  url: string,
  screen: Screen,
  data: FixedData,
): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: { width: screen.width, height: HEIGHT },
    baseURL: url,
    colorScheme: screen.theme,
    timezoneId: 'UTC',
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    await page.clock.setFixedTime(SCREEN_TIME);
    await page.goto(screen.path(data));
    await page.getByText(screen.shows).first().waitFor({ state: 'attached' });
    await screen.after?.(page);
    return await settledPicture(page, screen.name);
  } finally {
    await context.close();
  }
}

/** Two pictures in a row that are the same. */
async function settledPicture(page: Page, name: string): Promise<Buffer> {
  const deadline = performance.now() + SETTLE_MS_MAX;
  let last = await page.screenshot();
  for (;;) {
    await page.waitForTimeout(400);
    const next = await page.screenshot();
    if (next.equals(last)) return next;
    if (performance.now() > deadline)
      throw new Error(`The screen ${name} still changes after ${SETTLE_MS_MAX} ms.`);
    last = next;
  }
}
