import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { jsonSpan, otlpJson, readAll, readProject, sendTraces } from './read-back.ts';

const KEYS = [
  '__proto__',
  '__proto__.polluted',
  '__proto__.toString',
  'constructor',
  'constructor.prototype',
  'constructor.prototype.polluted',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  '__defineGetter__',
  '__lookupSetter__',
  'toJSON',
  'then',
  'length',
  'a.__proto__.polluted',
  'a.constructor.prototype.polluted',
  'gen_ai.prompt.__proto__.POLLUTED',
  'llm.input_messages.__proto__.message.content',
  'llm.input_messages.0.__proto__.polluted',
  'llm.input_messages.4294967294.message.role',
  'llm.input_messages.1000000000.message.role',
  'llm.input_messages.-1.message.role',
  'llm.input_messages.007.message.role',
  'metadata.__proto__.polluted',
  'retrieval.documents.99999999.document.id',
  '',
  '.',
  '..',
  'a..b',
  ' ',
  '0',
  '0.0',
  '$where',
  'a\0b',
  '🙂',
  'x'.repeat(1_000),
];

let server: BootedServer;
beforeAll(async () => {
  server = await boot();
  await sendTraces(
    server.url,
    otlpJson([
      jsonSpan(1, 1, { attributes: [{ key: 'kept', value: { stringValue: 'as it was' } }] }),
    ]),
    {
      'x-project-name': 'bystander',
    },
  );
});
afterAll(async () => {
  await server.dispose();
});

/** Answers carry no property that came from a prototype, and no other spans changed. */
async function expectNothingPolluted(): Promise<void> {
  for (const path of [
    '/v1/projects/bystander',
    '/v1/projects/bystander/spans',
    '/v1/projects/bystander/traces',
    '/v1/server',
  ]) {
    const text = await (await fetch(`${server.url}${path}`)).text();
    expect(text).not.toMatch(/polluted/i);
  }
  for (const project of await readAll(server.url, '/v1/projects'))
    expect(Object.keys(project ?? {})).toEqual(['id', 'name', 'description']);
  const [span] = (await readProject(server.url, 'bystander')) ?? [];
  expect(span?.attributes).toEqual({ kept: 'as it was' });
}

describe('a key that is a name of JavaScript', () => {
  let project = 0;

  test.each(KEYS)(
    'in attributes of a span, its events, its maps and its resource: %j',
    async (key) => {
      project += 1;
      const value = { stringValue: 'v' };
      const attributes = [{ key, value }];
      const span = (number: number, extra: object) =>
        jsonSpan(1_000 + project, 1_000 * project + number, extra);
      const spans = [
        span(1, { attributes }),
        span(2, {
          attributes: [
            {
              key: 'map',
              value: {
                kvlistValue: { values: [{ key, value: { kvlistValue: { values: attributes } } }] },
              },
            },
          ],
        }),
        span(3, { events: [{ name: 'event', timeUnixNano: '1', attributes }] }),
        span(4, {
          attributes: [
            {
              key: 'metadata',
              value: {
                stringValue: JSON.stringify(Object.fromEntries([[key, { polluted: true }]])),
              },
            },
            { key: 'openinference.span.kind', value: { stringValue: key } },
            { key: 'session.id', value: { stringValue: key } },
          ],
        }),
        span(5, {
          name: key,
          attributes: [
            { key: 'llm.model_name', value: { stringValue: key } },
            { key: 'openinference.span.kind', value: { stringValue: 'LLM' } },
            { key: 'llm.token_count.prompt', value: { intValue: '1' } },
          ],
        }),
      ];
      const sent = await sendTraces(server.url, otlpJson(spans, attributes), {
        'x-project-name': `keys-${project}`,
      });
      expect(sent.status).toBe(200);
      const read = (await readProject(server.url, `keys-${project}`)) ?? [];
      expect(read.length).toBeGreaterThanOrEqual(4);
      // Kept verbatim, but that blanks around a segment and empty segments do not tell keys apart.
      const plain = key
        .split('.')
        .map((segment) => segment.trim())
        .filter((segment) => segment !== '');
      const first = read.find((one) => one.name === `span ${1_000 * project + 1}`);
      const kept = Object.values(first?.attributes ?? {});
      expect(kept.filter((one) => one !== 'v')).toEqual([]);
      expect(kept.length).toBeGreaterThanOrEqual(Math.min(plain.length, 1));
      for (const path of [
        'facets',
        'series?start_time=2025-12-31T00:00:00Z&end_time=2026-01-02T00:00:00Z',
        'trace_rows',
        'span_rows',
      ]) {
        const response = await fetch(`${server.url}/v1/projects/keys-${project}/${path}`);
        expect(response.status, `${path}: ${(await response.text()).slice(0, 200)}`).toBe(200);
      }
    },
  );

  test.each(KEYS)('in a JSON body, a query and a filter: %j', async (key) => {
    project += 1;
    const attributes = `{${JSON.stringify(key)}: {"polluted": 1}}`;
    const span = `{"name": "n", "span_kind": "LLM", "status_code": "OK", "start_time": "2026-01-01T00:00:00Z", "end_time": "2026-01-01T00:00:01Z", "attributes": ${attributes}, "context": {"trace_id": "${'c'.repeat(28)}${String(project).padStart(4, '0')}", "span_id": "${'d'.repeat(12)}${String(project).padStart(4, '0')}"}}`;
    const bodies: readonly (readonly [string, string])[] = [
      ['/v1/projects/rest-keys/spans', `{"data": [${span}]}`],
      ['/v1/projects', `{"name": "made-${project}", ${JSON.stringify(key)}: {"polluted": 1}}`],
      ['/v1/traces/transfer', attributes],
      ['/v1/sessions/delete', attributes],
    ];
    for (const [path, body] of bodies) {
      const response = await fetch(`${server.url}${path}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(response.status, `${path} ${(await response.text()).slice(0, 300)}`).toBeLessThan(500);
    }
    const name = encodeURIComponent(key);
    const paths = [
      `/v1/projects?${name}=polluted`,
      `/v1/projects?${name}[polluted]=1`,
      `/v1/projects/${name}`,
      `/v1/projects/bystander/spans?attribute=${name}:1`,
      `/v1/projects/bystander/spans?name=${name}`,
      `/v1/traces/${name}`,
      `/v1/spans/${name}`,
      `/v1/sessions/${name}`,
      `/v1/projects/bystander/traces?filter=${encodeURIComponent(`attributes[${JSON.stringify(key)}] == 1`)}`,
      `/v1/projects/bystander/spans?cursor=${name}`,
      `/v1/projects/bystander/traces?session_identifier=${name}`,
    ];
    for (const path of paths) {
      const response = await fetch(`${server.url}${path}`);
      expect(response.status, `${path} ${(await response.text()).slice(0, 300)}`).toBeLessThan(500);
    }
    await readProject(server.url, 'rest-keys');
  });

  test.each(KEYS)('in an annotation: %j', async (key) => {
    project += 1;
    const name = `annotated-${project}`;
    const [traceId, spanId] = ['e'.repeat(28), 'e'.repeat(12)].map(
      (id) => `${id}${String(project).padStart(4, '0')}`,
    );
    const span = jsonSpan(9_000 + project, 9_000 + project, {
      traceId,
      spanId,
      startTimeUnixNano: '1767225600000000000',
    });
    await sendTraces(server.url, otlpJson([span]), { 'x-project-name': name });
    const text = JSON.stringify(key);
    const item = `{"span_id":"${spanId}","name":${text},"annotator_kind":"LLM","identifier":${text},"result":{"label":${text},"score":1,${text}:{"polluted":1}},"metadata":{${text}:{${text}:1}},${text}:{"polluted":1}}`;
    const sent = await fetch(`${server.url}/v1/span_annotations?sync=true`, {
      method: 'POST',
      body: `{"data":[${item}]}`,
      headers: { 'content-type': 'application/json' },
    });
    expect(sent.status, await sent.text()).toBe(200);
    const asked = async (path: string): Promise<string> =>
      (await fetch(`${server.url}/v1/projects/${name}/${path}`)).text();
    const list = await asked(`span_annotations?span_ids=${spanId}`);
    expect(list).toContain(`"name":${text}`);
    expect(list).toContain(`"result":{"label":${text},"score":1,`);
    expect(list).toContain(`"metadata":{${text}:{${text}:1}}`);
    expect(await asked('span_rows')).toContain(`"labels":[{"label":${text},"count":1}]`);
    // Figures count long labels together.
    expect(await asked('annotation_figures?whole=true')).toContain(
      `"labels":{${key.length < 1_000 ? text : '""'}:1}`,
    );
  });

  test.each(KEYS.filter((key) => /^[\w$.-]*\w[\w$.-]*$/.test(key)))(
    'in the name of a header, and in the project a header names: %s',
    async (key) => {
      const { port } = new URL(server.url);
      const status = await new Promise<number>((resolve, reject) => {
        const call = request(
          {
            port,
            host: '127.0.0.1',
            path: '/v1/projects',
            headers: [
              [key, 'polluted'],
              [key, 'twice'],
              ['host', `127.0.0.1:${port}`],
            ].flat(),
          },
          (response) => {
            response.resume();
            resolve(response.statusCode ?? 0);
          },
        );
        call.on('error', reject);
        call.end();
      });
      expect([200, 400]).toContain(status);
      project += 1;
      const sent = await sendTraces(
        server.url,
        otlpJson([jsonSpan(5_000 + project, 5_000 + project)]),
        { 'x-project-name': key },
      );
      expect(sent.status).toBe(200);
      expect(await readProject(server.url, key)).toHaveLength(1);
    },
  );

  test('changed nothing for others', async () => {
    await expectNothingPolluted();
    expect(server.stderr).not.toMatch(/"level":(50|60)/);
  });
});
