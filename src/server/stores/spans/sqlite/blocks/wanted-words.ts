import { holdsHashes } from '#core/search/span-search.ts';
import { hashOfWord } from '#core/search/word-hashes.ts';
import type { OpenBlock } from './block-codec.ts';

const ASCII_WORD = /^[0-9a-z]+$/;
/**
 * In UTF-8 read as Latin 1, all that may stand for a letter or digit of ASCII: escapes, and what
 * compatibility forms or case make one of it (full width, superscripts, ligatures, the sign of
 * Kelvin, ß), and what is left out inside words.
 */
const STANDS_FOR_ASCII =
  /\\u|\u00c2[\u00aa-\u00be]|\u00c3\u009f|\u00c4[\u00b0-\u00bf]|\u00c5[\u0080\u0089\u00bf]|\u00c7|\u00ca|\u00cb[\u00a0-\u00af]|\u00e1[\u00b4-\u00ba]|\u00e2(?:\u0080[\u008c\u008d]|[\u0081-\u0086\u0091-\u0093\u00b1])|\u00e3[\u0088-\u008f]|\u00ea\u009f|\u00ef[\u00ac\u00bc\u00bd]|\u00f0(?:\u0090\u009e|\u009c|\u009d|\u009f[\u0084\u0085\u00af])/g;
/** The first bytes of all these. */
const LEADS: readonly number[] = [
  0x5c, 0xc2, 0xc3, 0xc4, 0xc5, 0xc7, 0xca, 0xcb, 0xe1, 0xe2, 0xe3, 0xea, 0xef, 0xf0,
];

/** Words that spans are looked for by. */
export class WantedWords {
  readonly hashes: ReadonlySet<number>;
  /** The longest word, which is looked for in whole blocks first: ten times as fast. */
  readonly #glimpse: RegExp | null;

  private constructor(words: readonly string[]) {
    this.hashes = new Set(words.map(hashOfWord));
    const [longest] = words
      .filter((word) => ASCII_WORD.test(word))
      .sort((a, b) => b.length - a.length);
    this.#glimpse = longest === undefined ? null : new RegExp(longest, 'gi');
  }

  static of(words: readonly string[]): WantedWords | null {
    return words.length === 0 ? null : new WantedWords(words);
  }

  /** Places of the block's spans that hold all words. */
  placesIn(block: OpenBlock): number[] {
    const mayHold = this.#glimpses(block.raw);
    const places: number[] = [];
    for (let place = 0; place < block.count; place += 1) {
      const bytes = block.at(place)?.bytes;
      if (bytes === undefined) continue;
      const start = bytes.byteOffset - block.raw.byteOffset;
      if (mayHold(start, start + bytes.length) && holdsHashes(this.hashes, bytes))
        places.push(place);
    }
    return places;
  }

  /** Tells of rising ranges of a block's bytes whether they may hold the longest word. */
  #glimpses(raw: Buffer): (start: number, end: number) => boolean {
    if (this.#glimpse === null) return () => true;
    const text = raw.toString('latin1');
    const word = nextPlace(this.#glimpse, text);
    const other = LEADS.some((lead) => raw.includes(lead))
      ? nextPlace(STANDS_FOR_ASCII, text)
      : () => Infinity;
    return (start, end) => word(start) < end || other(start) < end;
  }
}

/** Where a pattern occurs first from a place on; the places asked for rise. */
function nextPlace(pattern: RegExp, text: string): (from: number) => number {
  let known = -1;
  return (from) => {
    if (known >= from) return known;
    pattern.lastIndex = from;
    known = pattern.exec(text)?.index ?? Infinity;
    return known;
  };
}
