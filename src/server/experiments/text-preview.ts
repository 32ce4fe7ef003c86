import { constants, zstdDecompressSync } from 'node:zlib';
import { PREVIEW_CHARS } from '#contracts/experiments/experiment-comparison.ts';

/**
 * Characters of JSON text that a preview is made of: enough for one in which every character is
 * escaped.
 */
export const PREVIEW_JSON_CHARS = 6 * PREVIEW_CHARS + 2;
/**
 * Bytes of a packed output that a preview is made of: at least one block of zstd, also where it
 * could not be compressed.
 */
export const PREVIEW_PACKED_BYTES = 132 * 1024;

/** The start of a JSON value as text: a text as it is, other values as JSON. `json` may be cut. */
export function jsonPreview(json: string): string {
  const start = json.trimStart();
  return cutText(start.startsWith('"') ? textOfCutJson(start) : start);
}

/** The start of the JSON text that was packed with zstd; the bytes may be cut. */
export function unpackedStart(packed: Uint8Array): string {
  const bytes = zstdDecompressSync(packed, { finishFlush: constants.ZSTD_e_flush });
  return new TextDecoder()
    .decode(bytes.subarray(0, 4 * PREVIEW_JSON_CHARS))
    .slice(0, PREVIEW_JSON_CHARS);
}

/** Up to `PREVIEW_CHARS` characters, never half of one. */
export function cutText(text: string): string {
  if (text.length <= PREVIEW_CHARS) return text.toWellFormed();
  const end = /[\uD800-\uDBFF]/.test(text[PREVIEW_CHARS - 1] ?? '')
    ? PREVIEW_CHARS - 1
    : PREVIEW_CHARS;
  return text.slice(0, end).toWellFormed();
}

const CLOSED_TEXT = /^"(?:[^"\\]|\\.)*"/s;
/** The end of a JSON text that was cut within an escape. */
const CUT_ESCAPE = /\\(?:u[0-9a-fA-F]{0,3})?$/;

function textOfCutJson(json: string): string {
  const closed = CLOSED_TEXT.exec(json)?.[0];
  const whole = closed ?? `${withoutCutEscape(json)}"`;
  try {
    const text: unknown = JSON.parse(whole);
    return typeof text === 'string' ? text : json;
  } catch {
    return json;
  }
}

function withoutCutEscape(json: string): string {
  const cut = CUT_ESCAPE.exec(json);
  if (cut === null) return json;
  // A backslash that is escaped itself begins nothing.
  const backslashes = /\\*$/.exec(json.slice(0, cut.index + 1))?.[0].length ?? 0;
  return backslashes % 2 === 1 ? json.slice(0, cut.index) : json;
}
