import { isMessageEvent } from '#core/semconv/event-messages.ts';
import type { FlatAttributes } from '#core/semconv/flat-attributes.ts';
import { keyPath } from '#core/semconv/key-path.ts';
import { isForeignKey } from '#core/semconv/foreign-keys.ts';
import { MAPPED_ROOTS } from '#core/semconv/map-to-openinference.ts';
import { nestAttributes, type JsonObject } from '#core/semconv/nest-attributes.ts';
import { typeOpenInferenceValues } from '#core/semconv/openinference-values.ts';
import { PlainObject } from '#core/semconv/plain-object.ts';
import { decodeKeyValue, VALUE_DEPTH_MAX, VALUE_ITEMS_MAX } from './any-value-codec.ts';
import { anyValueToJson } from './any-value-json.ts';
import { decodeUtf8, internUtf8 } from './decode-utf8.ts';
import { attributesNested } from './span-attributes.ts';
import { decodeSpan } from './span-codec.ts';
import { WireReader } from './wire-reader.ts';

/** Of Span. */
const ATTRIBUTE = 0x4a;
const EVENT = 0x5a;
/** Of KeyValue, and the name of Event. */
const KEY = 0x0a;
const VALUE = 0x12;
const EVENT_NAME = 0x12;

/**
 * Values in lists take two bytes at least: no shorter span can reach the budget, which counts over
 * all its attributes.
 */
const BYTES_MAX = 2 * VALUE_ITEMS_MAX;
/**
 * Of a path, so many segments tell which keys have to do with it; behind them keys may be dotted.
 */
const SEGMENTS_LOOKED_AT = 60;
const NUMERIC = /^\d+$/;
const KEYS_KEPT_MAX = 10_000;
const NOTHING: JsonObject = new PlainObject();

/** A key's role in the paths, as flags. */
const RELEVANT = 1;
const FOREIGN = 2;

/**
 * A span's attributes as far as some paths need them: `jsonAt` returns the same value at each path
 * as for the whole of `attributesNested`, at a twentieth of the cost. Keys are distinguished by
 * their bytes, and only values on a path are decoded. Where a convention's mapping may add
 * attributes on a path, the whole tree is built.
 */
export class WantedAttributes {
  /**
   * The prefixes of the paths, up to the first list index: list items are numbered by all that are
   * present.
   */
  readonly #prefixes: readonly (readonly string[])[];
  readonly #isMapped: boolean;
  readonly #flags = new Map<string, number>();

  constructor(paths: readonly (readonly string[])[]) {
    this.#prefixes = paths.map(prefixOf);
    this.#isMapped = this.#prefixes.some(([root]) => root === undefined || MAPPED_ROOTS.has(root));
  }

  /** Bytes of a span that a skim accepted. */
  of(bytes: Uint8Array): JsonObject {
    if (bytes.length >= BYTES_MAX) return attributesNested(decodeSpan(bytes));
    const found = this.#collect(new WireReader(bytes));
    if (found === 'all') return attributesNested(decodeSpan(bytes));
    if (found === null) return NOTHING;
    typeOpenInferenceValues(found);
    return nestAttributes(found);
  }

  /** The attributes that matter, null for none; 'all' when all of them do. */
  #collect(reader: WireReader): FlatAttributes | 'all' | null {
    const end = reader.bytes.length;
    let found: FlatAttributes | null = null;
    while (reader.pos < end) {
      const tag = reader.tag(end);
      if (tag === ATTRIBUTE) {
        const attributeEnd = reader.end(end);
        const flags = this.#flagsAt(reader, attributeEnd);
        if (flags === 0) {
          reader.pos = attributeEnd;
          continue;
        }
        const { key, value } = decodeKeyValue(reader, attributeEnd, VALUE_DEPTH_MAX, {
          items: VALUE_ITEMS_MAX,
        });
        if (value.type === 'empty') continue;
        const known = this.#flagsOf(key);
        if ((known & FOREIGN) !== 0) return 'all';
        if ((known & RELEVANT) !== 0) (found ??= new Map()).set(key, anyValueToJson(value));
      } else if (tag === EVENT) {
        const eventEnd = reader.end(end);
        if (isMessageEvent(eventName(reader, eventEnd))) return 'all';
      } else {
        reader.skip(tag, end);
      }
    }
    return found;
  }

  /**
   * The flags of a KeyValue from `pos` in its usual form, a short key and a value; all of them for
   * any other form, which is then unpacked.
   */
  #flagsAt(reader: WireReader, end: number): number {
    const { bytes, pos } = reader;
    const keyStart = pos + 2;
    const keyEnd = keyStart + (bytes[pos + 1] ?? 0);
    if (
      bytes[pos] !== KEY ||
      keyEnd + 2 > end ||
      bytes[keyEnd] !== VALUE ||
      bytes[pos + 1]! >= 0x80
    )
      return RELEVANT | FOREIGN;
    reader.pos = keyEnd + 1;
    const isUsual = reader.end(end) === end;
    reader.pos = pos;
    return isUsual ? this.#flagsOf(internUtf8(reader, keyStart, keyEnd)) : RELEVANT | FOREIGN;
  }

  #flagsOf(key: string): number {
    const known = this.#flags.get(key);
    if (known !== undefined) return known;
    if (this.#flags.size >= KEYS_KEPT_MAX) this.#flags.clear();
    const flags =
      (this.#isRelevant(key) ? RELEVANT : 0) | (this.#isMapped && isForeignKey(key) ? FOREIGN : 0);
    this.#flags.set(key, flags);
    return flags;
  }

  /** Whether the key leads towards a path, or on from its beginning. */
  #isRelevant(key: string): boolean {
    const names = keyPath(key).segments.map(({ name }) => name);
    const [first = ''] = names;
    if (first.trim() === '' || first.includes('.')) return true;
    return this.#prefixes.some((prefix) =>
      prefix.every((name, at) => at >= names.length || name === names[at]),
    );
  }
}

function prefixOf(path: readonly string[]): readonly string[] {
  // An input that is no text decides about its own media type.
  if (path[0] === 'input') return ['input'];
  const index = path.findIndex((segment) => NUMERIC.test(segment));
  return path.slice(0, Math.min(index === -1 ? path.length : index, SEGMENTS_LOOKED_AT));
}

/** Steps over an event; its name, of which the last counts. */
function eventName(reader: WireReader, end: number): string {
  let name = '';
  while (reader.pos < end) {
    const tag = reader.tag(end);
    if (tag === EVENT_NAME) {
      const nameEnd = reader.end(end);
      name =
        nameEnd - reader.pos <= 64
          ? internUtf8(reader, reader.pos, nameEnd)
          : decodeUtf8(reader.bytes, reader.pos, nameEnd);
      reader.pos = nameEnd;
    } else {
      reader.skip(tag, end);
    }
  }
  return name;
}
