import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addDatasetExamples } from '#contracts/datasets/dataset-edit.routes.ts';
import { getFacets, getSeries } from '#contracts/metrics/routes.ts';
import { deleteProject, listProjects } from '#contracts/projects/routes.ts';
import { login } from '#contracts/sign-in/routes.ts';
import { ApiError, call, callExactly, callForLines, callForText, callSignedOut } from './client.ts';

const SERVER = 'http://server.test';
let requests: Request[];
let reply: () => Response | Promise<Response>;

beforeEach(() => {
  requests = [];
  reply = () => Response.json({ data: [], next_cursor: null });
  // Pages have an address that those of requests are relative to.
  const RelativeRequest = class extends Request {
    constructor(path: string, init: RequestInit) {
      super(new URL(path, SERVER), init);
    }
  };
  vi.stubGlobal('Request', RelativeRequest);
  vi.stubGlobal('fetch', async (request: Request) => {
    requests.push(request);
    return await reply();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const sent = (): string[] =>
  requests.map(({ method, url }) => `${method} ${url.slice(SERVER.length)}`);
const params = { project_identifier: 'a/b c' };

it('encodes parameters, repeats lists, and leaves out what is absent', async () => {
  await call(getFacets, {
    params,
    query: { attribute_key: ['metadata.tier', 'a&b'], search: 'é = $1', filter: '' },
  });
  await call(getFacets, { params, query: { attribute_key: [] } });
  await call(listProjects);
  expect(sent()).toEqual([
    'GET /v1/projects/a%2Fb%20c/facets?attribute_key=metadata.tier&attribute_key=a%26b&search=%C3%A9%20%3D%20%241&filter=',
    'GET /v1/projects/a%2Fb%20c/facets',
    'GET /v1/projects',
  ]);
});

it('sends a body as JSON, or the text of one as it is, and says so only with a body', async () => {
  await callSignedOut(login, { body: { email: 'a@b.c', password: 'x' } });
  const bodyText = '{"examples":[{"input":{"n":12345678901234567890}}]}';
  await call(addDatasetExamples, { params: { id: 'RGF0YXNldDox' }, bodyText, keepalive: true });
  await call(listProjects);
  expect(await Promise.all(requests.map((request) => request.text()))).toEqual([
    '{"email":"a@b.c","password":"x"}',
    bodyText,
    '',
  ]);
  expect(requests.map(({ headers }) => headers.get('content-type'))).toEqual([
    'application/json',
    'application/json',
    null,
  ]);
  expect(requests.map(({ keepalive }) => keepalive)).toEqual([false, true, false]);
});

it('resolves to the body of a success: parsed, as text, as lines, or undefined', async () => {
  reply = () => new Response('{"data":[1]}');
  expect(await call(listProjects)).toEqual({ data: [1] });
  reply = () => new Response('{"n":12345678901234567890}');
  expect(JSON.stringify(await callExactly(listProjects))).toBe('{"n":12345678901234567890}');
  reply = () => new Response('{"data":[1]}');
  expect(await callForText(listProjects)).toBe('{"data":[1]}');
  expect(await new Response(await callForLines(getSeries, { params })).text()).toBe('{"data":[1]}');
  expect(requests.at(-1)?.headers.get('accept')).toBe('application/x-ndjson');
  reply = () => new Response(null, { status: 204 });
  expect(await call(deleteProject, { params })).toBeUndefined();
});

it('rejects with what the server says, and with its status where that is no JSON', async () => {
  const headers = { 'retry-after': '7', 'x-request-id': 'r1' };
  reply = () => Response.json({ detail: 'Too much at once.' }, { status: 429, headers });
  await expect(call(listProjects)).rejects.toMatchObject({
    status: 429,
    message: 'Too much at once.',
    retryAfterS: 7,
    requestId: 'r1',
  });
  reply = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
  await expect(call(listProjects)).rejects.toEqual(
    new ApiError(502, 'The server answered 502.', null),
  );
});

it('rejects with status 0 where there is no answer, and as the browser does for a call that was given up', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  reply = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(call(listProjects)).rejects.toEqual(
    new ApiError(0, 'The server cannot be reached.', null),
  );
  reply = () => Promise.reject(new DOMException('given up', 'AbortError'));
  await expect(call(listProjects)).rejects.toMatchObject({ name: 'AbortError' });
});

it('asks whether the server is there once a call waits for long, and not while calls are answered', async () => {
  const asked: unknown[] = [];
  vi.useFakeTimers();
  await call(listProjects);
  vi.stubGlobal('fetch', async (request: unknown) => {
    asked.push(request);
    return await new Promise<never>(() => undefined);
  });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toEqual([]);
  void call(listProjects);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked.at(1)).toBe('/ready');
});
