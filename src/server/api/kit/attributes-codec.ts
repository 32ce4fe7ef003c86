import type { SpanKind } from '#contracts/span-kind.ts';
import { keyValuesToJson } from '#core/otlp/any-value-json.ts';
import type { KeyValue } from '#core/otlp/any-value.ts';
import type { DecodedSpan } from '#core/otlp/decoded-span.ts';
import { attributesNested } from '#core/otlp/span-attributes.ts';
import { flattenAttributes } from '#core/semconv/nest-attributes.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';

const KIND_KEY = 'openinference.span.kind';

/** A span's attributes as replies show them: dotted keys, list indexes included, conventions mapped. */
export function flatAttributes(span: DecodedSpan): JsonObject {
  return flattenAttributes(attributesNested(span));
}

/** The same without the kind, which replies show beside them with the spelling the sender used. */
export function splitKind(attributes: JsonObject, derived: SpanKind): { readonly span_kind: string; readonly attributes: JsonObject } {
  const { [KIND_KEY]: sent, ...rest } = attributes;
  return { span_kind: typeof sent === 'string' ? sent : derived, attributes: rest };
}

/** Attributes of events, links, resources and scopes: as they were sent. */
export function plainAttributes(attributes: readonly KeyValue[]): JsonObject {
  return keyValuesToJson(attributes);
}
