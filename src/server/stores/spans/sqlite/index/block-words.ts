import { TextWords } from './text-words.ts';
import { wordFilterParts } from './word-filter.ts';

/** About a millisecond of work. */
const BYTES_IN_STEP = 128 * 1024;

/** The filter of a block's words, ready to be stored. */
export interface BlockWords {
  /** The highest number of the block's spans. */
  readonly lastId: number;
  /** As `wordFilterParts` gives them. */
  readonly parts: readonly (Uint8Array | null)[];
}

/** Makes the filter of a block with these spans, in steps. */
export function* blockWords(
  number: number,
  spans: readonly { readonly id: number; readonly bytes: Uint8Array }[],
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
  return { lastId, parts: wordFilterParts(words.hashes) };
}
