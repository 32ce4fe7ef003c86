import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boot } from './boot.ts';
import { ensurePage, openBrowser, openPage, sendJsonSpans } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  await ensurePage();
  browser = await openBrowser();
}, 120_000);
afterAll(async () => await browser.close());

const ATTACK = 'window.__xss=1;alert(1)';
/** What markup, links, styles and templates can be made to run by, if anything is ever read as more than text. */
const PAYLOADS: readonly string[] = [
  `<script>${ATTACK}</script>`,
  `"><img src=x onerror="${ATTACK}">`,
  `<svg onload="${ATTACK}"><animate onbegin="${ATTACK}" attributeName=x dur=1s></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${ATTACK}">`,
  `javascript:${ATTACK}`,
  `JaVaScRiPt:/*--></title></style></textarea></script><svg/onload='${ATTACK}'>`,
  `[click](javascript:${ATTACK}) ![x](https://tracker.invalid/pixel.png)`,
  `<a href="javascript:${ATTACK}" autofocus onfocus="${ATTACK}">x</a>`,
  `<iframe srcdoc="<script>parent.${ATTACK}</script>"></iframe>`,
  `<object data="data:text/html,<script>${ATTACK}</script>"></object>`,
  `data:text/html,<script>${ATTACK}</script>`,
  `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${ATTACK}"/>`).toString('base64')}`,
  `{{constructor.constructor('${ATTACK}')()}} \${${ATTACK}} <%= ${ATTACK} %>`,
  `<style>@import'javascript:${ATTACK}';*{background:url("https://tracker.invalid/css")}</style>`,
  `<link rel=stylesheet href=https://tracker.invalid/x.css><meta http-equiv=refresh content="0;url=javascript:${ATTACK}">`,
  `</textarea></title><details open ontoggle="${ATTACK}">`,
  `\u001b]8;;javascript:${ATTACK}\u0007x\u001b]8;;\u0007\u202Etxt.exe`,
  `https://tracker.invalid/pixel.png?${'a'.repeat(20)}`,
  `{"__proto__":{"innerHTML":"<img src=x onerror=${ATTACK}>"},"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=${ATTACK}>"}}`,
];

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** One trace for each payload, which stands in every text field a sender can fill. */
async function sendPayload(url: string, payload: string, index: number): Promise<void> {
  const traceId = hex(index + 1, 32);
  const kinds = ['AGENT', 'LLM', 'RETRIEVER', 'RERANKER', 'TOOL', 'EMBEDDING', payload];
  const text = {
    'input.value': payload,
    'output.value': payload,
    'llm.model_name': payload,
    'llm.provider': payload,
    'user.id': payload,
    'session.id': `${index} ${payload}`,
    'llm.input_messages.0.message.role': 'system',
    'llm.input_messages.0.message.content': payload,
    'llm.input_messages.1.message.role': payload,
    'llm.input_messages.1.message.name': payload,
    'llm.input_messages.1.message.contents.0.message_content.text': payload,
    'llm.input_messages.1.message.contents.1.message_content.image.image.url': payload,
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.content': payload,
    'llm.output_messages.0.message.tool_calls.0.tool_call.id': payload,
    'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': payload,
    'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': JSON.stringify({ [payload]: payload }),
    'llm.tools.0.tool.json_schema': JSON.stringify({ function: { name: payload, description: payload, parameters: payload } }),
    'llm.invocation_parameters': JSON.stringify({ model: payload }),
    'llm.prompt_template.template': payload,
    'retrieval.documents.0.document.id': payload,
    'retrieval.documents.0.document.content': payload,
    'retrieval.documents.0.document.metadata': JSON.stringify({ a: payload }),
    'reranker.query': payload,
    'tool.description': payload,
    'tool.parameters': payload,
    'embedding.embeddings.0.embedding.text': payload,
    metadata: JSON.stringify({ a: payload }),
    [payload]: payload,
  };
  const reranked = {
    'reranker.input_documents.0.document.id': payload,
    'reranker.output_documents.0.document.id': payload,
    'reranker.output_documents.0.document.content': payload,
  };
  const events = [
    { name: payload, attributes: { [payload]: payload } },
    {
      name: 'exception',
      attributes: { 'exception.type': payload, 'exception.message': payload, 'exception.stacktrace': `${payload}\n${payload}` },
    },
  ];
  const spans = kinds.map((kind, at) => ({
    traceId,
    spanId: hex(index * 16 + at + 1, 16),
    ...(at === 0 ? {} : { parentSpanId: hex(index * 16 + 1, 16) }),
    name: payload,
    error: payload,
    attributes: { ...text, ...(kind === 'RERANKER' ? reranked : {}), 'openinference.span.kind': kind },
    events,
  }));
  await sendJsonSpans(url, `p ${index} ${payload}`, spans, payload, { 'service.name': payload, [payload]: payload });
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Every tab of the selected span, with all that can be unfolded; drawn, then the first again. */
async function openEveryTab(page: Page): Promise<void> {
  const opened = await page.evaluate(async () => {
    const frame = async (): Promise<void> => await new Promise((resolve) => requestAnimationFrame(() => resolve()));
    const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
    const panels = new Set<string>();
    for (const tab of [...tabs, tabs[0]]) {
      tab?.click();
      while (tab?.ariaSelected !== 'true' || document.querySelector('[role=tabpanel]') === null) await frame();
      for (const one of document.querySelectorAll('details')) one.open = true;
      await frame();
      panels.add(tab.textContent);
    }
    return panels.size;
  });
  expect(opened).toBeGreaterThan(3);
}

async function openEveryView(page: Page, url: string, project: string, index: number): Promise<void> {
  const base = `/projects/${encodeURIComponent(project)}`;
  for (const path of [`${base}/traces`, `${base}/traces?scope=spans`, `${base}/traces?scope=llm`, `${base}/sessions`]) {
    await page.goto(path);
    await page.locator('[role=row] a').first().waitFor();
  }
  await page.locator('[role=row] a').first().click();
  await page.locator('article').first().waitFor();
  const trace = `${base}/traces/${hex(index + 1, 32)}`;
  await page.goto(trace);
  for (let at = 0; at < 7; at++) {
    await page.locator('[role=treeitem][aria-selected=true]').nth(0).waitFor();
    await page.locator('[role=tabpanel]').waitFor();
    await openEveryTab(page);
    await page.locator('[role=tree]').focus();
    await page.keyboard.press('ArrowDown');
    if (at < 6) await page.waitForURL(`**span=${hex(index * 16 + at + 2, 16)}*`);
  }
  await page.goto(`${trace}?find=${encodeURIComponent('<img src=x onerror=alert(1)>')}&tab=${encodeURIComponent('<b>')}&kind=<i>`);
  await page.getByRole('tree').waitFor();
  await settle(page);
  expect(page.url().startsWith(url)).toBe(true);
}

it('shows what senders wrote as text, in every view, and runs none of it', async () => {
  await using server = await boot();
  for (const [index, payload] of PAYLOADS.entries()) await sendPayload(server.url, payload, index);
  const listed = await fetch(`${server.url}/v1/projects?limit=100`);
  const { data } = (await listed.json()) as { data: { id: string; name: string }[] };
  const projectOf = (index: number): string | undefined => data.find((one) => one.name.startsWith(`p ${index} `))?.id;

  const visit = async (mine: (index: number) => boolean): Promise<void> => {
    const { page, misdeeds } = await openPage(browser, server.url);
    await page.goto('/projects');
    await page
      .locator('[role=row] a')
      .nth(PAYLOADS.length - 1)
      .waitFor();
    for (const index of [...PAYLOADS.keys()].filter(mine)) {
      const project = projectOf(index);
      expect(project, `the project of payload ${index}`).toBeDefined();
      await openEveryView(page, server.url, project ?? '', index);
      expect(await page.evaluate(() => '__xss' in window), PAYLOADS[index]).toBe(false);
      const links = await page.evaluate(() => [...document.querySelectorAll('a[href]')].map((one) => one.getAttribute('href') ?? ''));
      expect(links.filter((href) => !/^(?:\/|https?:|#)/.test(href))).toEqual([]);
    }
    expect(misdeeds).toEqual({ dialogs: [], errors: [], otherHosts: [] });
    await page.context().close();
  };
  // Two pages: while one waits for a frame, the other works.
  await Promise.all([visit((index) => index % 2 === 0), visit((index) => index % 2 === 1)]);
}, 600_000);
