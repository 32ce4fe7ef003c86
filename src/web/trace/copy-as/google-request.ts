import { textOf, type Message } from '#web/trace/conversation.ts';
import { isInstruction } from '#web/trace/span/conversation-delta.ts';
import { isObject, prop, unwrapJson, type Json, type JsonObject } from '#web/platform/text/json.ts';
import type { MessagePart } from '#web/trace/span/message-parts.ts';
import { isToolResult, namesOfCalls, withCallIds } from './call-ids.ts';
import type { ChatCall } from './chat-call.ts';
import { withBytes } from './embedded-bytes.ts';
import { inTurns } from './turns.ts';

const DATA_URL = /^data:([^;,]+)[^,]*;base64,(.*)$/s;

/** The fields its API accepts; it refuses all others. */
const CONFIG = new Set(
  'temperature topP topK maxOutputTokens stopSequences candidateCount seed presencePenalty frequencyPenalty responseMimeType responseSchema responseJsonSchema responseModalities thinkingConfig responseLogprobs logprobs'.split(
    ' ',
  ),
);
const OTHER_NAMES: Readonly<Record<string, string>> = {
  max_tokens: 'maxOutputTokens',
  max_completion_tokens: 'maxOutputTokens',
  stop: 'stopSequences',
  n: 'candidateCount',
  'choice.count': 'candidateCount',
};

export interface GoogleRequest {
  readonly model: string;
  readonly contents: readonly JsonObject[];
  readonly system: JsonObject | null;
  readonly tools: readonly JsonObject[];
  readonly generation: JsonObject;
}

/**
 * The request of Gemini's `generateContent`: the REST API and the clients arrange the same parts
 * differently.
 */
export function googleRequest(call: ChatCall): GoogleRequest {
  const messages = withCallIds(call.messages);
  const nameOf = namesOfCalls(messages);
  const system = messages.filter(isInstruction).map(textOf).join('\n\n');
  const talk = messages.filter((message) => !isInstruction(message));
  return {
    model: call.model.replace(/^(?:models|publishers\/google\/models)\//, ''),
    contents: inTurns(talk, (message) => partsOf(message, nameOf)).map(({ isModel, content }) => ({
      role: isModel ? 'model' : 'user',
      parts: content,
    })),
    system: system === '' ? null : { parts: [{ text: system }] },
    tools:
      call.tools.length === 0
        ? []
        : [
            {
              functionDeclarations: call.tools.map(({ name, description, schema }) => ({
                name,
                ...(description === null ? {} : { description }),
                [isOwnSchema(schema) ? 'parameters' : 'parametersJsonSchema']: schema,
              })),
            },
          ],
    generation: generationOf(call.parameters),
  };
}

/** The body of `POST /v1beta/models/…:generateContent`. */
export function googleBody({ contents, system, tools, generation }: GoogleRequest): JsonObject {
  return {
    contents,
    ...(system === null ? {} : { systemInstruction: system }),
    ...(tools.length === 0 ? {} : { tools }),
    ...(Object.keys(generation).length === 0 ? {} : { generationConfig: generation }),
  };
}

/** The arguments of its clients, which have all but the contents in one `config`. */
export function googleArguments({
  model,
  contents,
  system,
  tools,
  generation,
}: GoogleRequest): JsonObject {
  const config = {
    ...(system === null ? {} : { systemInstruction: system }),
    ...(tools.length === 0 ? {} : { tools }),
    ...generation,
  };
  return { model, contents, ...(Object.keys(config).length === 0 ? {} : { config }) };
}

/**
 * Gemini's own schemas have uppercase types; others are JSON Schema, which has a separate field.
 */
function isOwnSchema(schema: Json): boolean {
  const type = prop(schema, 'type');
  return typeof type === 'string' && type === type.toUpperCase();
}

function generationOf(parameters: JsonObject): JsonObject {
  const named = Object.keys(parameters).map((key): [string, Json] => [
    OTHER_NAMES[key] ?? key.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()),
    parameters[key] ?? null,
  ]);
  const listed = named.map(([key, value]): [string, Json] => [
    key,
    key === 'stopSequences' && typeof value === 'string' ? [value] : value,
  ]);
  return Object.fromEntries(listed.filter(([key]) => CONFIG.has(key)));
}

function partsOf(message: Message, nameOf: (id: string) => string | undefined): Json[] {
  if (isToolResult(message)) {
    const name = message.name ?? nameOf(message.toolCallId ?? '') ?? 'tool';
    const text = textOf(message);
    const result = unwrapJson(text);
    return [{ functionResponse: { name, response: isObject(result) ? result : { result: text } } }];
  }
  const calls = message.toolCalls.map(({ name, args }) => ({
    functionCall: { name, args: isObject(args) ? args : { value: args } },
  }));
  return [...message.parts.flatMap(partJson), ...calls];
}

function partJson(part: MessagePart): Json[] {
  if (part.type === 'reasoning') return [];
  if (part.type === 'text') return part.text === '' ? [] : [{ text: part.text }];
  if (part.type === 'other') return [{ text: JSON.stringify(part.value) }];
  const [, mimeType, data] = DATA_URL.exec(part.url) ?? [];
  if (mimeType === undefined || data === undefined) return [{ fileData: { fileUri: part.url } }];
  return [{ inlineData: withBytes({ mimeType, data }, 'data', ['python']) }];
}
