import type { JsonSpan } from './browser.ts';

export const AGENT_TRACE = '0af7651916cd43dd8448eb211c80319c';
export const FIRST_CALL = '00000000000000a1';
export const SECOND_CALL = '00000000000000a3';
const ROOT = '00000000000000a0';

interface SampleMessage {
  readonly role: string;
  readonly content?: string;
  readonly call?: string;
  readonly answers?: string;
}

function messages(
  side: 'input' | 'output',
  messagesNow: readonly SampleMessage[],
): Record<string, string> {
  return Object.fromEntries(
    messagesNow.flatMap(({ role, content, call, answers }, index) => {
      const at = `llm.${side}_messages.${index}.message`;
      return [
        [`${at}.role`, role],
        ...(content === undefined ? [] : [[`${at}.content`, content]]),
        ...(answers === undefined ? [] : [[`${at}.tool_call_id`, answers]]),
        ...(call === undefined
          ? []
          : [
              [`${at}.tool_calls.0.tool_call.id`, call],
              [`${at}.tool_calls.0.tool_call.function.name`, 'find_order'],
              [`${at}.tool_calls.0.tool_call.function.arguments`, '{"id":"ORD-7"}'],
            ]),
      ];
    }),
  );
}

const QUESTION: readonly SampleMessage[] = [{ role: 'user', content: 'Where is ORD-7?' }];
const CALL: SampleMessage = { role: 'assistant', call: 'call_1' };
const MODEL = {
  'openinference.span.kind': 'LLM',
  'llm.model_name': 'gpt-5-mini',
  'llm.token_count.prompt': 40,
  'llm.token_count.completion': 9,
};

/** An agent that looks an order up in two calls, then fails to refund it. */
export const AGENT_SPANS: readonly JsonSpan[] = [
  {
    traceId: AGENT_TRACE,
    spanId: ROOT,
    name: 'agent',
    durationMs: 1000,
    attributes: { 'openinference.span.kind': 'AGENT' },
  },
  {
    traceId: AGENT_TRACE,
    spanId: FIRST_CALL,
    parentSpanId: ROOT,
    name: 'ChatCompletion',
    startMs: 10,
    attributes: {
      ...MODEL,
      ...messages('input', [{ role: 'system', content: 'You are the first helper.' }, ...QUESTION]),
      ...messages('output', [CALL]),
    },
  },
  {
    traceId: AGENT_TRACE,
    spanId: '00000000000000a2',
    parentSpanId: ROOT,
    name: 'find_order',
    startMs: 150,
    attributes: {
      'openinference.span.kind': 'TOOL',
      'input.value': '{"id":"ORD-7"}',
      'output.value': 'ORD-7 was sent on Monday',
    },
  },
  {
    traceId: AGENT_TRACE,
    spanId: SECOND_CALL,
    parentSpanId: ROOT,
    name: 'ChatCompletion',
    startMs: 300,
    attributes: {
      ...MODEL,
      'llm.cost.total': 0.0012,
      ...messages('input', [
        { role: 'system', content: 'You are the second helper.' },
        ...QUESTION,
        CALL,
        { role: 'tool', content: 'ORD-7 was sent on Monday', answers: 'call_1' },
      ]),
      ...messages('output', [
        {
          role: 'assistant',
          content: 'It was sent on **Monday**: see [the parcel](https://example.com/parcel).',
        },
      ]),
    },
  },
  {
    traceId: AGENT_TRACE,
    spanId: '00000000000000a4',
    parentSpanId: ROOT,
    name: 'refund',
    startMs: 500,
    error: 'The bank declined it',
    attributes: { 'openinference.span.kind': 'TOOL' },
    events: [
      {
        name: 'exception',
        attributes: {
          'exception.type': 'BankError',
          'exception.message': 'The bank declined it',
          'exception.stacktrace': `BankError: no
    at refund (/app/refund.ts:7:1)
    at handle (/app/node_modules/express/router.js:1:2)
    at next (/app/node_modules/express/next.js:1:2)`,
        },
      },
    ],
  },
];
