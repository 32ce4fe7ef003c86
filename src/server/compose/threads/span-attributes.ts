import { attributesNested } from '#core/otlp/span-attributes.ts';
import type { JsonValue } from '#core/filter/predicate.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';

/** A span's attributes from its own bytes, for the filters that a store runs. */
export function spanAttributes(bytes: Uint8Array): JsonValue {
  return attributesNested(decodeSpan(bytes));
}
