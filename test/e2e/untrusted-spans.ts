import type { JsonSpan } from './browser.ts';
import { PAYLOADS } from './untrusted-payloads.ts';

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
type Attributes = Record<string, string>;
const ALL = PAYLOADS.join('\n');
const GROUP = 8;
/** Eight payloads at a time, for fields that are shown as one text. */
export const GROUPS: readonly string[] = PAYLOADS.flatMap((_, index) =>
  index % GROUP === 0 ? [PAYLOADS.slice(index, index + GROUP).join('\n')] : [],
);
const KINDS = ['AGENT', 'LLM', 'RETRIEVER', 'TOOL', 'CHAIN', 'GUARDRAIL', 'EVALUATOR', 'PROMPT'];

/** Fields with one value a span. */
function single(payload: string, index: number): Attributes {
  return {
    'openinference.span.kind': index % 3 === 0 ? payload : (KINDS[index % KINDS.length] ?? 'LLM'),
    'input.value': payload,
    'output.value': payload,
    'llm.model_name': payload,
    'llm.provider': payload,
    'user.id': payload,
    'session.id': payload,
    'tool.name': payload,
    'tool.description': payload,
    'tool.parameters': JSON.stringify({ [payload]: payload }),
    'llm.invocation_parameters': JSON.stringify({ model: payload }),
    'llm.prompt_template.template': payload,
    metadata: JSON.stringify({ [payload]: payload }),
  };
}

function failing(payload: string): Pick<JsonSpan, 'error' | 'events'> {
  const exception = {
    'exception.type': payload,
    'exception.message': payload,
    'exception.stacktrace': `${payload}\n${payload}`,
  };
  return {
    error: payload,
    events: [
      { name: 'exception', attributes: exception },
      { name: payload, attributes: { [payload]: payload } },
    ],
  };
}

/** Every payload under a numbered prefix: `fields` of each, by the rest of the key. */
function numbered(
  kind: string,
  prefix: string,
  fields: (payload: string) => Attributes,
): Attributes {
  const attributes: Attributes = { 'openinference.span.kind': kind };
  for (const [index, payload] of PAYLOADS.entries())
    for (const [key, value] of Object.entries(fields(payload)))
      attributes[`${prefix}.${index}.${key}`] = value;
  return attributes;
}

/** Spans of which each has all payloads in a field that may have many. */
export const FULL_SPANS: readonly Attributes[] = [
  numbered('LLM', 'llm.input_messages', (text) => ({
    'message.role': text,
    'message.content': text,
    'message.name': text,
  })),
  numbered('LLM', 'llm.output_messages.0.message.contents', (text) => ({
    'message_content.type': 'text',
    'message_content.text': text,
  })),
  numbered('LLM', 'llm.output_messages.0.message.contents', (text) => ({
    'message_content.type': 'image',
    'message_content.image.image.url': text,
  })),
  numbered('LLM', 'llm.output_messages.0.message.tool_calls', (text) => ({
    'tool_call.id': text,
    'tool_call.function.name': text,
    'tool_call.function.arguments': JSON.stringify({ [text]: text }),
  })),
  numbered('LLM', 'llm.tools', (text) => ({
    'tool.json_schema': JSON.stringify({
      function: { name: text, description: text, parameters: text },
    }),
  })),
  numbered('RETRIEVER', 'retrieval.documents', (text) => ({
    'document.id': text,
    'document.content': text,
    'document.metadata': JSON.stringify({ [text]: text }),
  })),
  {
    ...numbered('RERANKER', 'reranker.input_documents', (text) => ({ 'document.id': text })),
    ...numbered('RERANKER', 'reranker.output_documents', (text) => ({
      'document.id': text,
      'document.content': text,
    })),
    'reranker.query': ALL,
  },
  numbered('EMBEDDING', 'embedding.embeddings', (text) => ({ 'embedding.text': text })),
  numbered('LLM', 'llm.input_messages', (text) => ({
    'message.role': 'user',
    'message.content': JSON.stringify(providerParts(text)),
  })),
  Object.fromEntries(PAYLOADS.map((text) => [text, text])),
];

/** Parts of a message as providers spell them, of nothing but a payload. */
function providerParts(text: string): readonly object[] {
  return [
    { type: 'tool_use', id: text, name: text, input: { [text]: text } },
    { type: 'tool_result', tool_use_id: text, content: text },
    { type: 'thinking', thinking: text },
    { functionCall: { name: text, args: { [text]: text } } },
    { inline_data: { mime_type: text, data: text } },
    { type: 'image', source: { type: 'url', url: text } },
  ];
}

/** A trace for each payload; ten of them share a session besides. */
export const MANY_TRACES: readonly JsonSpan[] = PAYLOADS.flatMap((payload, index) => {
  const group = Math.floor(index / 10) * 10;
  const span = { name: payload, ...failing(payload) };
  return [
    {
      ...span,
      traceId: hex(index + 1, 32),
      spanId: hex(index + 1, 16),
      attributes: single(payload, index),
    },
    {
      ...span,
      traceId: hex(index + 1001, 32),
      spanId: hex(index + 1001, 16),
      attributes: {
        ...single(payload, index),
        'session.id': PAYLOADS.slice(group, group + 10).join(' '),
      },
    },
  ];
});

export const GREAT_TRACE = hex(9000, 32);
export const greatSpanId = (index: number): string => hex(9001 + index, 16);

/** One trace: a root named with all payloads, the spans above, and a span for every eight. */
export const GREAT_SPANS: readonly JsonSpan[] = [
  {
    traceId: GREAT_TRACE,
    spanId: hex(9000, 16),
    name: ALL,
    durationMs: 900,
    ...failing(ALL),
    attributes: single(ALL, 0),
  },
  ...[...FULL_SPANS, ...GROUPS.map(single)].map((attributes, index) => {
    // siblings of one name would fold
    const payload = GROUPS[index - FULL_SPANS.length] ?? `${index} ${ALL}`;
    const events = PAYLOADS.map((text) => ({ name: text, attributes: { [text]: text } }));
    return {
      traceId: GREAT_TRACE,
      spanId: greatSpanId(index),
      parentSpanId: hex(9000, 16),
      name: payload,
      startMs: index + 1,
      ...failing(payload),
      ...(index === FULL_SPANS.length - 1 ? { events } : {}),
      attributes,
    };
  }),
];
