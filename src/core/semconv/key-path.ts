export interface KeySegment {
  readonly name: string;
  /** A list index: a number with more of the key behind it. */
  readonly index: boolean;
}

/** A dotted key taken apart. */
export interface KeyPath {
  readonly segments: readonly KeySegment[];
  /** The segments joined again: without blanks, empty segments and leading zeros. */
  readonly key: string;
}

/** Segments of one key that nest; the rest of a longer key stays dotted. */
const SEGMENTS_MAX = 64;
const NUMERIC = /^\d+$/;
const LEADING_ZEROS = /^0+(?=\d)/;
/**
 * Spans repeat their keys: taking one apart costs ten times a look-up. Cleared when full, so that
 * odd keys cannot fill memory.
 */
const CACHED_KEYS_MAX = 4_096;
const CACHED_KEY_CHARS_MAX = 200;
const cache = new Map<string, KeyPath>();

/**
 * The segments of a dotted key. Blanks round a segment and empty segments do not count; a key of
 * nothing else is one segment as it is.
 */
export function keyPath(key: string): KeyPath {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const path = parse(key);
  if (key.length <= CACHED_KEY_CHARS_MAX) {
    if (cache.size >= CACHED_KEYS_MAX) cache.clear();
    cache.set(key, path);
  }
  return path;
}

function parse(key: string): KeyPath {
  const names = key
    .split('.')
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '');
  if (names.length === 0) return { segments: [{ name: key, index: false }], key };
  if (names.length > SEGMENTS_MAX)
    names.splice(SEGMENTS_MAX - 1, names.length, names.slice(SEGMENTS_MAX - 1).join('.'));
  const plain = names.map((name) => (NUMERIC.test(name) ? name.replace(LEADING_ZEROS, '') : name));
  return {
    segments: plain.map((name, at) => ({
      name,
      index: at < plain.length - 1 && NUMERIC.test(name),
    })),
    key: plain.join('.'),
  };
}
