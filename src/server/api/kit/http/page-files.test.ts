import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';

let api: ApiApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'telltale-page-'));
  await mkdir(path.join(folder, 'web/assets'), { recursive: true });
  await writeFile(path.join(folder, 'web/index.html'), '<!doctype html><title>page</title>');
  await writeFile(path.join(folder, 'web/assets/app-1a2b3c.js'), SCRIPT);
  await writeFile(path.join(folder, 'web/.secret'), 'SECRET');
  await writeFile(path.join(folder, 'secret.db'), 'SECRET');
  await symlink(path.join(folder, 'secret.db'), path.join(folder, 'web/link.db')).catch(
    () => undefined,
  );
  api = await openApiApp({ webRoot: path.join(folder, 'web') });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the page', () => {
  it.each([
    '/',
    '/projects',
    '/projects/UHJvamVjdDox/traces/abc',
    '/projects/a.b',
    '/projects/shop/sessions/user%2F42',
    '/datasets/questions.json',
    '/settings?tab=keys',
  ])('is the answer to an address of its own: %s', async (url) => {
    expect(await api.get(url)).toMatchObject({
      status: 200,
      text: expect.stringContaining('<title>page</title>'),
      headers: {
        'content-type': expect.stringContaining('text/html'),
        'cache-control': 'no-cache',
      },
    });
  });

  it('has assets that are cached permanently', async () => {
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
    for (const url of [
      '/v1/x',
      '/api/x',
      '/assets/missing.js',
      '/.well-known/x',
      '/favicon.ico',
      '/wp-login.php',
    ]) {
      expect(await api.get(url)).toMatchObject({
        status: 404,
        headers: { 'content-type': expect.stringContaining('application/json') },
      });
    }
    expect((await api.call({ method: 'POST', url: '/projects' })).status).toBe(405);
  });
});

const SCRIPT = `export const x = '${'y'.repeat(3000)}';`;
const SIZE = SCRIPT.length;
/**
 * Forms of `Range` (RFC 9110, 14.2), each with the part of the file it may be answered with: none
 * is 416, all of it means that it was ignored.
 */
const RANGES: readonly (readonly [
  range: string,
  part: readonly [from: number, to: number] | 'none' | 'all',
])[] = [
  ['bytes=0-0', [0, 1]],
  ['bytes=0-99', [0, 100]],
  ['bytes=100-', [100, SIZE]],
  ['bytes=-1', [SIZE - 1, SIZE]],
  ['bytes=-100', [SIZE - 100, SIZE]],
  [`bytes=0-${SIZE * 10}`, [0, SIZE]],
  [`bytes=-${SIZE * 10}`, 'none'],
  ['bytes=0-18446744073709551616', [0, SIZE]],
  [`bytes=${SIZE}-`, 'none'],
  ['bytes=99999999999999999999-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=5-2', 'none'],
  ['bytes=--1', 'none'],
  ['bytes=-', 'none'],
  ['bytes=a-b', 'none'],
  ['bytes=0x0-0x9', [0, 1]],
  ['bytes=1e1-2e1', [1, 3]],
  ['bytes=', 'none'],
  ['bytes', 'all'],
  ['', 'all'],
  ['lines=0-9', 'all'],
  ['BYTES=0-9', 'all'],
  ['bytes=0-9,20-29', 'all'],
  // Overlapping parts are one part: no request gets a file many times over.
  ['bytes=0-,0-,0-', [0, SIZE]],
  [`bytes=${Array.from({ length: 1_500 }, (_, at) => `${at}-`).join(',')}`, [0, SIZE]],
];

describe('a part of a file', () => {
  it.each(RANGES.map(([range, part]) => [range.slice(0, 40), range, part] as const))(
    '%s',
    async (_, range, part) => {
      const reply = await api.app.inject({ url: '/assets/app-1a2b3c.js', headers: { range } });
      // Whatever was asked for, never more than the file, and never bytes from elsewhere.
      if (part === 'none') {
        expect(reply.statusCode).toBe(416);
        expect(reply.payload).not.toContain('yyy');
      } else if (part === 'all') {
        expect([reply.statusCode, reply.payload === SCRIPT]).toEqual([200, true]);
      } else {
        const [from, to] = part;
        expect([reply.statusCode, reply.headers['content-range']]).toEqual([
          206,
          `bytes ${from}-${to - 1}/${SIZE}`,
        ]);
        expect(reply.payload).toBe(SCRIPT.slice(from, to));
      }
      expect(reply.headers['x-content-type-options']).toBe('nosniff');
    },
  );
});

const STEPS = [
  '..',
  '%2e%2e',
  '%2E%2e',
  '.%2e',
  '..%2f',
  '..%5c',
  '%252e%252e',
  '..%00',
  '....//',
  '..;',
  '.%00.',
  '%c0%ae%c0%ae',
];
const TARGETS = [
  'secret.db',
  'web/.secret',
  '.secret',
  'link.db',
  '../secret.db',
  '%2e%2e/secret.db',
  'etc/passwd',
];
describe('serves nothing outside the page', () => {
  it.each(STEPS)('by way of %s', async (step) => {
    for (const start of ['', '/assets', '/assets/x', '/projects']) {
      for (const target of TARGETS) {
        for (const url of [
          `${start}/${step}/${target}`,
          `${start}/${step}${target}`,
          `${start}/${step}/${step}/${target}`,
        ]) {
          const reply = await api.get(url, { range: 'bytes=0-5' });
          expect({ url, text: reply.text }).not.toMatchObject({
            text: expect.stringMatching(/SECRET|root:/),
          });
          expect([200, 206, 400, 403, 404, 416]).toContain(reply.status);
        }
      }
    }
  });

  it('by way of a link or a hidden file', async () => {
    for (const url of [
      '/link.db',
      '/.secret',
      '//secret.db',
      '/assets/../../secret.db',
      '/assets/..%2f..%2fsecret.db',
    ]) {
      const reply = await api.get(url);
      expect(reply.text).not.toContain('SECRET');
      expect([400, 403, 404]).toContain(reply.status);
    }
  });
});
