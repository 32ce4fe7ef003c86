import { numberKey } from './exact-json.ts';

/** One field that differs between two versions of an example. */
export interface FieldChange {
  /** Keys and list positions from the content down: `['output', 'answer']`. */
  readonly path: readonly (string | number)[];
  readonly kind: 'added' | 'removed' | 'changed';
  /** Absent for what was added. */
  readonly before?: unknown;
  /** Absent for what was removed. */
  readonly after?: unknown;
}

export interface ContentDiff {
  readonly changes: readonly FieldChange[];
  /** False when there are more changes than are listed. */
  readonly complete: boolean;
}

/** As many changes of one example as are listed. */
const CHANGES_MAX = 500;
/** Structures that differ below this depth are one change. */
const DEPTH_MAX = 32;

/**
 * The differences between two JSON values, field by field: objects by key, lists by position.
 * Expects values from `parseExactJson`: numbers differ when any digit does, however long they are,
 * and not by their spelling. Keys come in the order of `before`, then the new ones.
 */
export function contentDiff(before: unknown, after: unknown): ContentDiff {
  const changes: FieldChange[] = [];
  compare([], before, after, changes);
  return { changes: changes.slice(0, CHANGES_MAX), complete: changes.length <= CHANGES_MAX };
}

function compare(
  path: readonly (string | number)[],
  before: unknown,
  after: unknown,
  changes: FieldChange[],
): void {
  if (before === after || changes.length > CHANGES_MAX) return;
  const number = numberKey(before);
  if (number !== null && number === numberKey(after)) return;
  const [left, right] = [childrenOf(before), childrenOf(after)];
  if (left === null || right === null || Array.isArray(before) !== Array.isArray(after)) {
    changes.push({ path, kind: 'changed', before, after });
    return;
  }
  if (path.length >= DEPTH_MAX) {
    if (!isSame(before, after)) changes.push({ path, kind: 'changed', before, after });
    return;
  }
  for (const [key, value] of left) {
    if (right.has(key)) compare([...path, key], value, right.get(key), changes);
    else changes.push({ path: [...path, key], kind: 'removed', before: value });
  }
  for (const [key, value] of right)
    if (!left.has(key)) changes.push({ path: [...path, key], kind: 'added', after: value });
}

/** Stored contents are nested no deeper than `JSON_DEPTH_MAX`, so that this ends. */
function isSame(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  const number = numberKey(before);
  if (number !== null) return number === numberKey(after);
  const [left, right] = [childrenOf(before), childrenOf(after)];
  if (
    left === null ||
    right === null ||
    Array.isArray(before) !== Array.isArray(after) ||
    left.size !== right.size
  )
    return false;
  return [...left].every(([key, value]) => right.has(key) && isSame(value, right.get(key)));
}

/**
 * The parts of an object or a list; null for what has none. Maps, so that `__proto__` is a key like
 * any other.
 */
function childrenOf(value: unknown): ReadonlyMap<string | number, unknown> | null {
  if (typeof value !== 'object' || value === null || numberKey(value) !== null) return null;
  return Array.isArray(value) ? new Map(value.entries()) : new Map(Object.entries(value));
}
