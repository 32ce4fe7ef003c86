import { decodeUtf8 } from '../otlp/decode-utf8.ts';
import { mayHold } from './glimpse.ts';
import { visitTexts } from './span-strings.ts';
import { matchesTexts, type TextSearch } from './text-search.ts';
import { visitWordHashes, type VisitHash } from './word-hashes.ts';

/** The hashes by which a span is found: those of all words in its texts, some of them repeatedly. */
export function visitSpanHashes(bytes: Uint8Array, visit: VisitHash): void {
  visitTexts(bytes, (start, end) => visitWordHashes(bytes, start, end, visit));
}

/** Whether the span of these bytes holds words of all these hashes; decodes next to nothing. */
export function holdsHashes(hashes: ReadonlySet<number>, bytes: Uint8Array): boolean {
  if (hashes.size === 0) return true;
  const missing = new Set(hashes);
  visitSpanHashes(bytes, (hash) => {
    if (hashes.has(hash)) missing.delete(hash);
    return missing.size > 0;
  });
  return missing.size === 0;
}

/** Whether the span of these bytes matches; faster where they can be read as Latin 1. */
export function matchesSpan(search: TextSearch, bytes: Uint8Array, latin1?: () => string): boolean {
  const { glimpse } = search;
  if (glimpse !== null && latin1 !== undefined && !mayHold(glimpse, bytes, latin1())) return false;
  return holdsHashes(search.hashes, bytes) && matchesTexts(search, textsToRead(search, bytes));
}

/** The texts in which a phrase can be: those with a word of it. */
function textsToRead({ phrases, hashes }: TextSearch, bytes: Uint8Array): string[] {
  const isAny = phrases.some((phrase) => phrase.indexed.length === 0);
  const texts: string[] = [];
  visitTexts(bytes, (start, end) => {
    // The walk ends early, and is then false, when a word is found.
    if (isAny || !visitWordHashes(bytes, start, end, (hash) => !hashes.has(hash)))
      texts.push(decodeUtf8(bytes, start, end));
    return true;
  });
  return texts;
}
