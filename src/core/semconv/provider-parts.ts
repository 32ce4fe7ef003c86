import type { JsonValue } from '#core/filter/predicate.ts';

/**
 * A tool call, a tool's answer or a piece of reasoning, whichever provider's spelling it came in.
 */
export type ProviderPart =
  | {
      readonly type: 'call';
      readonly id: string | null;
      readonly name: string | null;
      readonly args: JsonValue;
    }
  | {
      readonly type: 'answer';
      readonly id: string | null;
      readonly name: string | null;
      readonly result: JsonValue;
    }
  /** Without text where the provider gives its reasoning out encrypted only. */
  | { readonly type: 'reasoning'; readonly text: string };

type Part = { readonly [key: string]: JsonValue };

/**
 * Reads a part of a message (or an item of OpenAI's Responses API, which takes the place of
 * messages) in the formats of the providers' APIs: OTel GenAI, OpenAI, Anthropic, the AI SDK,
 * Bedrock's Converse and Gemini. Null for text, pictures and what is unknown.
 */
export function providerPart(part: Part): ProviderPart | null {
  const type = textOf(part['type']) ?? '';
  return callOf(part, type) ?? answerOf(part, type) ?? reasoningOf(part, type);
}

const CALLS: ReadonlySet<string> = new Set([
  'tool_call',
  'tool-call',
  'tool_use',
  'server_tool_use',
  'mcp_tool_use',
]);
const ANSWERS: ReadonlySet<string> = new Set([
  'tool_call_response',
  'tool-result',
  'tool_result',
  'mcp_tool_result',
]);
const REASONING: ReadonlySet<string> = new Set(['reasoning', 'thinking', 'redacted_thinking']);
/**
 * Items of the Responses API: `function_call`, `web_search_call`, `custom_tool_call` and more, and
 * what came of them.
 */
const CALL_ITEM = /_call$/;
const ANSWER_ITEM = /_call_output$/;

function callOf(part: Part, type: string): ProviderPart | null {
  const inner =
    objectAt(part, 'toolUse') ?? objectAt(part, 'functionCall') ?? objectAt(part, 'function_call');
  if (inner === null && !CALLS.has(type) && !CALL_ITEM.test(type)) return null;
  const call = inner ?? part;
  const fn = objectAt(call, 'function');
  return {
    type: 'call',
    id: firstText(call, ['call_id', 'id', 'toolCallId', 'toolUseId']),
    name:
      firstText(call, ['name', 'toolName']) ??
      textOf(fn?.['name']) ??
      (CALL_ITEM.test(type) ? type.replace(/(?:_tool)?_call$/, '') : null),
    args:
      first(call, ['arguments', 'args', 'input', 'action', 'queries', 'code']) ??
      fn?.['arguments'] ??
      null,
  };
}

function answerOf(part: Part, type: string): ProviderPart | null {
  const inner =
    objectAt(part, 'toolResult') ??
    objectAt(part, 'functionResponse') ??
    objectAt(part, 'function_response');
  if (inner === null && !ANSWERS.has(type) && !ANSWER_ITEM.test(type)) return null;
  const answer = inner ?? part;
  const given = first(answer, ['response', 'result', 'output', 'content']) ?? '';
  return {
    type: 'answer',
    id: firstText(answer, ['call_id', 'id', 'toolCallId', 'toolUseId', 'tool_use_id']),
    name: firstText(answer, ['name', 'toolName']),
    result: joinedText(given) ?? objectOf(given)?.['value'] ?? given,
  };
}

function reasoningOf(part: Part, type: string): ProviderPart | null {
  const converse = objectAt(part, 'reasoningContent');
  const isThought = part['thought'] === true;
  if (converse === null && !isThought && !REASONING.has(type)) return null;
  const reasoning = converse === null ? part : (objectAt(converse, 'reasoningText') ?? converse);
  const text = ['thinking', 'text', 'reasoning', 'summary', 'content']
    .map((key) => joinedText(reasoning[key] ?? null))
    .find((one) => one);
  const hasMore = ['encrypted_content', 'data', 'signature', 'redactedContent'].some(
    (key) => reasoning[key] !== undefined && reasoning[key] !== null,
  );
  // A summary that was not asked for is an empty list: there is nothing to show of it.
  return text === undefined && !hasMore && reasoning['text'] !== ''
    ? null
    : { type: 'reasoning', text: text ?? '' };
}

/** A text, or the texts of a list of text parts; null for anything else. */
function joinedText(value: JsonValue): string | null {
  if (typeof value === 'string') return value;
  if (!isList(value) || value.length === 0) return null;
  const texts = value.map((item) => textOf(objectOf(item)?.['text']));
  return texts.every((text) => text !== null) ? texts.join('\n\n') : null;
}

function first(part: Part, keys: readonly string[]): JsonValue | null {
  for (const key of keys) {
    const value = part[key];
    if (value !== undefined && value !== null) return value;
  }
  return null;
}

function firstText(part: Part, keys: readonly string[]): string | null {
  const key = keys.find((one) => textOf(part[one]) !== null);
  return key === undefined ? null : textOf(part[key]);
}

function objectAt(part: Part, key: string): Part | null {
  return objectOf(part[key]);
}

function objectOf(value: JsonValue | undefined): Part | null {
  return typeof value === 'object' && value !== null && !isList(value) ? value : null;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
