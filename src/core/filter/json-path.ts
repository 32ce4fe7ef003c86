import type { JsonValue } from './predicate.ts';

/** The most look-ups one path may cost, however adversarial the attributes' keys. */
const LOOKUPS_MAX = 2_000;

/**
 * Finds the value at a path in nested attributes; null when there is none. Attributes may keep
 * dotted keys beside a nested value (`{"a": 1, "a.b": 2}`), so at each level one segment is tried
 * first and then several joined by dots.
 */
export function jsonAt(root: JsonValue, segments: readonly string[]): JsonValue | null {
  const budget = { left: LOOKUPS_MAX };
  return walk(root, segments, 0, budget) ?? null;
}

function walk(
  value: JsonValue,
  segments: readonly string[],
  from: number,
  budget: { left: number },
): JsonValue | undefined {
  if (from === segments.length) return value;
  if (value === null || typeof value !== 'object') return undefined;
  let key = '';
  for (let to = from; to < segments.length; to += 1) {
    budget.left -= 1;
    if (budget.left < 0) return undefined;
    key = to === from ? (segments[to] ?? '') : `${key}.${segments[to] ?? ''}`;
    const child = memberOf(value, key);
    if (child === undefined) continue;
    const found = walk(child, segments, to + 1, budget);
    if (found !== undefined) return found;
  }
  return undefined;
}

function memberOf(
  value: readonly JsonValue[] | { readonly [key: string]: JsonValue },
  key: string,
): JsonValue | undefined {
  if (isArray(value)) {
    const index = Number(key);
    return Number.isInteger(index) && String(index) === key ? value[index] : undefined;
  }
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function isArray(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}
