import type { CommonWords } from './common-words.ts';
import { TextWords } from './text-words.ts';
import { wordFilter, type WordFilter } from './word-filter.ts';
import type { WordList } from './word-list.ts';

/** About a millisecond of work. */
const BYTES_IN_STEP = 128 * 1024;

/** The filter of a block's words, ready to be stored. */
export interface BlockWords {
  /** The highest number of the block's spans. */
  readonly lastId: number;
  readonly filter: WordFilter;
}

/** How filters are made: with a list of common words, while a better one is looked for. */
export interface FilterMaking {
  readonly list: WordList | null;
  readonly common: CommonWords;
}

/** Makes the filter of a block with these spans, in steps. */
export function* blockWords(
  number: number,
  spans: readonly { readonly id: number; readonly bytes: Uint8Array }[],
  { list, common }: FilterMaking,
): Generator<void, BlockWords> {
  const words = new TextWords();
  let [lastId, bytesInStep] = [number, 0];
  for (const { id, bytes } of spans) {
    lastId = Math.max(lastId, id);
    words.addSpan(bytes);
    bytesInStep += bytes.length;
    if (bytesInStep < BYTES_IN_STEP) continue;
    bytesInStep = 0;
    yield;
  }
  common.add(words.hashes, list);
  return { lastId, filter: wordFilter(words.hashes, list, words.areApart) };
}
