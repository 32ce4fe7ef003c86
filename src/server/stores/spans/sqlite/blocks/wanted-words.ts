import type { NecessaryWords } from '#core/filter/predicate.ts';
import {
  glimpseOf,
  hasOtherForms,
  nextPlace,
  OTHER_FORMS,
  type Glimpse,
} from '#core/search/glimpse.ts';
import { holdsHashes } from '#core/search/span-search.ts';
import { hashOfStart, hashOfWord } from '#core/search/word-hashes.ts';
import type { OpenBlock } from './block-codec.ts';

/** Spans are looked through together, up to so many bytes: a text of a whole block takes longer. */
const BYTES_TOGETHER = 32 * 1024;

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
    this.#glimpse = glimpseOf([...words, ...wordStarts], wordPairs);
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
      return word(at) < behind || (other(at) < behind && hasOtherFormsAt(block, place));
    };
  }
}

function hasOtherFormsAt(block: OpenBlock, place: number): boolean {
  const bytes = block.at(place)?.bytes;
  return bytes !== undefined && hasOtherForms(bytes, latin1Of(bytes));
}

/** UTF-8 read as Latin 1: a character for each byte. */
export function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
