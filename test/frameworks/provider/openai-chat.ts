import type { ServerResponse } from 'node:http';
import { answerTo, piecesOf, USAGE, vectorOf, type Answer, type Question } from './answer.ts';
import type { JsonSchema } from './json-schema.ts';
import { sendEvents, sendJson } from './reply.ts';

interface ChatRequest {
  readonly model: string;
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | readonly { readonly text?: string }[] | null;
  }[];
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly parameters?: JsonSchema };
  }[];
  readonly response_format?: { readonly json_schema?: { readonly schema: JsonSchema } };
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
}

/** `POST /v1/chat/completions`. */
export async function chatCompletion(
  response: ServerResponse,
  request: ChatRequest,
): Promise<void> {
  const answer = answerTo(questionOf(request));
  const calls = answer.calls.map(({ id, name, args }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));
  const finish = calls.length > 0 ? 'tool_calls' : 'stop';
  // LangGraph takes messages of one id for one message.
  const head = {
    id: finish === 'stop' ? 'chatcmpl-answer' : 'chatcmpl-call',
    created: 1_760_000_000,
    model: request.model,
    system_fingerprint: 'fp_mock',
  };
  if (request.stream === true)
    return await sendEvents(response, chunks(request, head, answer, calls, finish), '[DONE]');
  const message = {
    role: 'assistant',
    content: answer.text,
    refusal: null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finish }];
  sendJson(response, 200, { ...head, object: 'chat.completion', choices, usage: chatUsage() });
}

/** `POST /v1/embeddings`. */
export function embeddings(
  response: ServerResponse,
  request: {
    readonly model: string;
    readonly input: string | readonly string[];
    readonly encoding_format?: string;
  },
): void {
  const inputs = typeof request.input === 'string' ? [request.input] : request.input;
  const data = inputs.map((text, index) => {
    const vector = vectorOf(text);
    const packed = Buffer.from(Float32Array.from(vector).buffer).toString('base64');
    return {
      object: 'embedding',
      index,
      embedding: request.encoding_format === 'base64' ? packed : vector,
    };
  });
  sendJson(response, 200, {
    object: 'list',
    data,
    model: request.model,
    usage: { prompt_tokens: 8, total_tokens: 8 },
  });
}

function questionOf({ model, messages, tools, response_format: format }: ChatRequest): Question {
  // smolagents tells a tool's result as the user does.
  const asked = messages.findLastIndex(
    (message) => message.role === 'user' && !isObservation(message),
  );
  const results = messages
    .slice(asked + 1)
    .filter((message) => message.role === 'tool' || isObservation(message));
  return {
    model,
    text: textOf(messages[asked]),
    tools: (tools ?? []).map((tool) => ({
      name: tool.function.name,
      parameters: tool.function.parameters ?? {},
    })),
    results: results.map(textOf),
    schema: format?.json_schema?.schema ?? null,
  };
}

function isObservation(message: ChatRequest['messages'][number]): boolean {
  return textOf(message).startsWith('Observation:');
}

function textOf(message: ChatRequest['messages'][number] | undefined): string {
  const content = message?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join(' ');
}

function chunks(
  request: ChatRequest,
  head: object,
  answer: Answer,
  calls: readonly object[],
  finish: string,
): { data: unknown }[] {
  const chunk = (choices: readonly unknown[], more = {}) => ({
    data: { ...head, object: 'chat.completion.chunk', choices, ...more },
  });
  const delta = (content: object, reason: string | null = null) =>
    chunk([{ index: 0, delta: content, finish_reason: reason }]);
  return [
    delta({ role: 'assistant', content: '' }),
    ...calls.map((call, index) => delta({ tool_calls: [{ index, ...call }] })),
    ...(answer.text === null ? [] : piecesOf(answer.text).map((content) => delta({ content }))),
    delta({}, finish),
    ...(request.stream_options?.include_usage === true ? [chunk([], { usage: chatUsage() })] : []),
  ];
}

function chatUsage() {
  return {
    prompt_tokens: USAGE.input,
    completion_tokens: USAGE.output,
    total_tokens: USAGE.total,
    prompt_tokens_details: { cached_tokens: USAGE.cached, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: USAGE.reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
