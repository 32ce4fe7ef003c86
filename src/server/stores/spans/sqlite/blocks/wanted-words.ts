import type { NecessaryWords } from '#core/filter/predicate.ts';
import { holdsHashes } from '#core/search/span-search.ts';
import { visitTexts } from '#core/search/span-strings.ts';
import { hashOfStart, hashOfWord } from '#core/search/word-hashes.ts';
import { WORD_CHARS_MAX } from '#core/search/words.ts';
import type { OpenBlock } from './block-codec.ts';
import { isFollowedBy } from '#core/search/is-followed-by.ts';

const ASCII_WORD = /^[0-9a-z]+$/;
/**
 * In UTF-8 read as Latin 1, all that may stand for a letter or digit of ASCII: escapes, and what
 * compatibility forms or case make one of it (full width, superscripts, ligatures, the sign of
 * Kelvin, ß), and what is left out inside words.
 */
const STANDS_FOR_ASCII =
  /\\u|\u00c2[\u00aa-\u00be]|\u00c3\u009f|\u00c4[\u00b0-\u00bf]|\u00c5[\u0080\u0089\u00bf]|\u00c7|\u00ca|\u00cb[\u00a0-\u00af]|\u00e1[\u00b4-\u00ba]|\u00e2(?:\u0080[\u008c\u008d]|[\u0081-\u0086\u0091-\u0093\u00b1])|\u00e3[\u0088-\u008f]|\u00ea\u009f|\u00ef[\u00ac\u00bc\u00bd]|\u00f0(?:\u0090\u009e|\u009c|\u009d|\u009f[\u0084\u0085\u00af])/g;
/** Spans are looked through together, up to so many bytes: a text of a whole block takes longer. */
const BYTES_TOGETHER = 32 * 1024;

/** What is looked for in the bytes of spans first, ten times as fast as word by word. */
interface Glimpse {
  readonly pattern: RegExp;
  /** What the word is followed by, if anything. */
  readonly next: string | null;
}

/** Words that spans are looked for by. */
export class WantedWords {
  /** Filters of blocks are asked for these. */
  readonly entries: ReadonlySet<number>;
  /** Of the whole words. */
  readonly #hashes: ReadonlySet<number>;
  readonly #glimpse: Glimpse | null;

  private constructor({ words = [], wordStarts = [], wordPairs = [] }: NecessaryWords) {
    this.#hashes = new Set(words.map(hashOfWord));
    const starts = wordStarts.map(hashOfStart).filter((hash) => hash !== null);
    this.entries = new Set([...this.#hashes, ...starts]);
    this.#glimpse = glimpseOfPair(wordPairs) ?? glimpseOfWord([...words, ...wordStarts]);
  }

  /** Null where neither filters nor bytes tell anything. */
  static of(conditions: NecessaryWords): WantedWords | null {
    const wanted = new WantedWords(conditions);
    return wanted.entries.size === 0 && wanted.#glimpse === null ? null : wanted;
  }

  /** Whether it tells spans of a block apart, and not only blocks. */
  get tellsSpans(): boolean {
    return this.#hashes.size > 0 || this.#glimpse !== null;
  }

  /**
   * Places of the block's spans that may match: they hold all words. Words of ASCII may be there in
   * another form, unless the block's filter says that none `isApart`.
   */
  placesIn(block: OpenBlock, isApart: boolean): number[] {
    const places: number[] = [];
    for (let from = 0; from < block.count;) {
      const end = block.placeAfter(from, BYTES_TOGETHER);
      const mayHold = this.#glimpses(block, from, end, isApart);
      for (let place = from; place < end; place += 1)
        if (mayHold(place)) {
          const bytes = block.at(place)?.bytes;
          if (bytes !== undefined && holdsHashes(this.#hashes, bytes)) places.push(place);
        }
      from = end;
    }
    return places;
  }

  /** Tells of rising places in a range whether they may hold what is looked for first. */
  #glimpses(
    block: OpenBlock,
    from: number,
    end: number,
    isApart: boolean,
  ): (place: number) => boolean {
    const glimpse = this.#glimpse;
    if (glimpse === null) return () => true;
    const start = block.startOf(from);
    const text = block.raw.toString('latin1', start, block.startOf(end));
    const word = nextPlace(glimpse, text);
    const other = isApart ? nextPlace(OTHER_FORMS, text) : () => Infinity;
    return (place) => {
      const [at, behind] = [block.startOf(place) - start, block.startOf(place + 1) - start];
      return word(at) < behind || (other(at) < behind && hasOtherForms(block, place));
    };
  }
}

const OTHER_FORMS: Glimpse = { pattern: STANDS_FOR_ASCII, next: null };

/** Bytes that are no text, such as ids, look like anything. */
function hasOtherForms(block: OpenBlock, place: number): boolean {
  const { raw } = block;
  const bytes = block.at(place)?.bytes;
  if (bytes === undefined) return false;
  const offset = bytes.byteOffset - raw.byteOffset;
  let has = false;
  visitTexts(bytes, (start, end) => {
    STANDS_FOR_ASCII.lastIndex = 0;
    has = STANDS_FOR_ASCII.test(raw.toString('latin1', offset + start, offset + end));
    return !has;
  });
  return has;
}

function glimpseOfWord(words: readonly string[]): Glimpse | null {
  const [longest] = words
    .filter((word) => ASCII_WORD.test(word))
    .sort((a, b) => b.length - a.length);
  return longest === undefined ? null : { pattern: new RegExp(longest, 'gi'), next: null };
}

function glimpseOfPair(pairs: readonly (readonly [string, string])[]): Glimpse | null {
  const [longest] = pairs
    .filter(
      ([first, second]) =>
        // Of a longer word, the text may hold more than counts.
        ASCII_WORD.test(first) && ASCII_WORD.test(second) && first.length < WORD_CHARS_MAX,
    )
    .sort((a, b) => b.join('').length - a.join('').length);
  return longest === undefined ? null : { pattern: new RegExp(longest[0], 'gi'), next: longest[1] };
}

/** Where it occurs first from a place of the text on; the places asked for rise. */
function nextPlace({ pattern, next }: Glimpse, text: string): (from: number) => number {
  let known = -1;
  return (from) => {
    if (known >= from) return known;
    pattern.lastIndex = from;
    for (;;) {
      known = pattern.exec(text)?.index ?? Infinity;
      if (known === Infinity || next === null || isFollowedBy(text, pattern.lastIndex, next))
        return known;
    }
  };
}
