/**
 * So much text is laid out as one row: small enough to draw at once, large enough that 10 MB are
 * some thousand rows.
 */
const CHUNK_CHARS = 1500;
/**
 * A line up to this long is one row, wrapped by the browser: a paragraph gets no artificial breaks.
 */
const LINE_CHARS = 8000;
/** A row of a longer line ends after a space, where there is one that near to its bound. */
const WORD_CHARS = 100;
/** Of a found text no more places are kept. */
export const PLACES_MAX = 5000;

export interface TextChunk {
  readonly start: number;
  /** Without the line break that ends it. */
  readonly end: number;
}

/**
 * Splits a text into rows: at line breaks where there are any near enough, else after a space near
 * a bound or at the bound, never within a pair of halves.
 */
export function chunksOf(text: string): readonly TextChunk[] {
  const chunks: TextChunk[] = [];
  let start = 0;
  while (start < text.length) {
    const bound = start + CHUNK_CHARS;
    if (bound >= text.length) {
      chunks.push({ start, end: text.length });
      break;
    }
    // Looked for in this piece only: from the end of a long line, the whole text would be gone
    // through each time.
    const line = text.slice(start, bound + 1).lastIndexOf('\n');
    if (line >= 0) {
      chunks.push({ start, end: start + line });
      start += line + 1;
      continue;
    }
    const rest = lineEnd(text, start);
    const end = rest ?? withinLine(text, bound);
    chunks.push({ start, end });
    start = rest === null ? end : end + 1;
  }
  return chunks;
}

/** The end of the line that continues from a position; null if it is too far for one row. */
function lineEnd(text: string, start: number): number | null {
  const line = text.slice(start, start + LINE_CHARS + 1).indexOf('\n');
  if (line >= 0) return start + line;
  return text.length - start <= LINE_CHARS ? text.length : null;
}

function withinLine(text: string, bound: number): number {
  const space = text.slice(bound - WORD_CHARS, bound).lastIndexOf(' ');
  if (space >= 0) return bound - WORD_CHARS + space + 1;
  return /[\uD800-\uDBFF]/.test(text.charAt(bound - 1)) ? bound - 1 : bound;
}

/** How many lines of so many characters a piece takes, wrapped. */
export function linesOf(piece: string, columns: number): number {
  return piece
    .split('\n')
    .reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / columns)), 0);
}

/** Chunks that are shown together, the end exclusive. */
export interface TextPart {
  readonly first: number;
  readonly end: number;
}

/**
 * Browsers place what lies more than some 16 million pixels deep by whole pixels only, and nothing
 * below 33 million.
 */
const PART_PX_MAX = 8_000_000;

/**
 * Runs of chunks that are together no taller than can be laid out well; one run for all but the
 * longest texts.
 */
export function partsOf(heightsPx: readonly number[], pxMax = PART_PX_MAX): readonly TextPart[] {
  const parts: TextPart[] = [];
  let first = 0;
  let tall = 0;
  for (const [at, height] of heightsPx.entries()) {
    if (tall + height > pxMax && at > first) {
      parts.push({ first, end: at });
      first = at;
      tall = 0;
    }
    tall += height;
  }
  return [...parts, { first, end: heightsPx.length }];
}

/** The occurrences of a text in another, ignoring case: the first 5,000. */
export function placesOf(text: string, needle: string): readonly number[] {
  const places: number[] = [];
  if (needle === '') return places;
  const lower = text.toLowerCase();
  // Some letters change their length with their case: then places would be wrong, and the case is
  // kept.
  const [where, what] =
    lower.length === text.length ? [lower, needle.toLowerCase()] : [text, needle];
  for (
    let at = where.indexOf(what);
    at >= 0 && places.length < PLACES_MAX;
    at = where.indexOf(what, at + what.length)
  )
    places.push(at);
  return places;
}

/** The chunk a place is in. */
export function chunkAt(chunks: readonly TextChunk[], place: number): number {
  let low = 0;
  let high = chunks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((chunks[middle]?.start ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
