import type { SpanKind } from '#contracts/spans/span-kind.ts';
import { keyValuesToJson } from '#core/otlp/any-value-json.ts';
import type { KeyValue } from '#core/otlp/any-value.ts';
import { PlainObject } from '#core/semconv/plain-object.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';

export const KIND_KEY = 'openinference.span.kind';

/**
 * Attributes by dotted key without the kind, which replies show beside them with the spelling the
 * sender used.
 */
export function splitKind(
  attributes: JsonObject,
  derived: SpanKind,
): { readonly span_kind: string; readonly attributes: JsonObject } {
  // Copied key by key: measured, deleting a key or spreading the rest costs as much as all the rest
  // of a span's reply.
  const rest = new PlainObject();
  let span_kind: string = derived;
  for (const key in attributes) {
    const value = attributes[key];
    if (key !== KIND_KEY) rest[key] = value ?? null;
    else if (typeof value === 'string') span_kind = value;
  }
  return { span_kind, attributes: rest };
}

/** Attributes of events, links, resources and scopes: as they were sent. */
export function plainAttributes(attributes: readonly KeyValue[]): JsonObject {
  return keyValuesToJson(attributes);
}
