import { ClickHouseEngine, hasEngine } from '#test/clickhouse/clickhouse-engine.ts';
import { boot } from '#test/e2e/boot.ts';
import { sendJsonSpans } from '#test/e2e/browser.ts';
import { serverPerFile } from '#test/e2e/page-test.ts';
import { openPostgres, POSTGRES } from '#test/postgres-server.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
let engine: ClickHouseEngine;

const it = serverPerFile(
  async (onEnd) => {
    const postgres = await openPostgres();
    onEnd(() => postgres.close());
    engine = await ClickHouseEngine.start();
    onEnd(() => engine.stop());
    await postgres.run('CREATE DATABASE meta');
    const { name } = await engine.database();
    return await boot({
      env: {
        SERVICE_SQL_DATABASE_URL: postgres.tcpUrl('meta'),
        SERVICE_CLICKHOUSE_URL: `${engine.url}/${name}`,
      },
    });
  },
  async (server) => {
    await sendJsonSpans(server.url, 'shop', [
      { traceId: TRACE, spanId: '00000000000000a1', name: 'agent' },
    ]);
  },
).extend('allowed', () => [/status of 503/]);

it.skipIf(!hasEngine || POSTGRES === null)(
  'says that ClickHouse is away, shows what needs no spans, and recovers automatically',
  { timeout: 300_000 },
  async ({ page }) => {
    await page.goto('/projects/shop/traces');
    const row = page.getByRole('row', { name: /agent/ });
    await row.waitFor();
    await engine.pause();
    const away = page.getByText(/The server isn’t ready\. .*ClickHouse at \S+ can’t be reached/);
    await away.waitFor();
    // Existing content stays.
    await row.waitFor();
    await page.getByRole('link', { name: 'Datasets', exact: true }).click();
    await page.getByRole('heading', { name: 'Create your first dataset' }).waitFor();
    await page.getByRole('button', { name: 'New dataset', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('made meanwhile');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'made meanwhile' }).waitFor();
    await away.waitFor();
    await page.goto('/projects/shop/traces');
    await page.getByRole('alert').getByText('can’t be reached').waitFor();
    await engine.resume();
    await row.waitFor();
    await away.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Datasets', exact: true }).click();
    await page.getByRole('link', { name: 'made meanwhile' }).waitFor();
  },
);
