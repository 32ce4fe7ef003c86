import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as immediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { ADMIN_SECRET, bearer, send } from '#test/api-access.ts';
import { exportOf } from '#test/api-spans.ts';

/**
 * Replies that are still being sent when their caller loses access, or when their source can't be
 * read to its end.
 */
let api: ApiApp;
let port: number;
const operator = bearer(ADMIN_SECRET);
/** A client elsewhere, which takes its replies compressed. */
const PACKED = { 'accept-encoding': 'gzip', 'x-forwarded-for': '192.0.2.7' };
async function* failing(): AsyncGenerator<string> {
  // Its head is on its way by then.
  for (let part = 0; part < 100; part++) {
    yield 'the beginning,'.repeat(4_000);
    await immediate();
  }
  throw new Error('the disk is gone');
}

beforeAll(async () => {
  api = await openApiApp({
    access: { required: true, adminSecret: ADMIN_SECRET },
    plugins: [
      async (app) =>
        void app.get('/failing', { config: { access: 'open' } }, async (_request, reply) =>
          reply.type('text/plain').send(Readable.from(failing())),
        ),
    ],
  });
  // Each is more than what the buffers between the two ends hold.
  const attributes = { 'input.value': 'x'.repeat(1_000_000) };
  for (let span = 1; span <= 40; span++)
    await api.ingest(exportOf({ trace: 1, span, attributes }), 'large');
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = (api.app.server.address() as AddressInfo).port; // as: it listens on a port
});
afterAll(() => api.close());

/** Sends the request, and continues once the head of the reply has arrived. */
function begin(path: string, headers: Record<string, string>): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    http
      .get({ port, host: '127.0.0.1', path, headers, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
}
async function toItsEnd(reply: http.IncomingMessage): Promise<'whole' | 'broken off'> {
  try {
    for await (const part of reply) expect(part).toBeDefined();
    return 'whole';
  } catch {
    return 'broken off';
  }
}
const results = async (): Promise<readonly string[]> => {
  await api.audit.log.flush();
  const rows = await api.meta
    .selectFrom('audit_log')
    .select('result')
    .where('action', '=', 'span.export')
    .orderBy('seq')
    .execute();
  return rows.map(({ result }) => result);
};

it('breaks off a download when its key is revoked', async () => {
  const before = await results();
  for (const [at, headers] of [{}, PACKED].entries()) {
    const made = await send(api, 'POST', '/api/v1/api-keys', operator, {
      name: 'reader',
      level: 'read-only',
    });
    // as: the reply was checked against its schema
    const { id, key } = made.body as { id: string; key: string };
    const reply = await begin('/v1/projects/large/spans/jsonl', { ...headers, api_key: key });
    expect(reply.statusCode).toBe(200);
    await new Promise((resolve) => reply.once('readable', resolve));
    expect(
      (await send(api, 'DELETE', `/api/v1/api-keys/${encodeURIComponent(id)}`, operator)).status,
    ).toBe(204);
    const ended = [...before, 'interrupted', 'interrupted'].slice(0, before.length + at + 1);
    await expect.poll(results, { timeout: 60_000 }).toEqual(ended);
    expect(await toItsEnd(reply)).toBe('broken off');
  }
}, 180_000);

it('breaks off a reply that cannot be read to its end, compressed or not', async () => {
  for (const headers of [{}, PACKED])
    expect(await toItsEnd(await begin('/failing', headers))).toBe('broken off');
}, 60_000);
