import { readdirSync } from 'node:fs';
import net from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BootedServer } from './boot.ts';
import { ensurePage } from './browser.ts';
import { bootClosed, makeApiKey } from './closed-server.ts';

/**
 * Check 65 with authentication on: what is open is the page's own files, and by no spelling of a
 * path anything else.
 */
let server: BootedServer;
let key: string;
let files: readonly string[];
beforeAll(async () => {
  await ensurePage();
  server = await bootClosed();
  ({ key } = await makeApiKey(server, {
    level: 'admin',
    kind: 'system',
    role: 'ADMIN',
    name: 'the only key',
  }));
  files = readdirSync(server.directory).filter((name) => name.endsWith('.db'));
}, 120_000);
afterAll(() => server.dispose());

const UP = [
  '..',
  '%2e%2e',
  '.%2e',
  '..%2f',
  '..%5c',
  '..\\',
  '%252e%252e',
  '..%00',
  '....//',
  '..;',
  '%c0%ae%c0%ae',
  '.',
];
const STARTS = ['', '/assets', '/assets/x', '/docs', '/v1', '/auth'];

/** Sends the path as it is: nothing tidies it up on the way. */
function ask(
  path: string,
  method = 'GET',
): Promise<{ readonly status: number; readonly text: string }> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = net.connect(Number(port), '127.0.0.1', () =>
      socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nRange: bytes=0-\r\nX-Original-URL: /v1/projects\r\n\r\n`,
      ),
    );
    socket.on('data', (part: Buffer) => (text += part.toString('latin1')));
    socket.on('close', () =>
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }),
    );
    socket.on('error', reject);
  });
}

const isPage = (text: string): boolean =>
  text.includes('<!doctype html>') && text.includes('/assets/');

it('serves no file of the server or its data, whatever the path', async () => {
  expect(files).toEqual(expect.arrayContaining(['meta.db', 'spans.db']));
  const absolute = `${server.directory}/meta.db`;
  const targets = [
    ...files,
    absolute,
    'package.json',
    'server/main.js',
    'etc/passwd',
    'proc/self/environ',
  ];
  let asked = 0;
  for (const start of STARTS)
    for (const up of UP)
      for (const target of targets)
        for (const path of [
          `${start}/${up}/${up}/${target}`,
          `${start}/${`${up}/`.repeat(8)}${target}`,
        ]) {
          const { status, text } = await ask(path);
          expect([
            path,
            /SQLite format|"scripts"|root:|SERVICE_SECRET|the only key/.test(text),
          ]).toEqual([path, false]);
          expect([path, [400, 401, 403, 404, 405, 416].includes(status) || isPage(text)]).toEqual([
            path,
            true,
          ]);
          asked += 1;
        }
  expect(asked).toBeGreaterThan(200);
}, 240_000);

it('answers no spelling of a closed path, and no other method for it, without a key', async () => {
  const paths = [
    '/v1/projects',
    '//v1/projects',
    '///v1//projects',
    '/v1/%70rojects',
    '/%76%31/projects',
    '/v1/projects/',
    '/v1/projects//',
    '/./v1/projects',
    '/v1/./projects',
    '/x/../v1/projects',
    '/assets/../v1/projects',
    '/assets/%2e%2e/v1/projects',
    '/v1/projects;x=1',
    '/v1/projects%3Fx',
    '/v1/projects%00',
    '/v1%2fprojects',
    '/V1/projects',
    '/v1\\projects',
    '/v1/projects.json',
    'http://127.0.0.1/v1/projects',
    '/metrics',
    '/v1/live',
    '/v1/projects/default/live',
  ];
  for (const path of paths)
    for (const method of [
      'GET',
      'HEAD',
      'OPTIONS',
      'POST',
      'PUT',
      'TRACE',
      'PROPFIND',
      'QUERY',
      'SEARCH',
    ]) {
      const { status, text } = await ask(path, method);
      const what = `${method} ${path}: ${status}`;
      // Paths unknown to the server belong to the page, which holds no data.
      expect([
        what,
        status >= 400 ||
          isPage(text) ||
          (method === 'HEAD' && /content-type: text\/html/i.test(text)),
      ]).toEqual([what, true]);
      expect([what, /"default"/.test(text)]).toEqual([what, false]);
    }
  const { status } = await fetch(`${server.url}/v1/projects`, { headers: { api_key: key } });
  expect(status).toBe(200);
});
