import type { ReadSpan } from './read-spans.ts';

const MODELS =
  /^(?:gpt-4o-mini|claude-sonnet-4-5|gemini-2.5-flash|anthropic.claude-3-5-sonnet-20241022-v2:0)$/;
/** As Anthropic's and Bedrock's own APIs count: those of the cache apart. */
const UNCACHED = 56;
const QUESTION = 'What is the weather in Lisbon?';
const RESULT = '19 °C and sunny in Lisbon';
const STRUCTURED = /^\{"city":\s*"Lisbon",\s*"degrees":\s*19\}$/;
const MESSAGE_KEY =
  /^llm\.(input|output)_messages\.\d+\.message\.(?:content|contents\.\d+\.message_content\.text)$/;

/**
 * What must be read of a library's spans, all modes of it: the stand-in provider says the same to
 * all of them, so one question does. A row of the table says of each fact `true`, or why the
 * library does not send what it takes.
 */
export const FACTS = {
  'no span is of unknown kind': (spans) => spans.every(({ kind }) => kind !== 'UNKNOWN'),
  'the model': (spans) => llm(spans).some(({ record }) => MODELS.test(record.modelName ?? '')),
  'the provider': (spans) => llm(spans).every(({ record }) => record.modelProvider !== null),
  'the question': (spans) =>
    llm(spans).some(
      (span) =>
        texts(span, 'input').some((text) => text.includes(QUESTION)) &&
        hasRole(span, 'input', 'user'),
    ),
  'the system prompt, once': (spans) => {
    const found = llm(spans).map(
      (span) =>
        texts(span, 'input').filter((text) => text.includes('You are a weather assistant')).length,
    );
    return found.includes(1) && found.every((count) => count <= 1);
  },
  'the tools on offer': (spans) =>
    llm(spans).some(({ attributes }) =>
      String(attributes['llm.tools.0.tool.json_schema']).includes('get_weather'),
    ),
  'the call of a tool': (spans) =>
    llm(spans).some(({ attributes }) => {
      const call = 'llm.output_messages.0.message.tool_calls.0.tool_call.function';
      return (
        attributes[`${call}.name`] === 'get_weather' &&
        String(attributes[`${call}.arguments`]).includes('Lisbon')
      );
    }),
  "the tool's result": (spans) =>
    llm(spans).some(
      (span) =>
        hasRole(span, 'input', 'tool') &&
        texts(span, 'input').some((text) => text.includes(RESULT)),
    ),
  'the answer': (spans) =>
    llm(spans).some((span) =>
      texts(span, 'output').some((text) => text.includes(`The weather in Lisbon`)),
    ),
  'a streamed answer': (spans) =>
    llm(spans).some((span) =>
      texts(span, 'output').some((text) => text.includes('The answer is 42.')),
    ),
  'a structured answer': (spans) =>
    llm(spans).some((span) => texts(span, 'output').some((text) => STRUCTURED.test(text))),
  tokens: (spans) =>
    llm(spans).some(
      ({ record: { tokens } }) =>
        (tokens.prompt === 120 || tokens.prompt === UNCACHED) && tokens.completion === 30,
    ),
  'cached tokens': (spans) => llm(spans).some(({ record }) => record.tokens.cacheRead === 64),
  'reasoning tokens': (spans) => llm(spans).some(({ record }) => record.tokens.reasoning === 10),
  'a cost for all calls with tokens': (spans) =>
    llm(spans).some(({ record }) => record.costUsd !== null) &&
    llm(spans).every(({ record }) => record.tokens.prompt === null || (record.costUsd ?? 0) > 0),
  'the time to the first token': (spans) =>
    llm(spans).some(({ record }) => (record.firstTokenNano ?? 0) > 0),
  'a refused call, with its model': (spans) =>
    llm(spans).some(
      ({ record }) =>
        record.statusCode === 2 &&
        record.modelName?.endsWith('no-such-model') &&
        record.errorMessage?.includes('no-such-model'),
    ),
  'a tool that ran': (spans) =>
    spans.some(
      ({ kind, input, output }) =>
        kind === 'TOOL' && input?.includes('Lisbon') && output?.includes('19 °C'),
    ),
  'an agent': (spans) =>
    spans.some(({ kind, input, output }) => kind === 'AGENT' && input !== null && output !== null),
  'an embedding': (spans) =>
    spans.some(
      ({ kind, record, input }) =>
        kind === 'EMBEDDING' && record.modelName === 'text-embedding-3-small' && input !== null,
    ),
  'tokens of an embedding': (spans) =>
    spans.some(({ kind, record }) => kind === 'EMBEDDING' && (record.tokens.prompt ?? 0) > 0),
  'documents that were found': (spans) =>
    spans.some(
      ({ kind, record, output }) =>
        kind === 'RETRIEVER' && record.documentCount > 0 && output?.includes('sunny'),
    ),
  'the session': (spans) => spans.some(({ record }) => record.sessionId === 'session-7'),
  'the user': (spans) => spans.some(({ record }) => record.userId === 'ada'),
  'previews of all model calls': (spans) =>
    llm(spans).every(
      ({ record, input, output }) => input !== null && (output !== null || record.statusCode === 2),
    ),
} as const satisfies Record<string, (spans: readonly ReadSpan[]) => boolean | undefined>;

export type Fact = keyof typeof FACTS;

function llm(spans: readonly ReadSpan[]): readonly ReadSpan[] {
  return spans.filter(({ kind }) => kind === 'LLM');
}

/** The texts of a side's messages. */
function texts(span: ReadSpan, side: 'input' | 'output'): readonly string[] {
  return Object.entries(span.attributes)
    .filter(([key]) => MESSAGE_KEY.exec(key)?.[1] === side)
    .map(([, value]) => String(value));
}

function hasRole(span: ReadSpan, side: 'input' | 'output', role: string): boolean {
  return Object.entries(span.attributes).some(
    ([key, value]) =>
      key.startsWith(`llm.${side}_messages.`) && key.endsWith('.role') && value === role,
  );
}
