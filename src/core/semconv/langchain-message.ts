import type { JsonValue } from '#core/filter/predicate.ts';

type Item = { readonly [key: string]: JsonValue };

/** LangChain's names for roles, mapped to those of the chat APIs. */
const ROLES: ReadonlyMap<JsonValue | undefined, string> = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['AIMessageChunk', 'assistant'],
  ['system', 'system'],
  ['tool', 'tool'],
  // The class, of what it writes down to make the message again.
  ['HumanMessage', 'user'],
  ['AIMessage', 'assistant'],
  ['SystemMessage', 'system'],
  ['ToolMessage', 'tool'],
]);

const ASKING = /^(?:user|human|system|developer)$/i;

/**
 * A serialized LangChain message in the format of the chat APIs: its role is in `type`, its content
 * beside it, or in `data` or `kwargs`. Null for anything else.
 */
export function langChainMessage(value: Item): Item | null {
  if (value['role'] !== undefined) return null;
  const fields = objectOf(value['data']) ?? objectOf(value['kwargs']) ?? value;
  const role =
    ROLES.get(fields['type']) ?? ROLES.get(value['type']) ?? ROLES.get(listOf(value['id']).at(-1));
  const content = fields['content'];
  if (role === undefined || (typeof content !== 'string' && !isList(content))) return null;
  const calls = listOf(fields['tool_calls']);
  return {
    role,
    // Anthropic's calls are in the content too.
    content:
      isList(content) && calls.length > 0
        ? content.filter((part) => objectOf(part)?.['type'] !== 'tool_use')
        : content,
    tool_calls: calls.map((call) => ({
      id: objectOf(call)?.['id'] ?? null,
      name: objectOf(call)?.['name'] ?? null,
      arguments: objectOf(call)?.['args'] ?? null,
    })),
    ...(fields['tool_call_id'] === undefined ? {} : { tool_call_id: fields['tool_call_id'] }),
    ...(role === 'tool' && fields['name'] !== undefined ? { name: fields['name'] } : {}),
  };
}

/**
 * The messages that a framework's input or output holds: a list of them, or what has one under
 * `messages`, LangGraph's updates of its state included, or one of these under `output`. Empty
 * where something else is in it.
 */
export function heldMessages(sent: JsonValue | undefined): readonly Item[] {
  const value = objectOf(sent)?.['output'] ?? sent;
  const update =
    isList(value) && value.length === 1
      ? objectOf(value[0])?.['update']
      : objectOf(value)?.['update'];
  const list = objectOf(update)?.['messages'] ?? objectOf(value)?.['messages'] ?? value;
  const messages = (isList(list) ? list : [list ?? null]).map((item) =>
    chatMessage(objectOf(item)),
  );
  return messages.every((one) => one !== null) ? messages : [];
}

/**
 * The same of an output, also of a response of OpenAI's chat API: none where they hold no answer,
 * since frameworks give the prompt back beside the answer.
 */
export function heldAnswer(value: JsonValue | undefined): readonly Item[] {
  const choices = objectOf(value)?.['choices'];
  const messages = heldMessages(
    isList(choices) ? choices.map((choice) => objectOf(choice)?.['message'] ?? null) : value,
  );
  return messages.some(({ role }) => typeof role === 'string' && !ASKING.test(role))
    ? messages
    : [];
}

function chatMessage(item: Item | null): Item | null {
  if (item === null) return null;
  return typeof item['role'] === 'string' &&
    (item['content'] !== undefined || item['parts'] !== undefined)
    ? item
    : langChainMessage(item);
}

function objectOf(value: JsonValue | undefined): Item | null {
  return typeof value === 'object' && value !== null && !isList(value) ? value : null;
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isList(value) ? value : [];
}
