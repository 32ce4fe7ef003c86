import type { Fact } from './facts.ts';

/**
 * Of a mode of a library: the facts that its spans do not tell, and why. All others must be read.
 */
export type Row = Readonly<Partial<Record<Fact, string>>>;

export const CALLS_ONLY = 'it instruments the calls of a client, nothing round them';
const NO_EMBEDDINGS = 'the library has neither embeddings nor retrieval';

/**
 * Instrumentations of a client know neither tools that run nor agents, documents, sessions and
 * users.
 */
const CALLS_WITH_TOOLS: Row = {
  'an agent': CALLS_ONLY,
  'documents that were found': CALLS_ONLY,
  'the session': CALLS_ONLY,
  'the user': CALLS_ONLY,
};
export const CLIENT_CALLS: Row = { ...CALLS_WITH_TOOLS, 'a tool that ran': CALLS_ONLY };

export const OPENAI_V2: Row = {
  ...CLIENT_CALLS,
  'the tools on offer': 'not sent',
  'cached tokens': 'not sent',
  'reasoning tokens': 'not sent',
  'the time to the first token': 'sent as a metric, not on the span',
  'an embedding': 'texts of embeddings are not sent',
};

export const GOOGLE_GENAI: Row = {
  ...CALLS_WITH_TOOLS,
  'the call of a tool': 'the client calls the tool itself, within one span',
  "the tool's result": 'the client calls the tool itself, within one span',
  'an embedding': 'texts of embeddings are not sent',
  'tokens of an embedding': 'its API counts none',
};

export const NO_EMBEDDINGS_THERE: Row = {
  'an embedding': NO_EMBEDDINGS,
  'tokens of an embedding': NO_EMBEDDINGS,
  'documents that were found': NO_EMBEDDINGS,
};
export const NOT_MEASURED = 'it does not measure it';

const NO_CALLS = 'it has no calls of models';
export const NO_MODEL: Row = {
  'the model': NO_CALLS,
  'the question': NO_CALLS,
  'the system prompt, once': NO_CALLS,
  'the tools on offer': NO_CALLS,
  'the call of a tool': NO_CALLS,
  "the tool's result": NO_CALLS,
  'the answer': NO_CALLS,
  'a streamed answer': NO_CALLS,
  'a structured answer': NO_CALLS,
  tokens: NO_CALLS,
  'cached tokens': NO_CALLS,
  'reasoning tokens': NO_CALLS,
  'a cost for all calls with tokens': NO_CALLS,
  'the time to the first token': NO_CALLS,
  'a refused call, with its model': NO_CALLS,
  'an agent': NO_CALLS,
  ...NO_EMBEDDINGS_THERE,
};

export const STRANDS: Row = {
  'the tools on offer': 'only the span of the agent has them',
  'a streamed answer': 'it always streams, and says no more of it',
  'a structured answer': 'sent as a tool call',
  'reasoning tokens': 'not in the usage data',
  ...NO_EMBEDDINGS_THERE,
};

export const MLFLOW: Row = {
  'no span is of unknown kind':
    'a function that is traced without a type is UNKNOWN by its own word',
  'the provider': 'the library names none',
  'reasoning tokens': 'its token usage has none',
  'the time to the first token': NOT_MEASURED,
  'tokens of an embedding': 'they are only in the raw reply',
  'the session': 'it is metadata of the trace, which does not go over OTLP',
  'the user': 'it is metadata of the trace, which does not go over OTLP',
};

export const NO_RETRIEVAL = 'it has no retrieval';
export const AI_SDK: Row = {
  'an agent': 'a loop of calls is a chain by its own word',
  'documents that were found': NO_RETRIEVAL,
};
