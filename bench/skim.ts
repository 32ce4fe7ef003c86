import { encodeTraceRequest } from '#core/otlp/encode.ts';
import type { DecodedSpan } from '#core/otlp/decoded-span.ts';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';
import { skimTraces } from '#core/otlp/skim.ts';
import { attributesFlat } from '#core/otlp/span-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';

/**
 * The cost of reading, in microseconds a span: the skim during ingest, the full decoding when spans
 * are read. One request of 512 OpenInference spans of 1.6 KB. Prints the best of many short rounds,
 * because other load only ever adds time.
 */
const SPANS = 512;
const ROUNDS = 400;

function hex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

function span(index: number): DecodedSpan {
  const question = `What is the capital of France and why? ${index}`;
  const answer = `${'Paris is the capital. '.repeat(6)}${index}`;
  const texts: Readonly<Record<string, string>> = {
    'openinference.span.kind': 'LLM',
    'llm.model_name': 'gpt-4o-mini-2024-07-18',
    'llm.provider': 'openai',
    'llm.system': 'openai',
    'input.value': JSON.stringify({
      messages: [{ role: 'user', content: `${question} ${'lorem ipsum '.repeat(12)}` }],
    }),
    'input.mime_type': 'application/json',
    'output.value': `${answer} ${answer}`,
    'output.mime_type': 'text/plain',
    'llm.input_messages.0.message.role': 'system',
    'llm.input_messages.0.message.content': 'You are a helpful assistant.',
    'llm.input_messages.1.message.role': 'user',
    'llm.input_messages.1.message.content': question,
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.content': answer,
    'llm.invocation_parameters': '{"temperature":0.7,"max_tokens":512}',
    metadata: '{"tenant":"acme","plan":"pro"}',
    'session.id': `session-${index >> 3}`,
    'user.id': `user-${index & 63}`,
  };
  const counts = {
    'llm.token_count.prompt': 123 + index,
    'llm.token_count.completion': 45,
    'llm.token_count.total': 168 + index,
  };
  return {
    traceId: hex(16),
    spanId: hex(8),
    parentSpanId: hex(8),
    traceState: '',
    flags: 257,
    name: 'ChatCompletion',
    kind: 1,
    startTimeUnixNano: 1_763_700_000_123_456_789n,
    endTimeUnixNano: 1_763_700_001_123_456_789n,
    attributes: [
      ...Object.entries(texts).map(([key, value]) => ({
        key,
        value: { type: 'string' as const, value },
      })),
      ...Object.entries(counts).map(([key, value]) => ({
        key,
        value: { type: 'int' as const, value },
      })),
    ],
    droppedAttributesCount: 0,
    events: [],
    droppedEventsCount: 0,
    links: [],
    droppedLinksCount: 0,
    status: { code: 1, message: '' },
  };
}

/** Microseconds a span, the best of all rounds. */
function measure(run: () => void): string {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return ((best * 1_000) / SPANS).toFixed(2);
}

const body = encodeTraceRequest([
  {
    resource: null,
    schemaUrl: '',
    scopeSpans: [
      {
        scope: null,
        schemaUrl: '',
        spans: Array.from({ length: SPANS }, (_, index) => span(index)),
      },
    ],
  },
]);
const { records } = skimTraces(body, DEFAULT_SKIM_LIMITS);
console.log(`${SPANS} spans of ${Math.round(body.length / SPANS)} bytes; microseconds a span`);
console.log(`skim and derive   ${measure(() => skimTraces(body, DEFAULT_SKIM_LIMITS))}`);
console.log(
  `decode            ${measure(() => records.forEach(({ bytes }) => decodeSpan(bytes)))}`,
);
console.log(
  `decode to flat    ${measure(() => records.forEach(({ bytes }) => attributesFlat(decodeSpan(bytes))))}`,
);
