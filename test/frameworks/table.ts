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
} from './shared-rows.ts';
import type { Row } from './shared-rows.ts';

const TWO_CALLS = 'the program asks one question, twice';

/** By library, by mode (the name of the service that its program sends). */
export const TABLE: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  'agent-framework': {
    'agent-framework': {
      ...NO_EMBEDDINGS_THERE,
      'the tools on offer': 'only the span of the agent has them',
      'the time to the first token': NOT_MEASURED,
      'the session': 'the program has none',
      'the user': 'it knows none',
    },
  },
  agno: {
    agno: { ...NO_EMBEDDINGS_THERE, 'reasoning tokens': 'it does not send them', 'the time to the first token': NOT_MEASURED },
  },
  'ai-sdk-5': { 'ai-sdk-5': AI_SDK },
  'ai-sdk-6': { 'ai-sdk-6': AI_SDK },
  'ai-sdk-7': {
    'ai-sdk-7': {
      'reasoning tokens': 'it does not send them',
      'an embedding': 'it sends no texts of embeddings',
      'documents that were found': NO_RETRIEVAL,
      'the session': 'it sends no metadata of a call',
      'the user': 'it sends no metadata of a call',
    },
  },
  anthropic: {
    anthropic: {
      ...NO_EMBEDDINGS_THERE,
      'a structured answer': 'its API has none but the call of a tool',
      'reasoning tokens': 'its usage has none',
      'a tool that ran': CALLS_ONLY,
      'an agent': CALLS_ONLY,
      'the time to the first token': NOT_MEASURED,
    },
  },
  autogen: {
    autogen: {
      ...NO_EMBEDDINGS_THERE,
      'no span is of unknown kind': 'most are of messages between its actors',
      'a streamed answer': 'the program has none',
      'a structured answer': 'the program has none',
      'the time to the first token': NOT_MEASURED,
      'a tool that ran': 'it sends neither arguments nor results',
      'an agent': 'it sends neither what an agent was asked nor what it answered',
    },
  },
  bedrock: {
    bedrock: {
      ...CLIENT_CALLS,
      ...NO_EMBEDDINGS_THERE,
      'the tools on offer': 'it does not send them',
      'a structured answer': 'its API has none but the call of a tool',
      'reasoning tokens': 'its usage has none',
      'the time to the first token': NOT_MEASURED,
    },
  },
  crewai: {
    crewai: {
      ...NO_EMBEDDINGS_THERE,
      'a streamed answer': 'the program has none',
      'a structured answer': 'the program has none',
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
      'a structured answer': 'the program has none',
      'the time to the first token': NOT_MEASURED,
      'an agent': 'the program has none',
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
      'a streamed answer': 'the program has none',
      'a structured answer': 'the program has none',
      'the time to the first token': NOT_MEASURED,
      'an agent': 'it does not send what an agent was asked and answered',
      'the user': 'it does not send it',
    },
  },
  'google-genai': {
    'google-genai': GOOGLE_GENAI,
    'google-genai-events': { ...GOOGLE_GENAI, 'a tool that ran': 'arguments and results of tools are sent on spans alone' },
  },
  haystack: {
    haystack: {
      'the provider': 'it names none',
      'a structured answer': 'the program has none',
      'the time to the first token': NOT_MEASURED,
      'a refused call, with its model': 'a component tells its model with its reply only',
      'the session': 'it knows none',
      'the user': 'it knows none',
    },
  },
  langchain: {
    langchain: {
      'the time to the first token': NOT_MEASURED,
      'an agent': 'LangGraph is a chain by its own word',
      'an embedding': 'LangChain does not trace embeddings',
      'tokens of an embedding': 'LangChain does not trace embeddings',
    },
  },
  'langchain-js': {
    'langchain-js': {
      ...NO_EMBEDDINGS_THERE,
      'the provider': 'it names none',
      'the system prompt, once': 'it drops a content of parts, which the system prompt is',
      'the time to the first token': NOT_MEASURED,
      'an agent': 'LangGraph is a chain by its own word',
      'the user': 'it is only among the metadata',
    },
  },
  langfuse: { langfuse: { 'the provider': 'it names none' } },
  langsmith: {
    langsmith: {
      'the time to the first token': 'its event of the first token does not go over OTLP',
      'an agent': 'LangGraph is a chain by its own word',
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
      'no span is of unknown kind': '`raw_gen_ai_request` is what went over the wire for the call that is its parent',
      'the time to the first token': NOT_MEASURED,
    },
  },
  logfire: {
    logfire: {
      ...CLIENT_CALLS,
      'no span is of unknown kind': "the program's own spans have no kind",
      'the time to the first token': NOT_MEASURED,
      'an embedding': 'it sends no texts of embeddings',
      'previews of all model calls': 'the answer of a stream is in a span of its own, beside that of the call',
    },
  },
  'llama-index': {
    'llama-index': {
      'the provider': 'the span of a structured call, round that of the model, names none',
      'a refused call, with its model': 'it names the model that was configured, not the one asked for',
      'an agent': 'an agent is a workflow by its own word, a chain',
      'tokens of an embedding': 'it does not send them',
    },
  },
  mastra: {
    mastra: {
      ...NO_EMBEDDINGS_THERE,
      'the question': 'the step round a call has it',
      'the system prompt, once': 'the step round a call has it',
      'the tools on offer': 'only the span of the agent has their names',
      'the call of a tool': 'the step round a call has it',
      "the tool's result": 'the span of the tool has it',
      'a refused call, with its model': 'only the span of the agent has the error',
      'previews of all model calls': 'the step round a call has what was asked',
    },
  },
  mcp: {
    mcp: {
      ...NO_MODEL,
      'a tool that ran': 'it sends neither arguments nor results',
      'the session': 'it names the session of the protocol only',
      'the user': 'it knows none',
    },
  },
  mlflow: {
    mlflow: MLFLOW,
    'mlflow-genai': {
      ...MLFLOW,
      'cached tokens': 'its translation drops them',
      'an agent': 'its translation drops what went in and came out',
      'an embedding': 'its translation drops the texts',
      'documents that were found': 'its translation drops them',
      'previews of all model calls': 'its translation drops the messages of a streamed response',
    },
  },
  openai: {
    openai: { 'a tool that ran': CALLS_ONLY, 'an agent': CALLS_ONLY, 'documents that were found': CALLS_ONLY },
  },
  'openai-js': {
    'openai-js': {
      'a tool that ran': CALLS_ONLY,
      'an agent': CALLS_ONLY,
      'documents that were found': CALLS_ONLY,
      'the time to the first token': NOT_MEASURED,
      'a refused call, with its model': 'it sends no span of a call that failed',
      'tokens of an embedding': 'it does not send them',
    },
  },
  'openai-agents': {
    'openai-agents': {
      ...NO_EMBEDDINGS_THERE,
      'the time to the first token': NOT_MEASURED,
      'a refused call, with its model': 'it sends neither the model nor the error of a call that failed',
      'an agent': 'it does not send what an agent was asked and answered',
      'previews of all model calls': 'it sends nothing of a call that failed',
    },
  },
  'openai-v2': { 'openai-v2': OPENAI_V2, 'openai-v2-events': OPENAI_V2 },
  'openai-v2-legacy': { 'openai-v2-legacy': { ...OPENAI_V2, 'tokens of an embedding': 'it does not trace embeddings' } },
  openllmetry: {
    openllmetry: { 'the time to the first token': 'it is a metric of its own', 'documents that were found': 'the program finds none' },
  },
  openlit: {
    openlit: {
      ...CLIENT_CALLS,
      'no span is of unknown kind': 'its decorator says nothing of what it decorates',
      'the tools on offer': 'it does not send them',
      'previews of all model calls': 'it does not send the question of a call that failed',
    },
  },
  'pydantic-ai': {
    'pydantic-ai': {
      ...NO_EMBEDDINGS_THERE,
      'a structured answer': 'it is the call of a tool',
      'the session': 'it makes an id of its own for each run',
      'the user': 'it knows none',
      'previews of all model calls': 'it does not send the messages of a call that failed',
    },
  },
  smolagents: {
    smolagents: {
      ...NO_EMBEDDINGS_THERE,
      'the provider': 'a call that failed names none',
      'the system prompt, once': 'the program has no prompt of its own',
      "the tool's result": 'its results are messages of the user',
      'the answer': 'it is the call of a tool',
      'a streamed answer': 'the answer of a stream is not sent',
      'a structured answer': 'it has none',
      'cached tokens': 'it does not send them',
      'reasoning tokens': 'it does not send them',
      'the time to the first token': NOT_MEASURED,
      'a refused call, with its model': 'a call that failed does not name its model',
      'previews of all model calls': 'the answer of a stream is not sent',
    },
  },
  'spring-ai': {
    'spring-ai': {
      'no span is of unknown kind': 'Spring’s own spans of HTTP requests have no kind',
      'the tools on offer': 'only their names are sent',
      'a structured answer': 'the program has none',
      'reasoning tokens': 'it does not send them',
      'the time to the first token': NOT_MEASURED,
      'an agent': CALLS_ONLY,
      'an embedding': 'the program has none',
      'tokens of an embedding': 'the program has none',
      'documents that were found': 'the program finds none',
      'the user': 'it knows none',
    },
  },
  strands: { strands: STRANDS, 'strands-latest': STRANDS },
};
