import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex, traceHex } from '#test/api-spans.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

it('gives a span as it was sent, so that another server stores the same span', async () => {
  // Conventions that replies map to others: what was sent must come back as it was.
  const attributes = {
    'gen_ai.usage.input_tokens': 7,
    'openinference.span.kind': 'llm',
    list: ['a', true, 1.5],
  };
  const request = exportOf({
    trace: 1,
    span: 2,
    parent: 3,
    name: 'call',
    attributes,
    error: 'no',
    events: [{ name: 'e', attributes: { k: 'v' } }],
  });
  await api.ingest(request, 'sent');
  const reply = await api.get(`/v1/spans/${spanHex(2)}/otlp`);
  expect(reply.body).toEqual({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'test' } }] },
        scopeSpans: [
          {
            scope: { name: 'test', version: '1' },
            spans: [
              {
                traceId: traceHex(1),
                spanId: spanHex(2),
                parentSpanId: spanHex(3),
                name: 'call',
                kind: 1,
                startTimeUnixNano: expect.stringMatching(/^\d{19}$/),
                endTimeUnixNano: expect.stringMatching(/^\d{19}$/),
                attributes: [
                  { key: 'gen_ai.usage.input_tokens', value: { intValue: '7' } },
                  { key: 'openinference.span.kind', value: { stringValue: 'llm' } },
                  {
                    key: 'list',
                    value: {
                      arrayValue: {
                        values: [{ stringValue: 'a' }, { boolValue: true }, { doubleValue: 1.5 }],
                      },
                    },
                  },
                ],
                events: [
                  {
                    timeUnixNano: expect.any(String),
                    name: 'e',
                    attributes: [{ key: 'k', value: { stringValue: 'v' } }],
                  },
                ],
                status: { code: 2, message: 'no' },
              },
            ],
          },
        ],
      },
    ],
  });
  expect((await api.get(`/v1/spans/${spanHex(99)}/otlp`)).status).toBe(404);
});
