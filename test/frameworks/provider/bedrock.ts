import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { answerTo, piecesOf, USAGE, type Question } from './answer.ts';
import type { JsonSchema } from './json-schema.ts';
import { sendJson } from './reply.ts';

interface Block {
  readonly text?: string;
  readonly toolResult?: {
    readonly content: readonly { readonly text?: string; readonly json?: unknown }[];
  };
}

interface ConverseRequest {
  readonly messages: readonly { readonly role: string; readonly content: readonly Block[] }[];
  readonly toolConfig?: {
    readonly tools: readonly {
      readonly toolSpec: {
        readonly name: string;
        readonly inputSchema: { readonly json: JsonSchema };
      };
    }[];
  };
}

/** `POST /model/{id}/converse` and `/converse-stream` of Amazon Bedrock. */
export async function converse(
  response: ServerResponse,
  model: string,
  request: ConverseRequest,
  isStream: boolean,
): Promise<void> {
  const answer = answerTo(questionOf(model, request));
  const content = [
    ...(answer.text === null ? [] : [{ text: answer.text }]),
    ...answer.calls.map(({ id, name, args }) => ({
      toolUse: { toolUseId: id, name, input: args },
    })),
  ];
  const stopReason = answer.calls.length > 0 ? 'tool_use' : 'end_turn';
  const usage = {
    inputTokens: USAGE.input - USAGE.cached,
    cacheReadInputTokens: USAGE.cached,
    cacheWriteInputTokens: 0,
    outputTokens: USAGE.output,
    totalTokens: USAGE.total,
  };
  const metrics = { latencyMs: 20 };
  if (!isStream)
    return sendJson(response, 200, {
      output: { message: { role: 'assistant', content } },
      stopReason,
      usage,
      metrics,
    });
  const events: readonly (readonly [string, unknown])[] = [
    ['messageStart', { role: 'assistant' }],
    ...content.flatMap((block, index) => blockEvents(block, index)),
    ['messageStop', { stopReason }],
    ['metadata', { usage, metrics }],
  ];
  response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
  await pause(20);
  for (const [type, data] of events) response.write(frame(type, data));
  response.end();
}

function blockEvents(
  block: { text?: string; toolUse?: { toolUseId: string; name: string; input: unknown } },
  index: number,
): (readonly [string, unknown])[] {
  const { text, toolUse } = block;
  const deltas =
    text === undefined
      ? [{ toolUse: { input: JSON.stringify(toolUse?.input) } }]
      : piecesOf(text).map((piece) => ({ text: piece }));
  const start = {
    contentBlockIndex: index,
    start: { toolUse: { toolUseId: toolUse?.toolUseId, name: toolUse?.name } },
  };
  return [
    ...(text === undefined ? [['contentBlockStart', start] as const] : []),
    ...deltas.map((delta) => ['contentBlockDelta', { contentBlockIndex: index, delta }] as const),
    ['contentBlockStop', { contentBlockIndex: index }],
  ];
}

/** A message of Amazon's event stream: lengths, checksum, headers, payload, checksum. */
function frame(type: string, data: unknown): Buffer {
  const headers = Buffer.concat(
    [
      [':event-type', type],
      [':content-type', 'application/json'],
      [':message-type', 'event'],
    ].map(([name = '', value = '']) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(Buffer.byteLength(value));
      return Buffer.concat([
        Buffer.from([name.length]),
        Buffer.from(name),
        Buffer.from([7]),
        length,
        Buffer.from(value),
      ]);
    }),
  );
  const payload = Buffer.from(JSON.stringify(data));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(headers.length + payload.length + 16, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const body = Buffer.concat([prelude, checksum(prelude), headers, payload]);
  return Buffer.concat([body, checksum(body)]);
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}

function questionOf(model: string, { messages, toolConfig }: ConverseRequest): Question {
  const last = messages.at(-1)?.content ?? [];
  return {
    model,
    text: last.map(({ text }) => text ?? '').join(' '),
    tools: (toolConfig?.tools ?? []).map(({ toolSpec }) => ({
      name: toolSpec.name,
      parameters: toolSpec.inputSchema.json,
    })),
    results: last.flatMap(
      ({ toolResult }) =>
        toolResult?.content.map(({ text, json }) => text ?? JSON.stringify(json)) ?? [],
    ),
    schema: null,
  };
}
