import type { JsonValue } from '#core/filter/predicate.ts';
import type { FlatAttributes } from '#core/semconv/flat-attributes.ts';
import { flattenAttributes } from '#core/semconv/nest-attributes.ts';

/** The escaping that a dotted key needs to survive nesting and flattening unchanged. */
interface KeyShape {
  /** `"key":` as JSON. */
  readonly json: string;
  /** List indexes in the key: where the list is, and which item. */
  readonly indexes: readonly { readonly list: string; readonly index: number }[];
}

const SEGMENTS_MAX = 64;
const SHAPES_MAX = 10_000;
/**
 * Keys repeat from span to span; the exporters of the world decide how many there are, so the
 * memory is bounded.
 */
const shapes = new Map<string, KeyShape | null>();

/**
 * Attributes by dotted key as JSON text, without building the nested tree only to flatten it again;
 * null when nesting would change something (blanks in a key, gaps in a list, two attributes that
 * become one), and the long way has to be taken. Measured on spans of 1.6 KB: 4 µs against 20 µs
 * for the long way.
 */
export function attributesJson(attributes: FlatAttributes, withoutKey: string): string | null {
  let text = '';
  let lists: Map<string, number> | null = null;
  let structured: Set<string> | null = null;
  for (const [key, value] of attributes) {
    if (value === null || key === withoutKey) continue;
    const shape = shapeOf(key);
    if (shape === null) return null;
    for (const { list, index } of shape.indexes) {
      lists ??= new Map();
      const last = lists.get(list) ?? -1;
      if (index !== last && index !== last + 1) return null;
      lists.set(list, index);
    }
    if (text !== '') text += ',';
    if (typeof value !== 'object' || !isStructured(value))
      text += `${shape.json}${JSON.stringify(value)}`;
    else {
      structured ??= new Set();
      const part = structuredJson(key, value, attributes, structured);
      if (part === null) return null;
      text += part;
    }
  }
  return `{${text}}`;
}

function isStructured(value: JsonValue): boolean {
  return (
    !Array.isArray(value) ||
    (value.length > 0 &&
      value.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item)))
  );
}

/**
 * The fields of a structured value, without braces; null when one of them has the key of another
 * attribute.
 */
function structuredJson(
  key: string,
  value: JsonValue,
  attributes: FlatAttributes,
  taken: Set<string>,
): string | null {
  const flat = flattenAttributes({ [key]: value });
  for (const name in flat) {
    if (taken.has(name) || (name !== key && attributes.has(name))) return null;
    taken.add(name);
  }
  return JSON.stringify(flat).slice(1, -1);
}

function shapeOf(key: string): KeyShape | null {
  const known = shapes.get(key);
  if (known !== undefined) return known;
  if (shapes.size >= SHAPES_MAX) shapes.clear();
  const shape = readShape(key);
  shapes.set(key, shape);
  return shape;
}

function readShape(key: string): KeyShape | null {
  const segments = key.split('.');
  // Nesting drops empty segments, trims the others, and writes numbers without leading zeros.
  if (
    segments.length >= SEGMENTS_MAX ||
    segments.some(
      (segment) => segment === '' || segment.trim() !== segment || /^0\d+$/.test(segment),
    )
  )
    return null;
  const indexes: { list: string; index: number }[] = [];
  for (const [at, segment] of segments.slice(0, -1).entries()) {
    if (!/^\d+$/.test(segment)) continue;
    if (segment.length > 9) return null;
    indexes.push({ list: segments.slice(0, at).join('.'), index: Number(segment) });
  }
  return { json: `${JSON.stringify(key)}:`, indexes };
}
