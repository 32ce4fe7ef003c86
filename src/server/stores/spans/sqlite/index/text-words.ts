import { IndexHasher } from '#core/search/index-hashes.ts';
import { visitTexts } from '#core/search/span-strings.ts';
import { isJsonLike } from '#core/search/word-hashes.ts';
import { WordSet } from './word-set.ts';

/** Shorter texts are read whole: to look for them costs as much. */
const REPEATED_BYTES_MIN = 64;
const COMPARED_AT_ONCE = 4_096;
const BLANK = 0x20;

interface TextRange {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * What spans are indexed by: the hashes of all words, as `visitSpanHashes` gives them, and of the
 * beginnings of words. Calls of an agent repeat the conversation, so a text that was read before is
 * not read again, nor is the beginning it shares with one that begins alike.
 */
export class TextWords {
  readonly hashes = new WordSet();
  /** The last text with a beginning and length, and the last with a beginning. */
  readonly #alike = new Map<number, TextRange>();
  readonly #begun = new Map<number, TextRange>();
  readonly #hasher = new IndexHasher((hashes, count) => this.hashes.addAll(hashes, count));

  /** Words of ASCII are in the bytes in another form. */
  get areApart(): boolean {
    return this.#hasher.areApart;
  }

  /** The bytes may not change as long as spans are added. */
  addSpan(span: Uint8Array): void {
    const bytes = Buffer.from(span.buffer, span.byteOffset, span.byteLength);
    visitTexts(bytes, (start, end) => {
      this.#addText({ bytes, start, end });
      return true;
    });
    this.#hasher.flush();
  }

  #addText(text: TextRange): void {
    const { bytes, start, end } = text;
    let from = start;
    if (end - start >= REPEATED_BYTES_MIN) {
      const beginning = hashOf(bytes, start, REPEATED_BYTES_MIN);
      const whole = (Math.imul(beginning, 31) ^ (end - start) ^ hashOf(bytes, end - 16, 16)) | 0;
      const alike = this.#alike.get(whole);
      if (alike !== undefined && areEqual(alike, text)) return;
      const begun = this.#begun.get(beginning);
      if (begun !== undefined) from = start + sharedBytes(begun, text);
      this.#alike.set(whole, text);
      this.#begun.set(beginning, text);
    }
    this.#hasher.add(bytes, start, end, from);
  }
}

function areEqual(a: TextRange, b: TextRange): boolean {
  return a.bytes.compare(b.bytes, b.start, b.end, a.start, a.end) === 0;
}

/**
 * How many bytes both texts begin with, up to a blank: no word or escape goes on behind one. None
 * when only one of them is read as JSON, as words then end elsewhere.
 */
function sharedBytes(a: TextRange, b: TextRange): number {
  if (isJsonLike(a.bytes, a.start, a.end) !== isJsonLike(b.bytes, b.start, b.end)) return 0;
  const most = Math.min(a.end - a.start, b.end - b.start);
  let shared = 0;
  while (shared < most) {
    const next = Math.min(most, shared + COMPARED_AT_ONCE);
    if (!areEqual(part(a, shared, next), part(b, shared, next))) break;
    shared = next;
  }
  while (shared < most && a.bytes[a.start + shared] === b.bytes[b.start + shared]) shared += 1;
  while (shared > 0 && b.bytes[b.start + shared - 1] !== BLANK) shared -= 1;
  return shared;
}

function part({ bytes, start }: TextRange, from: number, to: number): TextRange {
  return { bytes, start: start + from, end: start + to };
}

/** Of some bytes, by fours; the whole of a text is compared afterwards. */
function hashOf(bytes: Buffer, start: number, count: number): number {
  let hash = 0;
  for (let at = start; at < start + count; at += 4) {
    const four =
      bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    hash = Math.imul(hash ^ four, 0x9e37_79b1) ^ (hash >>> 15);
  }
  return hash;
}
