import type { JsonValue } from '#core/filter/predicate.ts';
import { RESOURCE_ROOT } from '#core/filter/resource-root.ts';
import { resourceAttributes } from '#core/otlp/resource-attributes.ts';
import { WantedAttributes } from '#core/otlp/wanted-attributes.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';
import { isJsonObject, PlainObject } from '#core/semconv/plain-object.ts';
import type { BlockEntry } from './block-codec.ts';
import { RecentMap } from '../both/recent-map.ts';

/** Resources whose values are remembered. */
const CONTEXTS_KEPT = 512;

/** The bytes of the resource of a context. */
export type ResourceOf = (contextId: number) => Uint8Array;

/**
 * The attributes of a span that a filter reads: those at the filter's paths, and after `resource.`
 * those of the span's resource. Resource attributes are at the root under their whole keys, which a
 * path finds if the span has no attribute of its own there.
 */
export class WantedValues {
  readonly #own: { of(bytes: Uint8Array): JsonValue };
  readonly #isWanted: (key: string) => boolean;
  readonly #looksAtResources: boolean;
  readonly #byContext = new RecentMap<number, JsonObject>(CONTEXTS_KEPT);

  private constructor(
    own: { of(bytes: Uint8Array): JsonValue },
    looksAtResources: boolean,
    isWanted: (key: string) => boolean,
  ) {
    this.#own = own;
    this.#looksAtResources = looksAtResources;
    this.#isWanted = isWanted;
  }

  static at(paths: readonly (readonly string[])[]): WantedValues {
    const keys = paths.filter(([root]) => root === RESOURCE_ROOT).map((path) => path.join('.'));
    const isWanted = (key: string): boolean =>
      keys.some((wanted) => key === wanted || isWithin(key, wanted) || isWithin(wanted, key));
    return new WantedValues(new WantedAttributes(paths), keys.length > 0, isWanted);
  }

  static all(attributesOf: (bytes: Uint8Array) => JsonValue): WantedValues {
    return new WantedValues({ of: attributesOf }, true, () => true);
  }

  of({ bytes, contextId }: BlockEntry, resourceOf: ResourceOf): JsonValue {
    const own = this.#own.of(bytes);
    if (!this.#looksAtResources || !isJsonObject(own)) return own;
    return Object.assign(new PlainObject(), this.#ofResource(contextId, resourceOf), own);
  }

  #ofResource(contextId: number, resourceOf: ResourceOf): JsonObject {
    const known = this.#byContext.get(contextId);
    if (known !== undefined) return known;
    const values = new PlainObject();
    for (const [key, value] of Object.entries(resourceAttributes(resourceOf(contextId))))
      if (this.#isWanted(key)) values[key] = value;
    this.#byContext.set(contextId, values);
    return values;
  }
}

function isWithin(key: string, outer: string): boolean {
  return key.startsWith(`${outer}.`);
}
