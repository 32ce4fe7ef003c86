import type { ServerResponse } from 'node:http';
import { answerTo, piecesOf, USAGE, type Question } from './answer.ts';
import type { JsonSchema } from './json-schema.ts';
import { sendEvents, sendJson } from './reply.ts';

interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly content?: string | readonly { readonly text?: string }[];
  readonly output?: string | readonly { readonly text?: string }[];
}

interface ResponsesRequest {
  readonly model: string;
  readonly input: string | readonly Item[];
  readonly instructions?: string;
  readonly tools?: readonly { readonly name?: string; readonly parameters?: JsonSchema }[];
  readonly text?: { readonly format?: { readonly schema?: JsonSchema } };
  readonly stream?: boolean;
}

/** `POST /v1/responses`: OpenAI's Responses API. */
export async function responsesCall(
  response: ServerResponse,
  request: ResponsesRequest,
): Promise<void> {
  const answer = answerTo(questionOf(request));
  const calls = answer.calls.map(({ id, name, args }) => ({
    id: `fc_${id}`,
    type: 'function_call',
    call_id: id,
    name,
    arguments: JSON.stringify(args),
    status: 'completed',
  }));
  const content = [{ type: 'output_text', text: answer.text ?? '', annotations: [], logprobs: [] }];
  const message = {
    id: 'msg_mock',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content,
  };
  const output = answer.text === null ? calls : [message];
  const whole = { ...responseHead(request), status: 'completed', output, usage: responsesUsage() };
  if (request.stream !== true) return sendJson(response, 200, whole);
  await sendEvents(response, streamOf(request, output, answer.text, whole));
}

function streamOf(
  request: ResponsesRequest,
  output: readonly object[],
  text: string | null,
  whole: object,
) {
  const started = { ...responseHead(request), status: 'in_progress', output: [], usage: null };
  const part = { item_id: 'msg_mock', output_index: 0, content_index: 0 };
  const events: { type: string; [key: string]: unknown }[] = [
    { type: 'response.created', response: started },
    ...output.map((item, index) => ({
      type: 'response.output_item.added',
      output_index: index,
      item,
    })),
    ...(text === null
      ? []
      : piecesOf(text).map((delta) => ({
          type: 'response.output_text.delta',
          ...part,
          delta,
          logprobs: [],
        }))),
    ...output.map((item, index) => ({
      type: 'response.output_item.done',
      output_index: index,
      item,
    })),
    { type: 'response.completed', response: whole },
  ];
  return events.map((event, at) => ({
    event: event.type,
    data: { ...event, sequence_number: at },
  }));
}

function responseHead(request: ResponsesRequest) {
  return {
    id: 'resp_mock',
    object: 'response',
    created_at: 1_760_000_000,
    model: request.model,
    instructions: request.instructions ?? null,
    error: null,
    incomplete_details: null,
    metadata: {},
    parallel_tool_calls: true,
    temperature: 1,
    top_p: 1,
    tool_choice: 'auto',
    tools: request.tools ?? [],
    text: request.text ?? { format: { type: 'text' } },
  };
}

function questionOf({ model, input, tools, text }: ResponsesRequest): Question {
  const items: readonly Item[] =
    typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  const asked = items.findLastIndex(({ role }) => role === 'user');
  const results = items.slice(asked + 1).filter(({ type }) => type === 'function_call_output');
  return {
    model,
    text: textOf(items[asked]?.content),
    tools: (tools ?? []).flatMap(({ name, parameters }) =>
      name === undefined ? [] : [{ name, parameters: parameters ?? {} }],
    ),
    results: results.map(({ output }) => textOf(output)),
    schema: text?.format?.schema ?? null,
  };
}

function textOf(content: Item['content']): string {
  return typeof content === 'string'
    ? content
    : (content ?? []).map((part) => part.text ?? '').join(' ');
}

function responsesUsage() {
  return {
    input_tokens: USAGE.input,
    input_tokens_details: { cached_tokens: USAGE.cached },
    output_tokens: USAGE.output,
    output_tokens_details: { reasoning_tokens: USAGE.reasoning },
    total_tokens: USAGE.total,
  };
}
