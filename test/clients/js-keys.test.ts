import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCalls, type Results } from './client-results.ts';
import { bootKeyed, spanNames, type KeyedServer } from './keyed-server.ts';

describe('the JavaScript clients on a server with authentication', () => {
  let keyed: KeyedServer;
  let results: Results;
  beforeAll(async () => {
    keyed = await bootKeyed();
    results = await runCalls(keyed.server, 'js', process.execPath, 'key-calls.js', keyed.env);
  });
  afterAll(() => keyed.server.dispose());

  it('read with a key in every header, and by their own setting', () => {
    for (const how of ['bearer', 'api_key', 'x-api-key', 'PHOENIX_API_KEY'])
      expect({ how, names: results[`client: ${how}`] }).toEqual({
        how,
        names: expect.arrayContaining(['default']),
      });
  });

  it('say why they may not', () => {
    expect(results).toMatchObject({
      'client: none': { raised: 'HttpError', status: 401 },
      'client: wrong': { raised: 'HttpError', status: 401 },
      'client: read-only writes': { raised: 'HttpError', status: 403 },
      'client: spans without a key': { raised: 'HttpError', status: 401 },
    });
  });

  it('register with a key', async () => {
    expect(await spanNames(keyed.server, 'js-register')).toEqual(['registered']);
  });
});
