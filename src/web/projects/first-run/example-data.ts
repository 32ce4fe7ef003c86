/** The project that example data goes to; it can be deleted like any other. */
export const EXAMPLE_PROJECT = 'examples';

const CONVERSATIONS = 24;
const SPREAD_MS = 6 * 3_600_000;
const QUESTIONS = [
  ['Where is my order ORD-1041?', 'Your order left the warehouse on Monday and arrives tomorrow.'],
  [
    'Can I return shoes I have worn?',
    'Shoes can be returned within thirty days if they are unworn.',
  ],
  [
    'Refund my last payment, please.',
    'I have refunded 49.00 EUR to your card; it takes five days.',
  ],
  ['Do you ship to Iceland?', 'Yes. Delivery to Iceland takes four to six working days.'],
] as const;
const SYSTEM = 'You answer customers of a shop. Be brief, and use the tools for facts.';

type Value = string | number;
type Attributes = Readonly<Record<string, Value>>;

interface ExampleSpan {
  readonly name: string;
  readonly startMs: number;
  readonly durationMs: number;
  readonly attributes: Attributes;
  readonly error?: string;
}

/**
 * Conversations of a support agent over the last six hours, as one OTLP/JSON request: 24 traces,
 * five spans each, some of which fail.
 */
export function exampleRequest(nowMs: number): object {
  const spans = Array.from({ length: CONVERSATIONS }, (_, at) => conversation(at, nowMs)).flat();
  return {
    resourceSpans: [
      {
        resource: {
          attributes: keyValues({
            'openinference.project.name': EXAMPLE_PROJECT,
            'service.name': 'shop-assistant',
          }),
        },
        scopeSpans: [{ scope: { name: 'example' }, spans }],
      },
    ],
  };
}

/** Unique hex digits. */
function randomId(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

function conversation(at: number, nowMs: number): object[] {
  const [question, answer] = QUESTIONS[at % QUESTIONS.length] ?? QUESTIONS[0];
  const failed = at % 7 === 3;
  const startMs = nowMs - ((at + 0.5) * SPREAD_MS) / CONVERSATIONS;
  const slow = 1 + (at % 5) * 0.6;
  const parts = steps(question, answer, failed, slow);
  const traceId = randomId(16);
  const root = randomId(8);
  const everywhere = {
    'session.id': `example-${Math.floor(at / 3)}`,
    'user.id': ['ada', 'grace', 'linus'][at % 3] ?? 'ada',
  };
  return parts.map((step, index) => ({
    traceId,
    spanId: index === 0 ? root : randomId(8),
    ...(index === 0 ? {} : { parentSpanId: root }),
    name: step.name,
    kind: 1,
    startTimeUnixNano: nanos(startMs + step.startMs),
    endTimeUnixNano: nanos(startMs + step.startMs + step.durationMs),
    attributes: keyValues({ ...step.attributes, ...everywhere }),
    ...(step.error === undefined
      ? { status: { code: 1 } }
      : {
          status: { code: 2, message: step.error },
          events: [exception(step.error, startMs + step.startMs)],
        }),
  }));
}

function steps(
  question: string,
  answer: string,
  failed: boolean,
  slow: number,
): readonly ExampleSpan[] {
  const reply = failed ? 'I could not look that up. Please try again.' : answer;
  const error = failed ? { error: 'The orders service did not answer within 2 s' } : {};
  return [
    {
      name: 'answer customer',
      startMs: 0,
      durationMs: 2300 * slow,
      attributes: { ...kind('AGENT'), ...text(question, reply) },
      ...error,
    },
    {
      name: 'choose tools',
      startMs: 20,
      durationMs: 700 * slow,
      attributes: call(question, '', true),
    },
    {
      name: 'search handbook',
      startMs: 740 * slow,
      durationMs: 90,
      attributes: {
        ...kind('RETRIEVER'),
        'input.value': question,
        'retrieval.documents.0.document.id': 'handbook-12',
        'retrieval.documents.0.document.content':
          'Unworn articles can be returned within thirty days.',
        'retrieval.documents.0.document.score': 0.83,
        'retrieval.documents.1.document.id': 'handbook-4',
        'retrieval.documents.1.document.content':
          'Refunds reach the card within five working days.',
        'retrieval.documents.1.document.score': 0.61,
      },
    },
    {
      name: 'lookup_order',
      startMs: 840 * slow,
      durationMs: failed ? 2000 : 160,
      attributes: {
        ...kind('TOOL'),
        'tool.name': 'lookup_order',
        ...text('{"order":"ORD-1041"}', failed ? '' : '{"state":"shipped"}'),
      },
      ...error,
    },
    {
      name: 'write answer',
      startMs: 1100 * slow,
      durationMs: 1150 * slow,
      attributes: call(question, reply, false),
    },
  ];
}

function kind(name: string): Attributes {
  return { 'openinference.span.kind': name };
}

function text(input: string, output: string): Attributes {
  return { 'input.value': input, ...(output === '' ? {} : { 'output.value': output }) };
}

function call(question: string, answer: string, asksTool: boolean): Attributes {
  return {
    ...kind('LLM'),
    'llm.model_name': 'gpt-4o-mini',
    'llm.provider': 'openai',
    'llm.token_count.prompt': 180 + question.length * 3,
    'llm.token_count.completion': asksTool ? 22 : 20 + answer.length,
    'llm.input_messages.0.message.role': 'system',
    'llm.input_messages.0.message.content': SYSTEM,
    'llm.input_messages.1.message.role': 'user',
    'llm.input_messages.1.message.content': question,
    'llm.output_messages.0.message.role': 'assistant',
    ...(asksTool
      ? {
          'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'lookup_order',
          'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments':
            '{"order":"ORD-1041"}',
        }
      : { 'llm.output_messages.0.message.content': answer, ...text(question, answer) }),
  };
}

function exception(message: string, ms: number): object {
  const stack = `TimeoutError: ${message}\n  at lookupOrder (/app/tools/orders.ts:41:11)\n  at runTool (/app/agent.ts:88:20)`;
  const attributes = keyValues({
    'exception.type': 'TimeoutError',
    'exception.message': message,
    'exception.stacktrace': stack,
  });
  return { name: 'exception', timeUnixNano: nanos(ms), attributes };
}

function nanos(ms: number): string {
  return `${Math.round(ms)}000000`;
}

function keyValues(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : Number.isInteger(value)
          ? { intValue: String(value) }
          : { doubleValue: value },
  }));
}
