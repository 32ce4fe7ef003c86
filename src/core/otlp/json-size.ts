import { AppError } from '#contracts/wire/errors.ts';
import { listAt, objectAt, type JsonFields } from './json-fields.ts';
import type { SkimLimits } from './skim-limits.ts';

/** Below this a body cannot hold enough to hurt, and is not scanned. */
const SCANNED_CHARS_MIN = 4 * 1024 * 1024;
/**
 * Objects, arrays and items of one body. A full request of 20,000 spans with 20 attributes each has
 * some three million.
 */
const TOKENS_MAX = 8_000_000;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/**
 * Refuses a text of which a parser would make millions of tiny values: 64 MiB of `{},` are a
 * gigabyte of objects.
 */
export function checkJsonTokens(text: string): void {
  if (text.length < SCANNED_CHARS_MIN) return;
  let tokens = 0;
  for (let pos = 0; pos < text.length; pos++) {
    const code = text.charCodeAt(pos);
    if (code === QUOTE) pos = stringEnd(text, pos + 1);
    else if (code === COMMA || code === BRACKET || code === BRACE) tokens++;
  }
  if (tokens > TOKENS_MAX)
    throw new AppError(
      'too_large',
      `More than ${TOKENS_MAX} JSON values in one request. Send smaller batches.`,
    );
}

function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end > 0) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH && end - 1 - backslashes >= start)
      backslashes++;
    if (backslashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/** The names of a request's parts in OTLP/JSON, and of its items in messages. */
export interface SignalFields {
  readonly byResource: string;
  readonly byScope: string;
  readonly items: string;
  readonly words: string;
}

/**
 * Checks a parsed request against the limits of the wire format, before anything is built from it.
 */
export function checkJsonElements(
  request: JsonFields,
  limits: SkimLimits,
  { byResource, byScope, items, words }: SignalFields,
): void {
  let elements = 0;
  let found = 0;
  for (const [index, group] of listAt(request[byResource], byResource).entries()) {
    elements++;
    const path = `${byResource}[${index}]`;
    for (const [inner, scopeGroup] of listAt(
      objectAt(group, path)[byScope],
      `${path}.${byScope}`,
    ).entries()) {
      elements++;
      const at = `${path}.${byScope}[${inner}]`;
      found += listAt(objectAt(scopeGroup, at)[items], `${at}.${items}`).length;
    }
    if (elements + found > limits.elementsMax)
      throw new AppError(
        'too_large',
        `More than ${limits.elementsMax} elements in one request. Send smaller batches.`,
      );
    if (found > limits.spansMax)
      throw new AppError(
        'too_large',
        `More than ${limits.spansMax} ${words} in one request. Send smaller batches.`,
      );
  }
}
