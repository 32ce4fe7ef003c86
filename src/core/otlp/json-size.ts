import { AppError } from '#contracts/errors.ts';
import { listAt, objectAt } from './json-fields.ts';
import type { JsonFields } from './json-fields.ts';
import type { SkimLimits } from './skim-limits.ts';

/** Below this a body cannot hold enough to hurt, and is not scanned. */
const SCANNED_CHARS_MIN = 4 * 1024 * 1024;
/** Objects, arrays and items of one body. A full request of 20,000 spans with 20 attributes each has some three million. */
const TOKENS_MAX = 8_000_000;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** Refuses a text of which a parser would make millions of tiny values: 64 MiB of `{},` are a gigabyte of objects. */
export function checkJsonTokens(text: string): void {
  if (text.length < SCANNED_CHARS_MIN) return;
  let tokens = 0;
  for (let pos = 0; pos < text.length; pos++) {
    const code = text.charCodeAt(pos);
    if (code === QUOTE) pos = stringEnd(text, pos + 1);
    else if (code === COMMA || code === BRACKET || code === BRACE) tokens++;
  }
  if (tokens > TOKENS_MAX) throw new AppError('too_large', `More than ${TOKENS_MAX} JSON values in one request. Send smaller batches.`);
}

function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end > 0) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH && end - 1 - backslashes >= start) backslashes++;
    if (backslashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/** Holds a parsed request to the limits of the wire form, before anything is made of it. */
export function checkJsonElements(request: JsonFields, limits: SkimLimits): void {
  let elements = 0;
  let spans = 0;
  for (const [index, group] of listAt(request['resourceSpans'], 'resourceSpans').entries()) {
    elements++;
    const path = `resourceSpans[${index}]`;
    for (const [inner, scopeGroup] of listAt(objectAt(group, path)['scopeSpans'], `${path}.scopeSpans`).entries()) {
      elements++;
      spans += listAt(objectAt(scopeGroup, `${path}.scopeSpans[${inner}]`)['spans'], `${path}.scopeSpans[${inner}].spans`).length;
    }
    if (elements + spans > limits.elementsMax)
      throw new AppError('too_large', `More than ${limits.elementsMax} elements in one request. Send smaller batches.`);
    if (spans > limits.spansMax)
      throw new AppError('too_large', `More than ${limits.spansMax} spans in one request. Send smaller batches.`);
  }
}
