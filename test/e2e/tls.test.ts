import { connect as connectTcp } from 'node:net';
import { readFileSync } from 'node:fs';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  HAS_OPENSSL,
  KEY_PASSWORD,
  makeTlsCertificates,
  type TlsCertificates,
} from '#test/tls-certificates.ts';
import { boot, runCommand, type BootedServer } from './boot.ts';
import { ensurePage, openBrowser } from './browser.ts';
import { ADMIN_SECRET, bootClosed } from './closed-server.ts';
import { freshSpans, jsonRequest } from './otlp-messages.ts';
import { secureExport, secureRequest } from './tls-client.ts';

const PASSWORD = 'a password of the first admin';
const BEARER = { authorization: `Bearer ${ADMIN_SECRET}` };
const httpPort = (server: BootedServer): number => Number(new URL(server.url).port);
const grpcPort = (server: BootedServer): number => Number(server.grpcTarget.split(':')[1]);
const base = (server: BootedServer): string => `https://localhost:${httpPort(server)}`;

/** The data received on a plain connection until the server closes it. */
function plainly(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connectTcp(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    // A reset is an end too.
    socket.on('error', () => undefined).on('close', () => resolve(answer));
  });
}

/** The data received over TLS until the server closes it; or why there was no TLS. */
function overTls(port: number, text: string, options: ConnectionOptions): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connectTls({ port, host: '127.0.0.1', ...options }, () => socket.write(text));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('error', (error) => (answer += error.message)).on('close', () => resolve(answer));
  });
}

describe.skipIf(!HAS_OPENSSL)('TLS on the server itself (needs openssl)', () => {
  let files: TlsCertificates;
  let server: BootedServer;
  beforeAll(async () => {
    await ensurePage();
    files = makeTlsCertificates();
    server = await bootClosed({
      SERVICE_HOST: '0.0.0.0',
      SERVICE_TLS_ENABLED: 'true',
      SERVICE_TLS_CERT_FILE: files.serverCert,
      SERVICE_TLS_KEY_FILE: files.lockedKey,
      SERVICE_TLS_KEY_FILE_PASSWORD: KEY_PASSWORD,
      SERVICE_HEADERS_TIMEOUT: '2s',
      SERVICE_MAX_BODY_BYTES: '1MiB',
    });
  });
  afterAll(async () => {
    await server.dispose();
    files.remove();
  });

  it('serves the REST interface and both wires, and says https of itself', async () => {
    const info = await secureRequest(files, `${base(server)}/v1/server`, { headers: BEARER });
    expect([info.status, JSON.parse(info.text)]).toMatchObject([
      200,
      { data: { grpc_tls: true, addresses: [base(server)], http_port: httpPort(server) } },
    ]);
    expect((await secureRequest(files, `${base(server)}/v1/projects`)).status).toBe(401);
    const json = { ...BEARER, 'content-type': 'application/json', 'x-project-name': 'by-tls' };
    const sent = await secureRequest(files, `${base(server)}/v1/traces`, {
      method: 'POST',
      headers: json,
      body: jsonRequest(freshSpans(1)),
    });
    expect(sent.status).toBe(200);
    await secureExport(files, grpcPort(server), undefined, ADMIN_SECRET);
    await expect(secureExport(files, grpcPort(server))).rejects.toThrow(/UNAUTHENTICATED/);
    const projects = await secureRequest(files, `${base(server)}/v1/projects`, { headers: BEARER });
    expect(projects.text).toContain('by-tls');
    expect(server.stderr).toContain('Server listening at https://');
  });

  it('tells browsers to come by TLS, but not on a name that every machine has', async () => {
    const byAddress = await secureRequest(files, `https://127.0.0.1:${httpPort(server)}/health`);
    const byName = await secureRequest(files, `${base(server)}/health`);
    expect([byAddress, byName].map(({ headers }) => headers['strict-transport-security'])).toEqual([
      'max-age=31536000',
      undefined,
    ]);
  });

  it('shows the page, and keeps its cookies to TLS', async () => {
    expect(server.adminLink).toMatch(`${base(server)}/`);
    const browser = await openBrowser();
    try {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: base(server) });
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      await page.goto(server.adminLink ?? '');
      await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('New password again').fill(PASSWORD);
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByRole('link', { name: /your account/ }).waitFor();
      const cookies = await context.cookies();
      expect(cookies.length).toBeGreaterThan(0);
      for (const cookie of cookies)
        expect(cookie).toMatchObject({ secure: true, name: expect.stringMatching(/^__Host-/) });
      await page.goto('/settings/general');
      await page
        .getByText(`https://localhost:${grpcPort(server)}`)
        .first()
        .waitFor();
    } finally {
      await browser.close();
    }
  });

  it.each(['HTTP', 'gRPC'])('ends what is no TLS on the port of %s, and goes on', async (which) => {
    const port = which === 'HTTP' ? httpPort(server) : grpcPort(server);
    expect(await plainly(port, 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')).not.toContain(
      'HTTP/1.1 200',
    );
    // Nothing at all, or the beginning of a handshake: within the time limit for headers.
    expect(await plainly(port, '')).toBe('');
    expect(await plainly(port, '\u0016\u0003\u0001')).toBe('');
    expect((await secureRequest(files, `${base(server)}/health`)).status).toBe(200);
    await secureExport(files, grpcPort(server), undefined, ADMIN_SECRET);
  });

  it('speaks TLS 1.2, and nothing older', async () => {
    const ca = readFileSync(files.ca);
    const ask = 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    expect(
      await overTls(httpPort(server), ask, { ca, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' }),
    ).toMatch(/^HTTP\/1\.1 200/);
    const old = {
      ca,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    } as const;
    for (const port of [httpPort(server), grpcPort(server)])
      expect(await overTls(port, ask, old)).toMatch(/alert protocol version/);
  });

  it('holds senders to the limits that they have in the clear', async () => {
    const ca = readFileSync(files.ca);
    expect(await overTls(httpPort(server), 'GET /health HTTP/1.1\r\nHost: loc', { ca })).toMatch(
      /^HTTP\/1\.1 408/,
    );
    expect(await overTls(httpPort(server), 'NO HTTP\r\n\r\n', { ca })).toMatch(
      /^HTTP\/1\.1 400[^]*not valid HTTP/,
    );
    const large = {
      method: 'POST',
      headers: { ...BEARER, 'content-type': 'application/x-protobuf' },
      body: Buffer.alloc(1_500_000),
    };
    expect((await secureRequest(files, `${base(server)}/v1/traces`, large)).status).toBe(413);
  });

  it('is found by the commands of this machine', async () => {
    const env = {
      SERVICE_WORKING_DIR: server.directory,
      SERVICE_HOST: '0.0.0.0',
      SERVICE_PORT: '0',
    };
    expect(await runCommand(['health'], env)).toMatchObject({
      code: 0,
      stdout: `https://127.0.0.1:${httpPort(server)} answers\n`,
    });
    const link = await runCommand(['admin-link'], env);
    expect(link.stdout).toMatch(`${base(server)}/`);
  });

  it('ends with its exit code, though a client never finishes the handshake', async () => {
    const held = await boot({
      env: {
        PHOENIX_TLS_ENABLED: 'true',
        PHOENIX_TLS_CERT_FILE: files.serverCert,
        PHOENIX_TLS_KEY_FILE: files.serverKey,
        SERVICE_SHUTDOWN_GRACE: '500ms',
        SERVICE_HEADERS_TIMEOUT: '1h',
      },
    });
    const open = [httpPort(held), grpcPort(held)].map((port) =>
      plainly(port, '\u0016\u0003\u0001'),
    );
    await secureRequest(files, `${base(held)}/health`);
    await secureExport(files, grpcPort(held));
    expect(await held.stop()).toMatchObject({ code: 0 });
    await Promise.all(open);
    await held.dispose();
  });

  it('is for one of the ports where it is asked for that', async () => {
    await using mixed = await boot({
      env: {
        PHOENIX_TLS_ENABLED: 'true',
        SERVICE_TLS_ENABLED_FOR_HTTP: 'false',
        SERVICE_TLS_CERT_FILE: files.serverCert,
        PHOENIX_TLS_KEY_FILE: files.serverKey,
      },
    });
    expect(
      (await fetch(`${mixed.url}/health`)).headers.get('strict-transport-security'),
    ).toBeNull();
    await secureExport(files, grpcPort(mixed));
    expect((await runCommand(['doctor'], { SERVICE_WORKING_DIR: mixed.directory })).stdout).toMatch(
      /ok {4}grpc/,
    );
  });

  it('does not start with files that do not fit', async () => {
    const env = {
      SERVICE_TLS_ENABLED: 'true',
      SERVICE_TLS_CERT_FILE: files.serverCert,
      SERVICE_TLS_KEY_FILE: files.clientKey,
    };
    const { code, stderr } = await runCommand(['serve'], env);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^telltale: SERVICE_TLS_KEY_FILE is '[^\n]+\n$/),
    ]);
  });
});
