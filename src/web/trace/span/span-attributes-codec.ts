import type { Json } from '#web/platform/text/json.ts';

/**
 * Attributes as they came over the wire: the reply was parsed from JSON, so every value is JSON.
 */
export function attributesOf(
  attributes: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Json>> {
  return attributes as Readonly<Record<string, Json>>;
}
