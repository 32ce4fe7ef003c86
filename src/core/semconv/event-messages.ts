import type { JsonValue } from '#core/filter/predicate.ts';
import { NO_MESSAGE, type ChatMessage } from './chat-message.ts';
import type { FlatAttributes } from './flat-attributes.ts';
import { genAiMessage, genAiMessages, genAiTurn, structure } from './genai-messages.ts';
import { partsInText } from './parts-text.ts';
import { isJsonArray, isJsonObject, PlainObject } from './plain-object.ts';

/** An event with its attributes by key. */
export interface FlatEvent {
  readonly name: string;
  readonly attributes: FlatAttributes;
}

/**
 * A single event that carries all messages, as attributes otherwise found on the span. Source: OTel
 * GenAI, from 1.37.
 */
const DETAILS = 'gen_ai.client.inference.operation.details';
/** Before that: one event for each message, its role in its name. */
const MESSAGE_ROLES: ReadonlyMap<string, string> = new Map([
  ['gen_ai.system.message', 'system'],
  ['gen_ai.user.message', 'user'],
  ['gen_ai.assistant.message', 'assistant'],
  ['gen_ai.tool.message', 'tool'],
]);
const CHOICE = 'gen_ai.choice';
/** And before that: prompt and completion as JSON text. */
const CONTENT_PROMPT = 'gen_ai.content.prompt';
const CONTENT_COMPLETION = 'gen_ai.content.completion';

const EVENT_NAME_PREFIX = 'gen_ai.';

/** Whether an event speaks of messages at all; most do not, and need not be unpacked. */
export function isMessageEvent(name: string): boolean {
  return (
    name.startsWith(EVENT_NAME_PREFIX) &&
    (name === DETAILS ||
      name === CHOICE ||
      name === CONTENT_PROMPT ||
      name === CONTENT_COMPLETION ||
      MESSAGE_ROLES.has(name))
  );
}

/**
 * The attributes of the details events, which count as the span's own where it has none. Strands
 * sends one for what went in and one for what came out: lists of messages of several events follow
 * one another, of other keys the first counts.
 */
export function detailsOf(events: readonly FlatEvent[]): FlatAttributes {
  const merged: FlatAttributes = new Map();
  for (const event of events) {
    if (event.name !== DETAILS) continue;
    for (const [key, value] of event.attributes) merged.set(key, joined(merged.get(key), value));
  }
  return merged;
}

function joined(before: JsonValue | undefined, value: JsonValue): JsonValue {
  if (before === undefined) return value;
  const first = structure(before);
  const more = structure(value);
  return isJsonArray(first) && isJsonArray(more) ? [...first, ...more] : before;
}

/** The messages that went to the model, by events. */
export function inputFromEvents(events: readonly FlatEvent[]): readonly ChatMessage[] {
  return events.flatMap((event) => {
    const role = MESSAGE_ROLES.get(event.name);
    if (role !== undefined)
      return genAiTurn(eventBody(event)).map((message) => withRole(message, role));
    return event.name === CONTENT_PROMPT
      ? genAiMessages(event.attributes.get('gen_ai.prompt'))
      : [];
  });
}

/** The messages that came back, by events. */
export function outputFromEvents(events: readonly FlatEvent[]): readonly ChatMessage[] {
  return events.flatMap((event) => {
    if (event.name === CHOICE)
      return [withRole(genAiMessage(choiceMessage(eventBody(event))), 'assistant')];
    return event.name === CONTENT_COMPLETION
      ? genAiMessages(event.attributes.get('gen_ai.completion')).map((message) =>
          withRole(message, 'assistant'),
        )
      : [];
  });
}

/**
 * The event's body: JSON text under one attribute, or its attributes themselves; a body that is
 * plain text is the content.
 */
function eventBody(event: FlatEvent): JsonValue {
  const sent = event.attributes.get('gen_ai.event.content') ?? event.attributes.get('event.body');
  const body = structure(sent);
  if (isJsonObject(body)) return body;
  const fields = new PlainObject();
  if (typeof sent === 'string') fields['content'] = partsInText(sent) ?? sent;
  for (const [key, value] of event.attributes) {
    if (key === 'content')
      fields[key] = typeof value === 'string' ? (partsInText(value) ?? value) : value;
    else if (key === 'message') fields[key] = messageIn(value);
    else fields[key] = structure(value) ?? value;
  }
  return fields;
}

/** A choice's message: a message as it is, or its parts; other JSON text is the model's reply. */
function messageIn(value: JsonValue): JsonValue {
  const message = structure(value) ?? value;
  if (typeof value !== 'string' || typeof message === 'string') return message;
  const isMessage =
    isJsonObject(message) &&
    ['role', 'content', 'parts', 'tool_calls'].some((key) => key in message);
  return isMessage ? message : (partsInText(value) ?? value);
}

function choiceMessage(body: JsonValue): JsonValue {
  if (!isJsonObject(body)) return body;
  const message = body['message'];
  if (message === undefined) return body;
  if (!isJsonObject(message)) return Object.assign(new PlainObject(), { content: message });
  return body['tool_calls'] === undefined
    ? message
    : Object.assign(new PlainObject(), message, { tool_calls: body['tool_calls'] });
}

/** The message, with a role if it has none. */
export function withRole(message: ChatMessage, role: string): ChatMessage {
  return message.role === null ? { ...NO_MESSAGE, ...message, role } : message;
}
