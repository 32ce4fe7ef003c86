import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPython } from '#test/examples/example-run.ts';
import { runCalls, type Results } from './client-results.ts';
import { bootKeyed, spanNames, type KeyedServer } from './keyed-server.ts';

const python = findPython();
if (python === null)
  console.log(
    'note: no Python with the packages of test/clients/python, so the Python clients are skipped',
  );

const NAMES = expect.arrayContaining(['default']);

describe.skipIf(python === null)('the Python clients on a server with authentication', () => {
  let keyed: KeyedServer;
  let results: Results;
  beforeAll(async () => {
    keyed = await bootKeyed();
    results = await runCalls(keyed.server, 'python', python ?? '', 'key_calls.py', keyed.env);
  });
  afterAll(() => keyed.server.dispose());

  it.each([
    'api_key',
    'bearer',
    'api_key header',
    'x-api-key',
    'read-only',
    'PHOENIX_API_KEY',
    'PHOENIX_CLIENT_HEADERS',
  ])('read with a key by %s', (how) => expect(results[`client: ${how}`]).toEqual(NAMES));

  it.each([
    ['none', '401'],
    ['wrong', '401'],
    ['read-only writes', '403'],
  ])('say why, with %s', (how, status) => {
    expect(results[`client: ${how}`]).toMatchObject({
      raised: 'HTTPStatusError',
      message: expect.stringContaining(status),
    });
  });

  it.each(['http', 'grpc'])('send over %s with a key in every header, and not without', (wire) => {
    const sent = Object.fromEntries(
      Object.entries(results).filter(([name]) => name.startsWith(`${wire}: `)),
    );
    expect(sent).toEqual({
      [`${wire}: none`]: false,
      [`${wire}: read-only`]: false,
      [`${wire}: api_key`]: true,
      [`${wire}: bearer`]: true,
      [`${wire}: OTEL_EXPORTER_OTLP_HEADERS`]: true,
    });
  });

  it.each(['register-http', 'register-grpc'])('register with a key: %s', async (project) => {
    expect(results[project.replace('-', ': ')]).toBe(true);
    expect(await spanNames(keyed.server, project)).toEqual(['registered']);
  });
});
