import { RESOURCE_ROOT } from '#core/filter/resource-root.ts';
import { keyPath } from '#core/semconv/key-path.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';
import { PlainObject } from '#core/semconv/plain-object.ts';
import { anyValueToJson } from './any-value-json.ts';
import { decodeResource } from './span-codec.ts';

/**
 * The attributes of a resource by the whole keys that its spans have them under,
 * `resource.service.version`: where `jsonAt` finds them behind what the span itself has at the
 * path.
 */
export function resourceAttributes(bytes: Uint8Array): JsonObject {
  const attributes = new PlainObject();
  for (const { key, value } of decodeResource(bytes).attributes) {
    if (value.type !== 'empty')
      attributes[`${RESOURCE_ROOT}.${keyPath(key).key}`] = anyValueToJson(value);
  }
  return attributes;
}

/** The same for many spans, while the reader is kept: each resource is unpacked once. */
export class ResourceReader {
  readonly #known = new WeakMap<Uint8Array, JsonObject>();

  of(bytes: Uint8Array): JsonObject {
    const known = this.#known.get(bytes);
    if (known !== undefined) return known;
    const attributes = resourceAttributes(bytes);
    this.#known.set(bytes, attributes);
    return attributes;
  }
}
