import {
  AI_SDK,
  CALLS_ONLY,
  CLIENT_CALLS,
  GOOGLE_GENAI,
  MLFLOW,
  NOT_MEASURED,
  NO_EMBEDDINGS_THERE,
  NO_MODEL,
  NO_RETRIEVAL,
  OPENAI_V2,
  STRANDS,
  type Row,
} from './shared-rows.ts';

const TWO_CALLS = 'the program asks one question, twice';

/** By library, by mode (the name of the service that its program sends). */
export const TABLE: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  'agent-framework': {
    'agent-framework': {
      ...NO_EMBEDDINGS_THERE,
      'the tools on offer': 'only the span of the agent has them',
      'the time to the first token': NOT_MEASURED,
      'the session': 'not used by the test program',
      'the user': 'the library has none',
    },
  },
  agno: {
    agno: {
      ...NO_EMBEDDINGS_THERE,
      'reasoning tokens': 'not sent',
      'the time to the first token': NOT_MEASURED,
    },
  },
  'ai-sdk-5': { 'ai-sdk-5': AI_SDK },
  'ai-sdk-6': { 'ai-sdk-6': AI_SDK },
  'ai-sdk-7': {
    'ai-sdk-7': {
      'reasoning tokens': 'not sent',
      'an embedding': 'texts of embeddings are not sent',
      'documents that were found': NO_RETRIEVAL,
      'the session': 'metadata of a call is not sent',
      'the user': 'metadata of a call is not sent',
    },
  },
  anthropic: {
    anthropic: {
      ...NO_EMBEDDINGS_THERE,
      'a structured answer': 'the API only has tool calls for it',
      'reasoning tokens': 'not in the usage data',
      'a tool that ran': CALLS_ONLY,
      'an agent': CALLS_ONLY,
      'the time to the first token': NOT_MEASURED,
    },
  },
  autogen: {
    autogen: {
      ...NO_EMBEDDINGS_THERE,
      'no span is of unknown kind': 'most spans are messages between actors',
      'a streamed answer': 'not used by the test program',
      'a structured answer': 'not used by the test program',
      'the time to the first token': NOT_MEASURED,
      'a tool that ran': 'arguments and results are not sent',
      'an agent': 'input and output of agents are not sent',
    },
  },
  bedrock: {
    bedrock: {
      ...CLIENT_CALLS,
      ...NO_EMBEDDINGS_THERE,
      'the tools on offer': 'not sent',
      'a structured answer': 'the API only has tool calls for it',
      'reasoning tokens': 'not in the usage data',
      'the time to the first token': NOT_MEASURED,
    },
  },
  crewai: {
    crewai: {
      ...NO_EMBEDDINGS_THERE,
      'a streamed answer': 'not used by the test program',
      'a structured answer': 'not used by the test program',
      'the time to the first token': NOT_MEASURED,
    },
  },
  dspy: {
    dspy: {
      'documents that were found': NO_RETRIEVAL,
      'the tools on offer': 'its modules put tools into the prompt',
      'the call of a tool': 'its modules put tools into the prompt',
      "the tool's result": 'its modules put tools into the prompt',
      'the answer': 'its modules put tools into the prompt',
      'a structured answer': 'not used by the test program',
      'the time to the first token': NOT_MEASURED,
      'an agent': 'not used by the test program',
    },
  },
  // A model call in spans of three instrumentations, which counts once.
  'dspy-openai': {
    'dspy-openai': {
      'the system prompt, once': TWO_CALLS,
      'the tools on offer': TWO_CALLS,
      'the call of a tool': TWO_CALLS,
      "the tool's result": TWO_CALLS,
      'the answer': TWO_CALLS,
      'a structured answer': TWO_CALLS,
      'a refused call, with its model': TWO_CALLS,
      'a tool that ran': TWO_CALLS,
      'an agent': TWO_CALLS,
      'an embedding': TWO_CALLS,
      'tokens of an embedding': TWO_CALLS,
      'documents that were found': TWO_CALLS,
      'the time to the first token': NOT_MEASURED,
    },
  },
  'google-adk': {
    'google-adk': {
      ...NO_EMBEDDINGS_THERE,
      'a streamed answer': 'not used by the test program',
      'a structured answer': 'not used by the test program',
      'the time to the first token': NOT_MEASURED,
      'an agent': 'input and output of agents are not sent',
      'the user': 'not sent',
    },
  },
  'google-genai': {
    'google-genai': GOOGLE_GENAI,
    'google-genai-events': {
      ...GOOGLE_GENAI,
      'a tool that ran': 'arguments and results of tools are only on spans',
    },
  },
  haystack: {
    haystack: {
      'the provider': 'the library names none',
      'a structured answer': 'not used by the test program',
      'the time to the first token': NOT_MEASURED,
      'a refused call, with its model': 'a component names its model only with its reply',
      'the session': 'the library has none',
      'the user': 'the library has none',
    },
  },
  langchain: {
    langchain: {
      'the time to the first token': NOT_MEASURED,
      'an agent': 'LangGraph calls itself a chain',
      'an embedding': 'LangChain does not trace embeddings',
      'tokens of an embedding': 'LangChain does not trace embeddings',
    },
  },
  'langchain-js': {
    'langchain-js': {
      ...NO_EMBEDDINGS_THERE,
      'the provider': 'the library names none',
      'the system prompt, once': 'content in parts, such as the system prompt, is dropped',
      'the time to the first token': NOT_MEASURED,
      'an agent': 'LangGraph calls itself a chain',
      'the user': 'only in the metadata',
    },
  },
  langfuse: { langfuse: { 'the provider': 'the library names none' } },
  langsmith: {
    langsmith: {
      'the time to the first token': 'the event of the first token is not sent over OTLP',
      'an agent': 'LangGraph calls itself a chain',
      'an embedding': 'LangChain does not trace embeddings',
      'tokens of an embedding': 'LangChain does not trace embeddings',
    },
  },
  litellm: {
    litellm: {
      'a tool that ran': CALLS_ONLY,
      'an agent': CALLS_ONLY,
      'documents that were found': CALLS_ONLY,
      'the session': CALLS_ONLY,
      'no span is of unknown kind': '`raw_gen_ai_request` is the HTTP request of its parent call',
      'the time to the first token': NOT_MEASURED,
    },
  },
  logfire: {
    logfire: {
      ...CLIENT_CALLS,
      'no span is of unknown kind': "the program's own spans have no kind",
      'the time to the first token': NOT_MEASURED,
      'an embedding': 'texts of embeddings are not sent',
      'previews of all model calls':
        'the answer of a stream is in a separate span, beside that of the call',
    },
  },
  'llama-index': {
    'llama-index': {
      'the provider': 'the span of a structured call, around that of the model, names none',
      'a refused call, with its model': 'the configured model is sent, not the requested one',
      'an agent': 'an agent is recorded as a workflow, which is a chain',
      'tokens of an embedding': 'not sent',
    },
  },
  mastra: {
    mastra: {
      ...NO_EMBEDDINGS_THERE,
      'the question': 'on the step around the call',
      'the system prompt, once': 'on the step around the call',
      'the tools on offer': 'only the span of the agent has their names',
      'the call of a tool': 'on the step around the call',
      "the tool's result": 'on the span of the tool',
      'a refused call, with its model': 'only the span of the agent has the error',
      'previews of all model calls': 'the step around the call has the input',
    },
  },
  mcp: {
    mcp: {
      ...NO_MODEL,
      'a tool that ran': 'arguments and results are not sent',
      'the session': "only the protocol's session is sent",
      'the user': 'the library has none',
    },
  },
  mlflow: {
    mlflow: MLFLOW,
    'mlflow-genai': {
      ...MLFLOW,
      'cached tokens': 'its translation drops them',
      'an agent': 'its translation drops input and output',
      'an embedding': 'its translation drops the texts',
      'documents that were found': 'its translation drops them',
      'previews of all model calls': 'its translation drops the messages of a streamed response',
    },
  },
  openai: {
    openai: {
      'a tool that ran': CALLS_ONLY,
      'an agent': CALLS_ONLY,
      'documents that were found': CALLS_ONLY,
    },
  },
  'openai-js': {
    'openai-js': {
      'a tool that ran': CALLS_ONLY,
      'an agent': CALLS_ONLY,
      'documents that were found': CALLS_ONLY,
      'the time to the first token': NOT_MEASURED,
      'a refused call, with its model': 'failed calls have no span',
      'tokens of an embedding': 'not sent',
    },
  },
  'openai-agents': {
    'openai-agents': {
      ...NO_EMBEDDINGS_THERE,
      'the time to the first token': NOT_MEASURED,
      'a refused call, with its model': 'failed calls have neither model nor error',
      'an agent': 'input and output of agents are not sent',
      'previews of all model calls': 'failed calls are not sent',
    },
  },
  'openai-v2': { 'openai-v2': OPENAI_V2, 'openai-v2-events': OPENAI_V2 },
  'openai-v2-legacy': {
    'openai-v2-legacy': { ...OPENAI_V2, 'tokens of an embedding': 'embeddings are not traced' },
  },
  openllmetry: {
    openllmetry: {
      'the time to the first token': 'sent as a metric, not on the span',
      'documents that were found': 'not used by the test program',
    },
  },
  openlit: {
    openlit: {
      ...CLIENT_CALLS,
      'no span is of unknown kind': 'the decorator records no kind',
      'the tools on offer': 'not sent',
      'previews of all model calls': 'failed calls have no input',
    },
  },
  'pydantic-ai': {
    'pydantic-ai': {
      ...NO_EMBEDDINGS_THERE,
      'a structured answer': 'sent as a tool call',
      'the session': 'each run gets a new id',
      'the user': 'the library has none',
      'previews of all model calls': 'failed calls have no messages',
    },
  },
  smolagents: {
    smolagents: {
      ...NO_EMBEDDINGS_THERE,
      'the provider': 'failed calls name none',
      'the system prompt, once': 'the program has no system prompt',
      "the tool's result": 'results are sent as user messages',
      'the answer': 'sent as a tool call',
      'a streamed answer': 'the answer of a stream is not sent',
      'a structured answer': 'the library has none',
      'cached tokens': 'not sent',
      'reasoning tokens': 'not sent',
      'the time to the first token': NOT_MEASURED,
      'a refused call, with its model': 'failed calls don’t name the model',
      'previews of all model calls': 'the answer of a stream is not sent',
    },
  },
  'spring-ai': {
    'spring-ai': {
      'no span is of unknown kind': 'Spring’s own spans of HTTP requests have no kind',
      'the tools on offer': 'only their names are sent',
      'a structured answer': 'not used by the test program',
      'reasoning tokens': 'not sent',
      'the time to the first token': NOT_MEASURED,
      'an agent': CALLS_ONLY,
      'an embedding': 'not used by the test program',
      'tokens of an embedding': 'not used by the test program',
      'documents that were found': 'not used by the test program',
      'the user': 'the library has none',
    },
  },
  strands: { strands: STRANDS, 'strands-latest': STRANDS },
};
