import { expect } from 'vitest';
import { expectAccessible } from './both-themes.ts';
import { it } from './page-test.ts';

it('offers the lines of every framework on the first run, by search and keyboard alone', async ({
  page,
  server,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/projects?start=true');
  await page.getByRole('option', { name: /^Python any library/, selected: true }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('langgraph');
  const options = page
    .getByRole('listbox', { name: 'Languages and frameworks' })
    .getByRole('option');
  await expect.poll(() => options.count()).toBe(1);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/projects?start=true#lines-langchain');
  await page.getByRole('option', { name: /LangChain and LangGraph/, selected: true }).waitFor();
  const shell = page.getByRole('figure', { name: 'LangChain and LangGraph: In a shell' });
  await shell.getByText('pip install langchain').waitFor();
  await shell.getByRole('button', { name: 'Copy' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(
      new RegExp(
        `^export OTEL_EXPORTER_OTLP_ENDPOINT=${server.url}\nexport OTEL_RESOURCE_ATTRIBUTES=openinference.project.name=my-app$`,
        'm',
      ),
    );
  await page.getByRole('textbox', { name: 'Project, filled in below' }).fill('shop');
  await shell.getByText('openinference.project.name=shop').waitFor();
  const field = page.getByRole('combobox', { name: 'Find a language or framework' });
  await field.fill('no such framework');
  await page.getByText('No framework matches “no such framework”').waitFor();
  await field.press('Escape');
  await expect.poll(() => options.count()).toBeGreaterThan(30);
  await field.press('ArrowDown');
  await page.waitForURL('**/projects?start=true#lines-langchain-js');
  await expectAccessible(page);
});
