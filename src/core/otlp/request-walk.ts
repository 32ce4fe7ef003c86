import { AppError } from '#contracts/wire/errors.ts';
import { ContextReader } from './context-reader.ts';
import { tooManyElements, type SkimLimits } from './skim-limits.ts';
import type { ResourceContext, ScopeContext } from './span-record.ts';
import type { WireReader } from './wire-reader.ts';

/**
 * Fields of an export request, of its groups by resource, and of theirs by scope: the same numbers
 * for traces as for logs.
 */
const RESOURCE_GROUP = 0x0a;
const SCOPE_GROUP = 0x12;
const ITEM = 0x12;

/** Called for each span or log record; the reader stands at its start. */
export type VisitItem = (end: number, resource: ResourceContext, scope: ScopeContext) => void;

/**
 * Calls `visit` for each span or log record of an export request, with what it was sent under. Its
 * messages have been counted before.
 */
export function walkItems(reader: WireReader, visit: VisitItem): void {
  const contexts = new ContextReader(reader);
  const end = reader.bytes.length;
  reader.pos = 0;
  while (reader.pos < end) {
    const tag = reader.tag(end);
    if (tag === RESOURCE_GROUP) walkResource(reader, reader.end(end), contexts, visit);
    else reader.skip(tag, end);
  }
}

function walkResource(
  reader: WireReader,
  end: number,
  contexts: ContextReader,
  visit: VisitItem,
): void {
  const start = reader.pos;
  const resource = contexts.resource(start, end);
  reader.pos = start;
  while (reader.pos < end) {
    const tag = reader.tag(end);
    if (tag !== SCOPE_GROUP) {
      reader.skip(tag, end);
      continue;
    }
    const scopeEnd = reader.end(end);
    const scopeStart = reader.pos;
    const scope = contexts.scope(scopeStart, scopeEnd);
    reader.pos = scopeStart;
    while (reader.pos < scopeEnd) {
      const inner = reader.tag(scopeEnd);
      if (inner !== ITEM) {
        reader.skip(inner, scopeEnd);
        continue;
      }
      const itemEnd = reader.end(scopeEnd);
      visit(itemEnd, resource, scope);
      reader.pos = itemEnd;
    }
  }
}

/**
 * Walks the messages round the spans or log records, which checks that they are well formed, and
 * counts what is in them: a body of a few megabytes can hold millions of empty messages, and none
 * of them may cost more than being stepped over. `items` is what they are called.
 */
export function countElements(reader: WireReader, limits: SkimLimits, items: string): number {
  let elements = 0;
  let found = 0;
  const count = (): void => {
    if (++elements > limits.elementsMax) throw tooManyElements(limits.elementsMax);
  };
  const end = reader.bytes.length;
  while (reader.pos < end) {
    count();
    const tag = reader.tag(end);
    if (tag !== RESOURCE_GROUP) {
      reader.skip(tag, end);
      continue;
    }
    const resourceEnd = reader.end(end);
    while (reader.pos < resourceEnd) {
      count();
      const inner = reader.tag(resourceEnd);
      if (inner !== SCOPE_GROUP) {
        reader.skip(inner, resourceEnd);
        continue;
      }
      const scopeEnd = reader.end(resourceEnd);
      while (reader.pos < scopeEnd) {
        count();
        const innermost = reader.tag(scopeEnd);
        if (innermost === ITEM && ++found > limits.spansMax)
          throw new AppError(
            'too_large',
            `More than ${limits.spansMax} ${items} in one request. Send smaller batches.`,
          );
        reader.skip(innermost, scopeEnd);
      }
    }
  }
  return elements;
}
