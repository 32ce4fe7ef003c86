import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf } from '#test/api-spans.ts';

/** Check 57: an export is a success once all of it was taken, and no sooner. */
let api: ApiApp;
let port: number;
beforeAll(async () => {
  api = await openApiApp();
  // Each is more than what the buffers between the two ends hold.
  const attributes = { 'input.value': 'x'.repeat(1_000_000) };
  for (let span = 1; span <= 40; span++)
    await api.ingest(exportOf({ trace: 1, span, attributes }), 'large');
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = (api.app.server.address() as AddressInfo).port; // as: it listens on a port
});
afterAll(() => api.close());

const results = async () => {
  await api.audit.log.flush();
  const rows = await api.meta
    .selectFrom('audit_log')
    .select(['action', 'result', 'status'])
    .orderBy('seq')
    .execute();
  return rows.map(({ action, result, status }) => [action, result, status]);
};

/** Requests the export, and continues once its head has arrived. */
function begin(headers: Record<string, string> = {}): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    http
      .get({ port, host: '127.0.0.1', path: '/v1/projects/large/spans/jsonl', headers }, resolve)
      .on('error', reject)
      .end();
  });
}

it('has an export that was broken off in the log as that, and one that was taken whole as a success', async () => {
  const broken: unknown[] = [];
  for (const headers of [{}, { 'accept-encoding': 'gzip' }]) {
    const reply = await begin(headers);
    expect(reply.statusCode).toBe(200);
    await new Promise((resolve) => reply.once('readable', resolve));
    // There is no row yet: the outcome is unknown.
    expect(await results()).toHaveLength(broken.length);
    reply.destroy();
    broken.push(['span.export', 'interrupted', 200]);
    await expect.poll(results, { timeout: 20_000 }).toEqual(broken);
  }
  const whole = await begin();
  for await (const part of whole) expect(part).toBeDefined();
  await expect
    .poll(results, { timeout: 20_000 })
    .toEqual([...broken, ['span.export', 'success', 200]]);
});
