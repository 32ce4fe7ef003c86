import { textOf, type Message } from '#web/trace/conversation.ts';
import { isInstruction } from '#web/trace/span/conversation-delta.ts';
import { isObject, type Json, type JsonObject } from '#web/platform/text/json.ts';
import type { MessagePart } from '#web/trace/span/message-parts.ts';
import { isToolResult, withCallIds } from './call-ids.ts';
import type { ChatCall } from './chat-call.ts';
import { withBytes } from './embedded-bytes.ts';
import { inTurns } from './turns.ts';

const DATA_URL = /^data:[^;,/]+\/([^;,]+)[^,]*;base64,(.*)$/s;

const INFERENCE: Readonly<Record<string, string>> = {
  max_tokens: 'maxTokens',
  maxTokens: 'maxTokens',
  max_gen_len: 'maxTokens',
  temperature: 'temperature',
  top_p: 'topP',
  topP: 'topP',
  stop: 'stopSequences',
  stop_sequences: 'stopSequences',
  stopSequences: 'stopSequences',
};

/**
 * The arguments of Bedrock's `converse`, `modelId` among them; the others are the body of its `POST
 * /model/…/converse`.
 */
export function bedrockRequest(call: ChatCall): {
  readonly modelId: string;
  readonly body: JsonObject;
} {
  const messages = withCallIds(call.messages);
  const system = messages.filter(isInstruction).map((message) => ({ text: textOf(message) }));
  const talk = messages.filter((message) => !isInstruction(message));
  const inference: [string, Json][] = [];
  const more: [string, Json][] = [];
  for (const key of Object.keys(call.parameters)) {
    const value = call.parameters[key] ?? null;
    const name = Object.hasOwn(INFERENCE, key) ? INFERENCE[key] : undefined;
    if (name === undefined) more.push([key, value]);
    else
      inference.push([
        name,
        name === 'stopSequences' && typeof value === 'string' ? [value] : value,
      ]);
  }
  const body = {
    messages: inTurns(talk, contentOf).map(({ isModel, content }) => ({
      role: isModel ? 'assistant' : 'user',
      content,
    })),
    ...(system.length === 0 ? {} : { system }),
    ...(inference.length === 0 ? {} : { inferenceConfig: Object.fromEntries(inference) }),
    ...(call.tools.length === 0
      ? {}
      : {
          toolConfig: {
            tools: call.tools.map(({ name, description, schema }) => ({
              toolSpec: {
                name,
                ...(description === null || description === '' ? {} : { description }),
                inputSchema: { json: schema },
              },
            })),
          },
        }),
    ...(more.length === 0 ? {} : { additionalModelRequestFields: Object.fromEntries(more) }),
  };
  return { modelId: call.model, body };
}

function contentOf(message: Message): Json[] {
  if (isToolResult(message))
    return [
      { toolResult: { toolUseId: message.toolCallId ?? '', content: [{ text: textOf(message) }] } },
    ];
  const calls = message.toolCalls.map(({ id, name, args }) => ({
    toolUse: { toolUseId: id, name, input: isObject(args ?? {}) ? (args ?? {}) : { value: args } },
  }));
  return [...message.parts.flatMap(partJson), ...calls];
}

/** Pictures and files go in as bytes; one that lies elsewhere is only named. */
function partJson(part: MessagePart): Json[] {
  if (part.type === 'reasoning') return [];
  if (part.type === 'text') return part.text === '' ? [] : [{ text: part.text }];
  if (part.type === 'other') return [{ text: JSON.stringify(part.value) }];
  const [, format = '', bytes] = DATA_URL.exec(part.url) ?? [];
  if (bytes === undefined || part.type === 'audio') return [{ text: part.url.slice(0, 2000) }];
  const source = withBytes({ bytes }, 'bytes', ['python', 'typescript']);
  return part.type === 'image'
    ? [{ image: { format, source } }]
    : [{ document: { format, name: part.name ?? 'file', source } }];
}
