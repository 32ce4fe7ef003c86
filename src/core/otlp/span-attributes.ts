import type { JsonValue } from '#core/filter/predicate.ts';
import { isMessageEvent, type FlatEvent } from '#core/semconv/event-messages.ts';
import type { FlatAttributes } from '#core/semconv/flat-attributes.ts';
import { isForeignKey } from '#core/semconv/foreign-keys.ts';
import { mapToOpenInference } from '#core/semconv/map-to-openinference.ts';
import {
  nestAttributes,
  normalizeAttributes,
  type JsonObject,
} from '#core/semconv/nest-attributes.ts';
import { typeOpenInferenceValues } from '#core/semconv/openinference-values.ts';
import { anyValueToJson } from './any-value-json.ts';
import type { DecodedSpan } from './decoded-span.ts';

/**
 * A span's attributes as nested JSON, in OpenInference's terms: what was sent, what its conventions
 * add (set only if missing), JSON text parsed where the convention has JSON. Objects have no
 * prototype to reach.
 */
export function attributesNested(span: DecodedSpan): JsonObject {
  return nestAttributes(attributesByKey(span));
}

/**
 * As `attributesNested`, flattened again to dotted keys: `llm.input_messages.0.message.role`.
 * Cheaper than doing both.
 */
export function attributesFlat(span: DecodedSpan): JsonObject {
  return normalizeAttributes(attributesByKey(span));
}

/** As `attributesNested`, before nesting: by dotted key, in the order they were sent. */
export function attributesByKey(span: DecodedSpan): FlatAttributes {
  const attributes: FlatAttributes = new Map();
  let foreign = false;
  for (const { key, value } of span.attributes) {
    if (value.type === 'empty') continue;
    attributes.set(key, anyValueToJson(value));
    foreign ||= isForeignKey(key);
  }
  const events = span.events.length === 0 ? NO_EVENTS : messageEvents(span);
  if (foreign || events.length > 0) mapToOpenInference(attributes, events);
  typeOpenInferenceValues(attributes);
  return attributes;
}

const NO_EVENTS: readonly FlatEvent[] = [];

function messageEvents(span: DecodedSpan): readonly FlatEvent[] {
  return span.events.flatMap((event) => {
    if (!isMessageEvent(event.name)) return [];
    const attributes = new Map<string, JsonValue>();
    for (const { key, value } of event.attributes)
      if (value.type !== 'empty') attributes.set(key, anyValueToJson(value));
    return [{ name: event.name, attributes }];
  });
}
