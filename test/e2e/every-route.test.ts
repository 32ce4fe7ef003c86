import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from './boot.ts';
import { freshSpans } from './otlp-messages.ts';
import { sendSpans } from './otlp-sender.ts';

let server: BootedServer;
let operations: readonly { readonly method: string; readonly path: string }[];
beforeAll(async () => {
  server = await boot();
  await sendSpans(server, 'http protobuf', freshSpans(5));
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Readonly<Record<string, object>>;
  };
  operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => ({ method: method.toUpperCase(), path })),
  );
});
afterAll(async () => server.dispose());

const HEADERS: readonly (readonly [string, RegExp])[] = [
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^no-referrer$/],
  ['cross-origin-opener-policy', /^same-origin$/],
  [
    'content-security-policy',
    /^default-src 'self'; .*script-src 'self'; .*object-src 'none'; .*frame-ancestors 'none'/,
  ],
];
/** Content that errors must never contain: stack frames, statements, folders, system messages. */
const INNARDS = /\n\s+at |node_modules|\.ts:\d|SELECT |SQLITE_|ENOENT|\/tmp\/|<html/i;
const JSON_TYPE = { 'content-type': 'application/json' };

interface Attempt {
  /** The value of each id in the path. */
  readonly id: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  'ids that name nothing': {
    id: 'ffffffffffffffffffffffffffffffff',
    headers: JSON_TYPE,
    body: '{}',
  },
  'an id that is there': { id: 'default', headers: JSON_TYPE, body: '{"unknown":1}' },
  'ids that are no ids': { id: '%00%27%22%3Cscript%3E', headers: JSON_TYPE, body: '{}' },
  'values of the wrong type': {
    id: 'default',
    query:
      '?limit=wrong&cursor=%ff%00&filter=%28%28%28&start_time=yesterday&time_range=x&metric=x&condition=%3D%3D',
    headers: JSON_TYPE,
    body: '[1]',
  },
  'a body that is no JSON': { id: 'default', headers: JSON_TYPE, body: '{"wrong":' },
  'a body of an unknown type': {
    id: 'default',
    headers: { 'content-type': 'application/x-unknown' },
    body: 'wrong',
  },
  'another site’s request': {
    id: 'default',
    headers: { ...JSON_TYPE, origin: 'https://evil.example' },
    body: '{}',
  },
};

/** Asks, and reads the reply, but for live streams, which have no end. */
async function ask(method: string, path: string, attempt: Attempt) {
  const url = `${server.url}${path.replaceAll(/\{\w+\}/g, attempt.id)}${attempt.query ?? ''}`;
  const withBody = method !== 'GET' && attempt.body !== undefined ? { body: attempt.body } : {};
  const headers = Object.fromEntries(
    Object.entries(attempt.headers ?? {}).filter(
      ([name]) => name !== 'content-type' || 'body' in withBody,
    ),
  );
  const aborter = new AbortController();
  const reply = await fetch(url, {
    method,
    headers,
    ...withBody,
    redirect: 'manual',
    signal: aborter.signal,
  });
  const isStream = /event-stream|multipart/.test(reply.headers.get('content-type') ?? '');
  const text = isStream ? '' : await reply.text();
  aborter.abort();
  return {
    where: `${method} ${url.slice(server.url.length)}`,
    status: reply.status,
    headers: reply.headers,
    text,
  };
}

describe.each(Object.entries(ATTEMPTS))(
  'check 63: every operation, asked with %s,',
  (_what, attempt) => {
    it('carries the headers, says what is wrong in one way, and keeps its innards to itself', async () => {
      const faults: string[] = [];
      for (const { method, path } of operations.toSorted(
        (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
      )) {
        const { where, status, headers, text } = await ask(method, path, attempt);
        const fault = (problem: string) => faults.push(`${where} (${status}): ${problem}`);
        for (const [name, pattern] of HEADERS)
          if (!pattern.test(headers.get(name) ?? '')) fault(`${name}: ${headers.get(name)}`);
        const type = headers.get('content-type') ?? '';
        if (type.includes('html')) fault(type);
        if (
          /csv|jsonl|ndjson/.test(type) &&
          headers.get('content-disposition')?.startsWith('attachment; filename=') !== true
        )
          fault(`a download with ${headers.get('content-disposition')}`);
        // 503 is "not now"; any other 5xx is a fault of the server.
        if (status >= 500 && status !== 503) fault(text.slice(0, 200));
        if (status < 400) continue;
        if (INNARDS.test(text)) fault(text.slice(0, 300));
        // OTLP answers in its own way, health with what is wrong, and old clients read evaluations
        // whatever the status.
        const isNothing = path === '/v1/evaluations' && status === 404 && text === '';
        if (
          !/^\/(health|ready|v1\/traces$|v1\/logs$)/.test(path) &&
          !isNothing &&
          !text.startsWith('{"detail":')
        )
          fault(text.slice(0, 200));
      }
      expect(faults).toEqual([]);
      expect(operations.length).toBeGreaterThan(50);
    });
  },
);

it('exports a dataset without a warning of the runtime', async () => {
  const body = JSON.stringify({
    name: 'exported',
    inputs: [{ question: 'How long do refunds take?' }],
  });
  const uploaded = await fetch(`${server.url}/v1/datasets/upload?sync=true`, {
    method: 'POST',
    headers: JSON_TYPE,
    body,
  });
  const { data } = (await uploaded.json()) as { data: { dataset_id: string } };
  for (const file of ['csv', 'jsonl', 'parquet']) {
    const { status } = await ask('GET', `/v1/datasets/{id}/${file}`, { id: data.dataset_id });
    expect({ file, status }).toEqual({ file, status: 200 });
  }
  expect(server.stderr).not.toContain('Warning');
});

it.each([
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n', 400],
  ['no protocol at all', '\u0016\u0003\u0001\u0002\u0000\r\n\r\n', 400],
  ['headers of 17 KB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(17_408)}\r\n\r\n`, 431],
  [
    'two lengths',
    'POST /v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    400,
  ],
])(
  'check 63: what never becomes a request is refused with the headers, too: %s',
  async (_what, bytes, status) => {
    const { port } = new URL(server.url);
    const reply = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
      socket.setTimeout(60_000, () => socket.destroy(new Error('No reply.')));
    });
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(reply.toLowerCase()).toContain('\r\nx-content-type-options: nosniff\r\n');
    expect(reply).toMatch(/\r\n\r\n\{"detail":"[^"]+"\}$/);
  },
);
