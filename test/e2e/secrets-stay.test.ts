import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BootedServer } from './boot.ts';
import { ADMIN_SECRET, bootClosed, makeApiKey } from './closed-server.ts';
import { freshSpans } from './otlp-messages.ts';
import { sendSpans } from './otlp-sender.ts';

const PASSWORD = 'Correct-horse-7-battery-staple';
const WRONG = 'Wrong-horse-7-battery-staple';
const SECRET_TEXT = 'what a user typed into the chat window 8713';
/** A name that would forge a line of a log, or colour a terminal. */
const FORGED = 'a\r\n{"level":60,"msg":"forged"}\u001b[31mred';

const operator = { authorization: `Bearer ${ADMIN_SECRET}` };
let server: BootedServer;
beforeAll(async () => {
  server = await bootClosed({
    SERVICE_LOGGING_LEVEL: 'trace',
    SERVICE_ENABLE_PROMETHEUS: 'true',
    SERVICE_DEFAULT_ADMIN_INITIAL_PASSWORD: PASSWORD,
  });
});
afterAll(() => server.dispose());

const json = { 'content-type': 'application/json' };
const post = (url: string, body: unknown, headers: object = {}): Promise<Response> =>
  fetch(server.url + url, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  });

it('keeps keys, passwords, tokens and what spans say out of logs, metrics, the audit log and the files; names forge no line', async () => {
  const secrets = [PASSWORD, WRONG, ADMIN_SECRET];
  const { id, key } = await makeApiKey(server, {
    kind: 'system',
    role: 'MEMBER',
    level: 'read-write',
  });
  const { key: other } = await makeApiKey(server, {
    kind: 'system',
    role: 'ADMIN',
    level: 'admin',
  });
  const guessed = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
  secrets.push(key, other, guessed);
  for (const wire of ['http protobuf', 'grpc'] as const) {
    expect(
      (
        await sendSpans(server, wire, freshSpans(1, SECRET_TEXT), {
          api_key: key,
          'x-project-name': FORGED.replaceAll(/\p{Cc}/gu, ''),
        })
      ).ok,
    ).toBe(true);
    expect((await sendSpans(server, wire, freshSpans(1), { api_key: guessed })).ok).toBe(false);
  }
  await fetch(`${server.url}/v1/projects?api_key=${key}`);
  await fetch(`${server.url}/v1/projects`, { headers: { authorization: `Bearer ${guessed}` } });
  await post('/v1/projects', { name: FORGED }, operator);
  await post('/v1/projects', `{"name":"${key}`, operator);
  await post('/auth/login', { email: FORGED, password: WRONG });
  await post('/auth/login', { email: 'admin@localhost', password: WRONG });
  const login = await post('/auth/login', { email: 'admin@localhost', password: PASSWORD });
  const tokens = login.headers.getSetCookie().map((cookie) => /=([^;]+)/.exec(cookie)?.[1] ?? '');
  expect(tokens.length).toBeGreaterThan(0);
  secrets.push(...tokens);
  const cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  expect((await fetch(`${server.url}/v1/user`, { headers: { cookie } })).status).toBe(200);
  // A page elsewhere cannot use the cookie, whatever it sends.
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ])
    expect((await post('/v1/projects', { name: 'csrf' }, { cookie, ...headers })).status).toBe(403);
  await fetch(`${server.url}/api/v1/api-keys/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    headers: operator,
  });
  const audit = await (
    await fetch(`${server.url}/api/v1/audit-logs?limit=100`, { headers: operator })
  ).text();
  const metrics = await (await fetch(`${server.metricsUrl ?? ''}/metrics`)).text();
  const keys = await (await fetch(`${server.url}/api/v1/api-keys`, { headers: operator })).text();
  const files = filesOf(server.directory);
  const { stdout, stderr } = await server.stop();
  const stored = filesOf(server.directory);
  const log = stdout + stderr;
  for (const secret of secrets.filter((one) => one.length > 12)) {
    for (const [where, text] of Object.entries({ log, audit, metrics, keys }))
      expect([where, text.includes(secret)]).toEqual([where, false]);
    for (const [name, bytes] of [...files, ...stored])
      expect([name, bytes.includes(Buffer.from(secret))]).toEqual([name, false]);
  }
  for (const [where, text] of Object.entries({ log, audit, metrics }))
    expect([where, text.includes(SECRET_TEXT)]).toEqual([where, false]);
  expect(log).not.toContain('\u001b');
  expect(log.split('\n').filter((line) => line.startsWith('{"level":60'))).toEqual([]);
});

function filesOf(directory: string): [string, Buffer][] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, readFileSync(path.join(entry.parentPath, entry.name))]);
}
