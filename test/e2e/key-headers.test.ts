import http from 'node:http';
import http2 from 'node:http2';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BootedServer } from './boot.ts';
import { bootClosed, makeApiKey } from './closed-server.ts';

/**
 * Check 49: the headers that may hold a key, and its allowed forms. Headers are alternating names
 * and values, as on the wire.
 */
let server: BootedServer;
let key: string;
let other: string;
beforeAll(async () => {
  server = await bootClosed();
  ({ key } = await makeApiKey(server, { level: 'read-write' }));
  ({ key: other } = await makeApiKey(server, { level: 'read-write' }));
});
afterAll(() => server.dispose());

const K = '{key}';
const O = '{other}';
/** A case's headers once the keys are known. */
const filled = (headers: readonly string[]): string[] =>
  headers.map((part) => part.replaceAll(K, key).replaceAll(O, other));

const TAKEN: readonly (readonly [string, readonly string[]])[] = [
  ['Authorization: Bearer', ['Authorization', `Bearer ${K}`]],
  ['its name in lower case', ['authorization', `Bearer ${K}`]],
  ['its name in upper case', ['AUTHORIZATION', `Bearer ${K}`]],
  ['the scheme in lower case', ['authorization', `bearer ${K}`]],
  ['the scheme in upper case', ['authorization', `BEARER ${K}`]],
  ['two blanks behind the scheme', ['authorization', `Bearer  ${K}`]],
  ['blanks around it', ['authorization', `  Bearer ${K}  `]],
  ['api_key', ['api_key', K]],
  ['Api_Key', ['Api_Key', K]],
  ['API_KEY', ['API_KEY', K]],
  ['api-key', ['api-key', K]],
  ['X-API-Key', ['X-API-Key', K]],
  ['api_key with blanks around it', ['api_key', `  ${K}  `]],
  ['the same key in both', ['authorization', `Bearer ${K}`, 'api_key', K]],
  ['the same key in all', ['authorization', `Bearer ${K}`, 'api_key', K, 'x-api-key', K]],
  ['another scheme, and api_key', ['authorization', 'Basic YWxhZGRpbjpvcGVu', 'api_key', K]],
  ['an empty api_key beside it', ['api_key', '', 'authorization', `Bearer ${K}`]],
];
const REFUSED: readonly (readonly [string, readonly string[]])[] = [
  ['nothing', []],
  ['a key without a scheme', ['authorization', K]],
  ['a scheme without a key', ['authorization', 'Bearer']],
  ['a scheme and a blank', ['authorization', 'Bearer ']],
  ['the scheme Basic', ['authorization', `Basic ${K}`]],
  ['the scheme ApiKey', ['authorization', `ApiKey ${K}`]],
  ['no blank behind the scheme', ['authorization', `Bearer${K}`]],
  ['two different keys', ['authorization', `Bearer ${K}`, 'api_key', O]],
  ['two different keys in two headers of the second kind', ['api_key', K, 'x-api-key', O]],
  ['api_key twice', ['api_key', K, 'api_key', O]],
  ['two keys with a comma', ['authorization', `Bearer ${K},${O}`]],
  ['two keys with a comma in api_key', ['api_key', `${K}, ${O}`]],
  ['something behind the key', ['authorization', `Bearer ${K} and more`]],
  ['the key with a letter more', ['api_key', `${K}a`]],
  ['the key in quotation marks', ['api_key', `"${K}"`]],
  ['the scheme in api_key', ['api_key', `Bearer ${K}`]],
  ['10 KB of a key', ['api_key', `svc_live_${'a'.repeat(10_000)}`]],
  ['a key in a cookie', ['cookie', `api_key=${K}`]],
];

function overHttp(headers: readonly string[], path = '/v1/projects'): Promise<number> {
  return new Promise((resolve, reject) => {
    const target = new URL(server.url);
    const request = http.request(
      {
        host: target.hostname,
        port: target.port,
        path,
        headers: ['Host', target.host, ...headers],
      },
      (reply) => {
        reply.resume().once('end', () => resolve(reply.statusCode ?? 0));
      },
    );
    request.once('error', reject).end();
  });
}

function overGrpc(headers: readonly string[]): Promise<number> {
  const session = http2.connect(`http://${server.grpcTarget}`);
  const names = headers.map((part, index) => (index % 2 === 0 ? part.toLowerCase() : part.trim()));
  const path = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
  const head = [
    ':method',
    'POST',
    ':path',
    path,
    ':scheme',
    'http',
    ':authority',
    server.grpcTarget,
    'te',
    'trailers',
  ];
  return new Promise((resolve, reject) => {
    const stream = session.request([...head, 'content-type', 'application/grpc', ...names]);
    let code = -1;
    const note = (received: http2.IncomingHttpHeaders): void => {
      if (received['grpc-status'] !== undefined) code = Number(received['grpc-status']);
    };
    stream.on('response', note).on('trailers', note).on('error', reject).resume();
    stream.on('close', () => {
      session.close();
      resolve(code);
    });
    stream.end(Buffer.alloc(5));
  });
}

describe('a key is taken', () => {
  it.each(TAKEN)('in %s', async (_name, headers) => {
    expect({
      http: await overHttp(filled(headers)),
      grpc: await overGrpc(filled(headers)),
    }).toEqual({ http: 200, grpc: status.OK });
  });
});

describe('no caller is authenticated', () => {
  it.each(REFUSED)('by %s', async (_name, headers) => {
    expect({
      http: await overHttp(filled(headers)),
      grpc: await overGrpc(filled(headers)),
    }).toEqual({
      http: 401,
      grpc: status.UNAUTHENTICATED,
    });
  });

  // No HTTP/2 client here sends it twice; the unit test of credentials does.
  it.each([`Bearer ${O}`, 'Bearer x', `Bearer ${K}`])(
    'by an Authorization that is there twice over HTTP, the second %s',
    async (second) => {
      expect(
        await overHttp(filled(['authorization', `Bearer ${K}`, 'authorization', second])),
      ).toBe(401);
    },
  );

  it.each(['api_key', 'apiKey', 'access_token', 'token', 'key', 'authorization'])(
    'by a key in the address as %s',
    async (name) => {
      expect(await overHttp([], `/v1/projects?${name}=${encodeURIComponent(key)}`)).toBe(401);
      expect(
        await overHttp([], `/v1/projects?${name}=${encodeURIComponent(`Bearer ${key}`)}`),
      ).toBe(401);
    },
  );

  it('by a header of 64 KB, which is not read at all', async () => {
    expect(await overHttp(['api_key', 'a'.repeat(65_536)])).toBe(431);
    expect(await overHttp(['api_key', key])).toBe(200);
  });
});
