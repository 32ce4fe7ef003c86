import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiApp } from '../../../../test/api-app.ts';
import type { ApiApp } from '../../../../test/api-app.ts';

let api: ApiApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'telltale-page-'));
  await mkdir(path.join(folder, 'web/assets'), { recursive: true });
  await writeFile(path.join(folder, 'web/index.html'), '<!doctype html><title>page</title>');
  await writeFile(path.join(folder, 'web/assets/app-1a2b3c.js'), `export const x = '${'y'.repeat(3000)}';`);
  await writeFile(path.join(folder, 'web/.secret'), 'SECRET');
  await writeFile(path.join(folder, 'secret.db'), 'SECRET');
  await symlink(path.join(folder, 'secret.db'), path.join(folder, 'web/link.db')).catch(() => undefined);
  api = await openApiApp({ webRoot: path.join(folder, 'web') });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the page', () => {
  it.each(['/', '/projects', '/projects/UHJvamVjdDox/traces/abc', '/projects/a.b', '/settings?tab=keys'])(
    'is the answer to an address of its own: %s',
    async (url) => {
      expect(await api.get(url)).toMatchObject({
        status: 200,
        text: expect.stringContaining('<title>page</title>'),
        headers: { 'content-type': expect.stringContaining('text/html'), 'cache-control': 'no-cache' },
      });
    },
  );

  it('has assets that are kept for good', async () => {
    expect(await api.get('/assets/app-1a2b3c.js')).toMatchObject({
      status: 200,
      headers: {
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringContaining('javascript'),
        'x-content-type-options': 'nosniff',
      },
    });
    const packed = await api.app.inject({
      url: '/assets/app-1a2b3c.js',
      headers: { 'accept-encoding': 'gzip', 'x-forwarded-for': '192.0.2.1' },
    });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.rawPayload.length).toBeLessThan(1000);
  });

  it('is not the answer to what a program asks', async () => {
    for (const url of ['/v1/x', '/api/x', '/assets/missing.js', '/.well-known/x', '/favicon.ico', '/wp-login.php']) {
      expect(await api.get(url)).toMatchObject({ status: 404, headers: { 'content-type': expect.stringContaining('application/json') } });
    }
    expect((await api.call({ method: 'POST', url: '/projects' })).status).toBe(405);
  });
});

const STEPS = ['..', '%2e%2e', '%2E%2e', '.%2e', '..%2f', '..%5c', '%252e%252e', '..%00', '....//', '..;', '.%00.', '%c0%ae%c0%ae'];
const TARGETS = ['secret.db', 'web/.secret', '.secret', 'link.db', '../secret.db', '%2e%2e/secret.db', 'etc/passwd'];
describe('nothing outside the page is served', () => {
  it.each(STEPS)('by way of %s', async (step) => {
    for (const start of ['', '/assets', '/assets/x', '/projects']) {
      for (const target of TARGETS) {
        for (const url of [`${start}/${step}/${target}`, `${start}/${step}${target}`, `${start}/${step}/${step}/${target}`]) {
          const reply = await api.get(url, { range: 'bytes=0-5' });
          expect({ url, text: reply.text }).not.toMatchObject({ text: expect.stringMatching(/SECRET|root:/) });
          expect([200, 206, 400, 403, 404, 416]).toContain(reply.status);
        }
      }
    }
  });

  it('by way of a link or a hidden file', async () => {
    for (const url of ['/link.db', '/.secret', '//secret.db', '/assets/../../secret.db', '/assets/..%2f..%2fsecret.db']) {
      const reply = await api.get(url);
      expect(reply.text).not.toContain('SECRET');
      expect([400, 403, 404]).toContain(reply.status);
    }
  });
});
