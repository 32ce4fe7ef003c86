import { Double, type Attributes, type AttributeValue } from '../otlp/export-request.ts';
import type { Random } from '../otlp/random.ts';
import { indexed, type Step } from './trace-tree.ts';

/**
 * US dollars for a million tokens in, in from the cache and out, and milliseconds a completion
 * token takes.
 */
export const MODELS = {
  'gpt-4o': { provider: 'openai', in: 2.5, cached: 1.25, out: 10, msPerToken: 12 },
  'gpt-4o-mini': { provider: 'openai', in: 0.15, cached: 0.075, out: 0.6, msPerToken: 7 },
  'gpt-5-mini': {
    provider: 'openai',
    in: 0.25,
    cached: 0.025,
    out: 2,
    msPerToken: 8,
    reasons: true,
  },
  'o4-mini': { provider: 'openai', in: 1.1, cached: 0.275, out: 4.4, msPerToken: 9, reasons: true },
  'claude-sonnet-4-5': { provider: 'anthropic', in: 3, cached: 0.3, out: 15, msPerToken: 14 },
  'claude-haiku-4-5': { provider: 'anthropic', in: 1, cached: 0.1, out: 5, msPerToken: 6 },
  'gemini-2.5-pro': {
    provider: 'google',
    in: 1.25,
    cached: 0.125,
    out: 10,
    msPerToken: 11,
    reasons: true,
  },
  'gemini-2.5-flash': { provider: 'google', in: 0.3, cached: 0.03, out: 2.5, msPerToken: 5 },
  'mistral-large-2411': { provider: 'mistralai', in: 2, cached: 2, out: 6, msPerToken: 10 },
} as const;
export type ModelName = keyof typeof MODELS;

/** What the instrumentations of the providers' clients call their spans. */
const SPAN_NAMES = {
  openai: 'ChatCompletion',
  anthropic: 'Messages',
  google: 'GenerateContent',
  mistralai: 'MistralClient.chat',
} as const;

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content?: string;
  /** An image beside the text, as a URL or a data URL. */
  readonly imageUrl?: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly toolCallId?: string;
}

export interface ModelCall {
  readonly model: ModelName;
  readonly input: readonly Message[];
  readonly output: Message;
  readonly tools?: readonly string[];
  readonly streaming?: boolean;
  readonly reasoningTokens?: number;
  readonly cachedTokens?: number;
  readonly error?: NonNullable<Step['error']>;
}

/** An LLM span as the OpenInference instrumentations write it. */
export function modelCall(random: Random, call: ModelCall): Step {
  const price = MODELS[call.model];
  const reasons = 'reasons' in price;
  const reasoning = call.reasoningTokens ?? (reasons ? random.between(1, 9) * 64 : undefined);
  const cached = call.cachedTokens ?? 0;
  const prompt = Math.ceil(JSON.stringify(call.input).length / 3.8) + cached;
  const failed = call.error !== undefined;
  const completion = failed
    ? 0
    : Math.ceil(JSON.stringify(call.output).length / 3.8) + (reasoning ?? 0);
  const promptUsd = ((prompt - cached) * price.in + cached * price.cached) / 1e6;
  const completionUsd = (completion * price.out) / 1e6;
  const workMs = random.around(180 + completion * price.msPerToken, 0.35);
  const attributes: Record<string, AttributeValue> = {
    'llm.model_name': call.model,
    'llm.provider': price.provider,
    'llm.system': price.provider,
    'llm.invocation_parameters': JSON.stringify({
      model: call.model,
      ...(reasons
        ? { reasoning_effort: 'low', max_completion_tokens: 4_096 }
        : { temperature: 0.2, max_tokens: 1_024 }),
      ...(call.streaming === true ? { stream: true } : {}),
    }),
    'input.value': JSON.stringify({
      messages: call.input.map((message) => ({ role: message.role, content: message.content })),
    }),
    'input.mime_type': 'application/json',
    ...indexed('llm.input_messages', call.input.map(messageAttributes)),
    ...indexed(
      'llm.tools',
      (call.tools ?? []).map((schema) => ({ 'tool.json_schema': schema })),
    ),
  };
  if (!failed) {
    Object.assign(attributes, {
      'output.value': call.output.content ?? JSON.stringify(call.output.toolCalls),
      'output.mime_type': call.output.content === undefined ? 'application/json' : 'text/plain',
      ...indexed('llm.output_messages', [messageAttributes(call.output)]),
      'llm.token_count.prompt': prompt,
      'llm.token_count.completion': completion,
      'llm.token_count.total': prompt + completion,
      'llm.cost.prompt': new Double(promptUsd),
      'llm.cost.completion': new Double(completionUsd),
      'llm.cost.total': new Double(promptUsd + completionUsd),
    });
    if (call.cachedTokens !== undefined)
      attributes['llm.token_count.prompt_details.cache_read'] = call.cachedTokens;
    if (reasoning !== undefined)
      attributes['llm.token_count.completion_details.reasoning'] = reasoning;
  }
  return {
    name: SPAN_NAMES[price.provider],
    kind: 'LLM',
    otelKind: 3,
    workMs,
    attributes,
    ...(call.streaming === true && !failed
      ? { firstTokenMs: Math.min(workMs * 0.8, random.around(240, 0.4)) }
      : {}),
    ...(call.error === undefined ? {} : { error: call.error }),
  };
}

function messageAttributes(message: Message): Attributes {
  const attributes: Record<string, AttributeValue> = { 'message.role': message.role };
  if (message.imageUrl !== undefined) {
    Object.assign(
      attributes,
      indexed('message.contents', [
        { 'message_content.type': 'text', 'message_content.text': message.content ?? '' },
        { 'message_content.type': 'image', 'message_content.image.image.url': message.imageUrl },
      ]),
    );
  } else if (message.content !== undefined) attributes['message.content'] = message.content;
  if (message.toolCallId !== undefined) attributes['message.tool_call_id'] = message.toolCallId;
  Object.assign(
    attributes,
    indexed(
      'message.tool_calls',
      (message.toolCalls ?? []).map((call) => ({
        'tool_call.id': call.id,
        'tool_call.function.name': call.name,
        'tool_call.function.arguments': call.arguments,
      })),
    ),
  );
  return attributes;
}

/** The JSON schema of a function tool, as it is sent to the provider. */
export function toolSchema(
  name: string,
  description: string,
  properties: Readonly<Record<string, string>>,
): string {
  return JSON.stringify({
    type: 'function',
    function: {
      name,
      description,
      parameters: {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(properties).map(([key, type]) => [key, { type }]),
        ),
        required: Object.keys(properties),
      },
    },
  });
}

/** A TOOL span; what it returns is shown as JSON. */
export function toolRun(
  random: Random,
  run: {
    name: string;
    description: string;
    arguments: string;
    result: unknown;
    medianMs: number;
    error?: NonNullable<Step['error']>;
  },
): Step {
  return {
    name: run.name,
    kind: 'TOOL',
    workMs: random.around(run.medianMs, 0.7),
    attributes: {
      'tool.name': run.name,
      'tool.description': run.description,
      'tool.parameters': run.arguments,
      'input.value': run.arguments,
      'input.mime_type': 'application/json',
      ...(run.error === undefined
        ? { 'output.value': JSON.stringify(run.result), 'output.mime_type': 'application/json' }
        : {}),
    },
    ...(run.error === undefined ? {} : { error: run.error }),
  };
}

export interface FoundDocument {
  readonly id: string;
  readonly content: string;
  readonly score: number;
  readonly metadata: string;
}

/**
 * Documents under a prefix: `retrieval.documents`, `reranker.input_documents`,
 * `reranker.output_documents`.
 */
export function documents(
  prefix: string,
  found: readonly FoundDocument[],
): Record<string, AttributeValue> {
  return indexed(
    prefix,
    found.map((document) => ({
      'document.id': document.id,
      'document.content': document.content,
      'document.score': new Double(document.score),
      'document.metadata': document.metadata,
    })),
  );
}

/** An EMBEDDING span with a short vector, as instrumentations record it. */
export function embedding(random: Random, text: string): Step {
  const vector = Array.from({ length: 8 }, () => new Double(random.fraction() * 2 - 1));
  return {
    name: 'CreateEmbeddings',
    kind: 'EMBEDDING',
    otelKind: 3,
    workMs: random.around(45, 0.4),
    attributes: {
      'embedding.model_name': 'text-embedding-3-small',
      'embedding.embeddings.0.embedding.text': text,
      'embedding.embeddings.0.embedding.vector': vector,
      'llm.token_count.prompt': Math.ceil(text.length / 4),
      'llm.token_count.total': Math.ceil(text.length / 4),
      'input.value': text,
      'input.mime_type': 'text/plain',
    },
  };
}
