import type { ServerResponse } from 'node:http';
import { answerTo, piecesOf, USAGE, type Question } from './answer.ts';
import type { JsonSchema } from './json-schema.ts';
import { sendEvents, sendJson } from './reply.ts';

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
}

interface MessagesRequest {
  readonly model: string;
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | readonly Block[];
  }[];
  readonly tools?: readonly { readonly name: string; readonly input_schema?: JsonSchema }[];
  readonly stream?: boolean;
}

/** `POST /v1/messages`: Anthropic. Its input tokens do not hold those of the cache. */
export async function anthropicMessage(
  response: ServerResponse,
  request: MessagesRequest,
): Promise<void> {
  const answer = answerTo(questionOf(request));
  const content = [
    ...(answer.text === null ? [] : [{ type: 'text', text: answer.text }]),
    ...answer.calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args })),
  ];
  const message = {
    id: 'msg_mock',
    type: 'message',
    role: 'assistant',
    model: request.model,
    stop_sequence: null,
  };
  const reason = answer.calls.length > 0 ? 'tool_use' : 'end_turn';
  const usage = {
    input_tokens: USAGE.input - USAGE.cached,
    cache_read_input_tokens: USAGE.cached,
    cache_creation_input_tokens: 0,
    output_tokens: USAGE.output,
  };
  if (request.stream !== true)
    return sendJson(response, 200, { ...message, content, stop_reason: reason, usage });
  const events: { type: string; [key: string]: unknown }[] = [
    {
      type: 'message_start',
      message: {
        ...message,
        content: [],
        stop_reason: null,
        usage: { ...usage, output_tokens: 1 },
      },
    },
    ...content.flatMap((block, index) => blockEvents(block, index)),
    { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
  await sendEvents(
    response,
    events.map((data) => ({ event: data.type, data })),
  );
}

function blockEvents(block: { type: string; text?: string; input?: unknown }, index: number) {
  const { text, input } = block;
  const empty = text === undefined ? { ...block, input: {} } : { type: 'text', text: '' };
  const deltas =
    text === undefined
      ? [{ type: 'input_json_delta', partial_json: JSON.stringify(input) }]
      : piecesOf(text).map((piece) => ({ type: 'text_delta', text: piece }));
  return [
    { type: 'content_block_start', index, content_block: empty },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

function questionOf({ model, messages, tools }: MessagesRequest): Question {
  const last = messages.at(-1)?.content ?? '';
  const results = typeof last === 'string' ? [] : last.filter(({ type }) => type === 'tool_result');
  return {
    model,
    text: textOf(last),
    tools: (tools ?? []).map((tool) => ({ name: tool.name, parameters: tool.input_schema ?? {} })),
    results: results.map(({ content }) => textOf(content ?? '')),
    schema: null,
  };
}

function textOf(content: string | readonly Block[]): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join(' ');
}
