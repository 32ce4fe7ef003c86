import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { openClickHouseStore } from '#server/stores/spans/clickhouse/open-store.ts';
import { openSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';
import { makeTemplates, Patcher } from '../../bench/load/request-template.ts';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';
import { skimTraces } from '#core/otlp/skim.ts';
import { boot, temporaryDirectory } from './boot.ts';
import { clusterSettings } from './cluster-engines.ts';
import { serverPerFile } from './page-test.ts';

const SPANS = 100;

/** The store of a directory’s server: a file in it, or in the cluster mode a database. */
async function openStoreOf(directory: string) {
  const { SERVICE_CLICKHOUSE_URL: place } = await clusterSettings({
    SERVICE_WORKING_DIR: directory,
  });
  if (place === undefined)
    return openSpanStore(path.join(directory, 'spans.db'), {
      attributesOf: () => '',
      freeBytesMin: 0,
    });
  const { origin: url, pathname } = new URL(place);
  return await openClickHouseStore({ url, database: pathname.slice(1), attributesOf: () => '' });
}

const it = serverPerFile(async (onEnd) => {
  const directory = temporaryDirectory();
  onEnd(() => rmSync(directory, { recursive: true, force: true }));
  const store = await openStoreOf(directory);
  const [template] = makeTemplates({
    project: 'shop',
    spansPerRequest: SPANS,
    spanBytes: 700,
    count: 1,
    seed: 1,
  });
  if (template === undefined) throw new Error('no template');
  new Patcher(1).patch(template, 1_760_000_000_000_000_000n);
  const { records } = skimTraces(template.body, DEFAULT_SKIM_LIMITS);
  const unread = records.map((record) => ({
    ...record,
    kind: 'UNKNOWN' as const,
    modelName: null,
    sessionId: null,
  }));
  await store.writer.write([{ projectName: 'shop', records: unread }]);
  await store.rereader.noteReading(0);
  await store.close();
  return await boot({ directory, env: { SERVICE_REREAD_AFTER_UPGRADE: 'false' } });
});

it(
  'previews a reread, starts it after a question, and says what changed',
  { timeout: 120_000 },
  async ({ page, server }) => {
    await page.goto(`${server.url}/settings/general`);
    const part = page.getByRole('region', { name: 'Read stored spans again' });
    await part.getByText('Some stored spans were read by an earlier version.').waitFor();
    await part.getByLabel('Project').selectOption('shop');
    await part.getByRole('button', { name: 'Preview changes' }).click();
    await part.getByRole('heading', { name: 'Preview done' }).waitFor();
    const result = part.getByRole('status');
    await expect
      .poll(() => result.textContent())
      .toMatch(
        /^100 spans would change; 10 traces would get another session; cost \$0\.00 → \$0\.\d/,
      );
    await part.getByLabel('Project').selectOption('');
    await part.getByRole('button', { name: 'Read spans again…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Read stored spans again?' });
    await dialog
      .getByText('of all projects change where this version reads spans differently')
      .waitFor();
    await dialog.getByRole('button', { name: 'Read spans again' }).click();
    await part.getByRole('heading', { name: 'Reread done' }).waitFor();
    await expect
      .poll(() => result.textContent())
      .toMatch(/^100 spans changed; 10 traces got another session/);
    await part
      .getByText('Some stored spans were read by an earlier version.')
      .waitFor({ state: 'detached' });
  },
);

it(
  'is scrolled to by its address, and the frame of the page stays where it is',
  { timeout: 120_000 },
  async ({ open }) => {
    const page = await open({ width: 1440, height: 700 });
    await page.goto('/settings/general#backup');
    await page.getByRole('region', { name: 'Backup' }).waitFor();
    const region = page.getByRole('region', { name: 'Settings', exact: true });
    await expect.poll(() => region.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollTop)).toBe(0);
  },
);

it(
  'begins a reread, of costs too, with the day of the reader',
  { timeout: 120_000 },
  async ({ page, server }) => {
    const zone = await page.context().newCDPSession(page);
    await zone.send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Kiritimati' });
    for (const [address, region, button, what] of [
      ['/settings/general', 'Read stored spans again', 'Preview changes', 'all'],
      ['/settings/models', 'Apply prices to stored spans', 'Preview', 'costs'],
    ] as const) {
      await page.goto(address);
      const part = page.getByRole('region', { name: region });
      // Read with the field: whose midnight it is, and what an empty field means.
      const note = (await part.getByLabel('Since').getAttribute('aria-describedby')) ?? '';
      await expect
        .poll(() => page.locator(`[id="${note}"]`).innerText())
        .toBe('Midnight in your time zone. Empty for all time.');
      await part.getByLabel('Since').fill('2026-06-01');
      await part.getByRole('button', { name: button }).click();
      await expect
        .poll(async () => await (await fetch(`${server.url}/v1/rereads?limit=1`)).json())
        .toMatchObject({
          data: [{ what, dry_run: true, start_time: '2026-05-31T10:00:00.000000+00:00' }],
        });
      await part
        .getByRole('status')
        .getByText(/No changes among 0 spans|since 2026-06-01/)
        .waitFor();
    }
  },
);
