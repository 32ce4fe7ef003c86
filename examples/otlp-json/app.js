import { randomBytes } from 'node:crypto';

// No SDK at all: OTLP/JSON is a POST. Ids are hex, 64-bit numbers are strings.
const endpoint = process.env.OTEL_EXPORTER_OTLP_ENDPOINT ?? 'http://127.0.0.1:6006';
const traceId = randomBytes(16).toString('hex');
const rootId = randomBytes(8).toString('hex');
const now = BigInt(Date.now()) * 1_000_000n;
const text = (key, value) => ({ key, value: { stringValue: value } });

const spans = [
  {
    traceId,
    spanId: rootId,
    name: 'answer_question',
    kind: 1,
    startTimeUnixNano: String(now),
    endTimeUnixNano: String(now + 900_000_000n),
    status: { code: 1 },
    attributes: [
      text('openinference.span.kind', 'CHAIN'),
      text('input.value', 'How high is Mont Blanc?'),
      text('output.value', '4,806 m'),
    ],
  },
  {
    traceId,
    spanId: randomBytes(8).toString('hex'),
    parentSpanId: rootId,
    name: 'chat',
    kind: 3,
    startTimeUnixNano: String(now + 10_000_000n),
    endTimeUnixNano: String(now + 880_000_000n),
    status: { code: 1 },
    attributes: [
      text('openinference.span.kind', 'LLM'),
      text('llm.model_name', 'claude-haiku-4-5'),
      text('llm.input_messages.0.message.role', 'user'),
      text('llm.input_messages.0.message.content', 'How high is Mont Blanc?'),
      text('llm.output_messages.0.message.role', 'assistant'),
      text('llm.output_messages.0.message.content', '4,806 m'),
      { key: 'llm.token_count.prompt', value: { intValue: '14' } },
      { key: 'llm.token_count.completion', value: { intValue: 6 } },
    ],
  },
];
const request = {
  resourceSpans: [
    {
      resource: {
        attributes: [
          text('service.name', 'plain-fetch'),
          text('openinference.project.name', 'otlp-json'),
        ],
      },
      scopeSpans: [{ scope: { name: 'by-hand' }, spans }],
    },
  ],
};

const reply = await fetch(new URL('/v1/traces', endpoint), {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(request),
});
console.log(reply.status, await reply.text());
if (!reply.ok) process.exitCode = 1;
