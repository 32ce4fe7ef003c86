import type { JsonValue } from '#core/filter/predicate.ts';
import { isJsonArray, isJsonObject } from './plain-object.ts';
import type { JsonObject } from './nest-attributes.ts';

/** The attribute names of frameworks for a step's single input or output text. */
const TEXT_KEYS = [
  'text',
  'input',
  'output',
  'question',
  'answer',
  'query',
  'query_str',
  'str_or_query_bundle',
  'message',
  'response',
  'result',
];
/** Beside `raw`, what makes a value an answer of CrewAI's: of a crew, or of a task. */
const CREW_KEYS = ['tasks_output', 'expected_output', 'messages'];
/** A list of texts, or one of those keys, or `raw`. */
const SIGNS =
  /^\s*\[\s*"|"(?:raw|text|input|output|question|answer|query|query_str|str_or_query_bundle|message|response|result)"\s*:/;

/**
 * Whether JSON may hold such a text: to parse what does not would be most of the work of a list.
 */
export function mayHoldText(json: string): boolean {
  return SIGNS.test(json);
}

/**
 * The text inside a framework's own JSON value: the answer of a crew, the one meaningful text among
 * its arguments, or a list of texts.
 */
export function embeddedText(value: JsonValue | undefined): string | undefined {
  if (isJsonArray(value)) return textsInOne(value);
  if (!isJsonObject(value)) return undefined;
  const raw = value['raw'];
  if (typeof raw === 'string' && raw !== '' && CREW_KEYS.some((key) => key in value)) return raw;
  return onlyText(value);
}

/**
 * The first of several texts, and before it how many there are; undefined when not all are texts.
 */
export function textsInOne(texts: readonly (JsonValue | undefined)[]): string | undefined {
  const [first] = texts;
  if (typeof first !== 'string' || !texts.every((text) => typeof text === 'string'))
    return undefined;
  return texts.length === 1 ? first : `${texts.length} texts: ${first}`;
}

function onlyText(value: JsonObject): string | undefined {
  const meaningful = Object.entries(value).filter(([, one]) => saysSomething(one));
  const [[key, text] = ['', null]] = meaningful;
  return meaningful.length === 1 && TEXT_KEYS.includes(key) && typeof text === 'string'
    ? text
    : undefined;
}

function saysSomething(value: JsonValue | undefined): boolean {
  if (isJsonArray(value)) return value.length > 0;
  if (isJsonObject(value)) return Object.keys(value).length > 0;
  return value !== null && value !== undefined && value !== '' && value !== false;
}
