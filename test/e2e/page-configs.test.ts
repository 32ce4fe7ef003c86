import { expect } from 'vitest';
import { boot } from './boot.ts';
import { sendJsonSpans } from './browser.ts';
import { serverPerFile } from './page-test.ts';
import { COLOUR_RULES, LIGHT_ON_PHONES, violations } from './violations.ts';

const it = serverPerFile(
  () => boot(),
  async (server) => {
    await sendJsonSpans(server.url, 'shop', [
      { traceId: '1'.padStart(32, '0'), spanId: '00000000000000a1', name: 'agent' },
    ]);
  },
);

const json = async (url: string, path: string): Promise<unknown> =>
  (await fetch(url + path)).json();

it('makes a config with labels, sees what a reviewer will, gives it to a project, changes and deletes it', async ({
  page,
  server,
}) => {
  await page.goto('/settings#annotations');
  const settings = page.getByRole('region', { name: 'Annotations', exact: true });
  await settings.getByText('positive 1 · negative 0').waitFor();
  await settings.getByRole('button', { name: 'New config' }).click();
  const form = page.getByRole('dialog', { name: 'New annotation config' });
  await form.getByLabel('Name', { exact: true }).fill('note');
  await form.getByText("The name 'note' is reserved for notes").waitFor();
  await form.getByLabel('Name', { exact: true }).fill('correctness');
  await form.getByLabel('Label 1', { exact: true }).fill('wrong');
  await form.getByRole('button', { name: 'Create' }).click();
  await form.getByText('Label 2 is blank; give the label a text.').waitFor();
  await form.getByLabel('Label 2', { exact: true }).fill('wrong');
  await form.getByText("Label 2 'wrong' is there twice; labels are unique.").waitFor();
  await form.getByLabel('Label 2', { exact: true }).fill('right');
  await page.keyboard.press('Escape');
  await form.getByText('You have unsaved changes.').waitFor();
  await form.getByLabel('Score of label 2').fill('many');
  await form.getByText('The score of label 2 “many” is not a number.').waitFor();
  await form.getByLabel('Score of label 2').fill('1');
  await form.getByLabel('Score of label 1').fill('0');
  await form.getByLabel('Label 2', { exact: true }).press('Enter');
  await page.keyboard.type('unsure');
  await form.getByRole('button', { name: 'Move right up' }).click();
  const preview = form.getByRole('region', { name: 'Preview' });
  await expect
    .poll(() => preview.getByRole('button').allInnerTexts())
    .toEqual(['1\nright', '2\nwrong', '3\nunsure']);
  await preview.getByText('Keys 1 to 3 choose a label').waitFor();
  await form.getByRole('button', { name: 'Create' }).click();
  await settings.getByText('right 1 · wrong 0 · unsure').waitFor();

  await settings.getByRole('button', { name: 'Projects with correctness' }).click();
  await page.getByRole('checkbox', { name: 'shop' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => json(server.url, '/v1/projects/shop/annotation_configs'))
    .toMatchObject({ data: [{ name: 'correctness' }] });

  await settings.getByRole('button', { name: 'Change correctness' }).click();
  const changing = page.getByRole('dialog', { name: 'Annotation config correctness' });
  await changing.getByLabel('Score', { exact: true }).click();
  await changing.getByLabel('Minimum score').fill('3');
  await changing.getByLabel('Maximum score').fill('1');
  await changing.getByText('The minimum score 3 must be less than the maximum score 1.').waitFor();
  await changing.getByLabel('Minimum score').fill('0');
  await changing.getByRole('slider').waitFor();
  await changing.getByLabel('Lower', { exact: true }).click();
  await changing.getByRole('button', { name: 'Save' }).click();
  await settings.getByText('0 to 1').waitFor();
  await expect
    .poll(() => json(server.url, '/v1/projects/shop/annotation_configs'))
    .toMatchObject({
      data: [
        {
          name: 'correctness',
          type: 'CONTINUOUS',
          optimization_direction: 'MINIMIZE',
          lower_bound: 0,
          upper_bound: 1,
        },
      ],
    });

  await settings.getByRole('button', { name: 'Delete correctness' }).click();
  await page.getByText('One project will lose correctness').waitFor();
  await page.getByText('Existing annotations stay.').waitFor();
  await page.getByRole('button', { name: 'Delete config' }).click();
  await settings.getByText('0 to 1').waitFor({ state: 'detached' });
  await expect
    .poll(() => json(server.url, '/v1/projects/shop/annotation_configs'))
    .toMatchObject({ data: [] });
});

it('lets a project choose, make a config while it does, and refuses a name that is taken', async ({
  page,
  server,
  allowed,
}) => {
  // The name that was taken is refused, which the browser writes down.
  allowed.push(/status of 409/);
  await page.goto('/projects?view=table');
  await page.getByRole('button', { name: 'More about shop' }).click();
  await page.getByRole('menuitem', { name: 'Annotation configs…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Annotation configs', exact: true });
  await dialog.getByRole('checkbox', { name: /user_feedback/ }).click();
  await dialog.getByRole('button', { name: 'New config' }).click();
  const form = page.getByRole('dialog', { name: 'New annotation config' });
  await form.getByLabel('Name', { exact: true }).fill('user_feedback');
  await form.getByLabel('Free text').click();
  await form.getByRole('button', { name: 'Create' }).click();
  await form
    .getByText("An annotation config named 'user_feedback' already exists; choose another name.")
    .waitFor();
  await form.getByLabel('Name', { exact: true }).fill('summary');
  await form.getByLabel('Good at or above').fill('0,5');
  await form.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('text, and a score (any number, good from 0.5)').waitFor();
  await expect.poll(() => dialog.getByRole('checkbox', { name: /summary/ }).isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => json(server.url, '/v1/projects/shop/annotation_configs'))
    .toMatchObject({ data: [{ name: 'summary' }, { name: 'user_feedback' }] });
});

it.for([
  ['desk', { width: 1440, height: 900 }, true],
  ['phone', { width: 390, height: 844 }, LIGHT_ON_PHONES],
] as const)('has no violation on a %s', async ([_device, viewport, inBothThemes], { open }) => {
  const page = await open(viewport);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.goto('/settings#annotations');
  await page
    .getByRole('region', { name: 'Annotations', exact: true })
    .getByRole('button', { name: 'Change user_feedback' })
    .click();
  await page.getByRole('region', { name: 'Preview' }).waitFor();
  const dark = await violations(page, null);
  await page.emulateMedia({
    colorScheme: inBothThemes ? 'light' : 'dark',
    reducedMotion: 'reduce',
  });
  await page.locator(`html[data-theme="${inBothThemes ? 'light' : 'dark'}"]`).waitFor();
  expect({ dark, light: inBothThemes ? await violations(page, COLOUR_RULES) : [] }).toEqual({
    dark: [],
    light: [],
  });
});
