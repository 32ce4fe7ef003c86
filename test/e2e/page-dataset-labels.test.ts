import { expect } from 'vitest';
import { QUESTIONS, uploadJson } from './dataset-rows.ts';
import { it } from './page-test.ts';

it('makes a label, gives it, filters by it, changes it, takes it and deletes it', async ({
  page,
  server,
  allowed,
}) => {
  // The name that was taken is refused, which the browser writes down.
  allowed.push(/409/);
  for (const name of ['questions', 'drafts']) await uploadJson(server.url, { ...QUESTIONS, name });
  await uploadJson(server.url, {
    name: 'drafts',
    action: 'append',
    inputs: [{ question: 'More?' }],
  });
  await page.goto('/datasets');
  const line = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect.poll(() => line('drafts').textContent()).toMatch(/^drafts42/);
  await page.getByRole('button', { name: 'More about drafts' }).click();
  await page.getByRole('menuitem', { name: 'Labels…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Labels of drafts' });
  await dialog.getByText('No labels yet.').waitFor();
  await dialog.getByRole('button', { name: 'New label' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('golden');
  await dialog.getByLabel('Description').fill('Checked by hand');
  await page.keyboard.press('Enter');
  await expect.poll(() => dialog.getByRole('checkbox', { name: /golden/ }).isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'New label' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('golden');
  await page.keyboard.press('Enter');
  await dialog.getByText("A dataset label named 'golden' already exists").waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill('spare');
  await page.keyboard.press('Enter');
  await dialog.getByRole('checkbox', { name: /spare/ }).click();
  await expect.poll(() => dialog.getByRole('checkbox', { name: /spare/ }).isChecked()).toBe(false);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => line('drafts').textContent()).toMatch(/^draftsgoldengolden42/);

  await page.getByRole('button', { name: 'Label', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'golden' }).click();
  await page.waitForURL('**label=*');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.reload();
  await page.getByText('1 of 2 datasets').waitFor();
  await page.getByRole('button', { name: 'Without the label golden' }).click();
  await expect.poll(() => page.getByRole('row').count()).toBe(3);

  await page.getByRole('link', { name: 'drafts' }).click();
  await page.getByRole('banner').getByText('golden').waitFor();
  await page.getByRole('button', { name: 'More about drafts' }).click();
  await page.getByRole('menuitem', { name: 'Labels…' }).click();
  await dialog.getByRole('button', { name: 'Change golden' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('gold');
  await dialog.getByRole('button', { name: 'Save label' }).click();
  await dialog.getByRole('button', { name: 'Delete gold' }).click();
  await dialog.getByText('One dataset will lose gold').waitFor();
  await dialog.getByRole('button', { name: 'Delete label' }).click();
  await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('banner').getByText('gold').count()).toBe(0);
});
