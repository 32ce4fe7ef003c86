import { decodeUtf8 } from '../otlp/decode-utf8.ts';
import { visitTexts, type TextField } from './span-strings.ts';
import { marksIn, type Mark, type TextSearch } from './text-search.ts';

/** A part of a text of a span, with what was searched for marked in it. */
export interface Snippet {
  readonly field: TextField;
  /** Of an attribute, else null. */
  readonly key: string | null;
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** Characters before the first mark, and in all. */
const CHARS_BEFORE = 60;
const CHARS_MAX = 240;
const MARKS_MAX = 20;

/** The first texts of a span that match, as far as they are shown. */
export function snippetsOf(search: TextSearch, bytes: Uint8Array, max: number): Snippet[] {
  const snippets: Snippet[] = [];
  visitTexts(bytes, (start, end, field, keyStart, keyEnd) => {
    const text = decodeUtf8(bytes, start, end);
    const marks = marksIn(search, text, MARKS_MAX);
    const [first] = marks;
    if (first !== undefined) {
      const key = keyEnd > keyStart ? decodeUtf8(bytes, keyStart, keyEnd) : null;
      snippets.push({ field, key, ...cutAround(text, first.start, marks) });
    }
    return snippets.length < max;
  });
  return snippets;
}

function cutAround(
  text: string,
  at: number,
  marks: readonly Mark[],
): Pick<Snippet, 'text' | 'marks'> {
  const from = outsidePair(text, Math.max(0, at - CHARS_BEFORE));
  const to = outsidePair(text, Math.min(text.length, from + CHARS_MAX));
  return {
    text: text.slice(from, to),
    marks: marks
      .filter(({ start }) => start < to)
      .map(({ start, end }) => ({ start: start - from, end: Math.min(end, to) - from })),
  };
}

/** A place before that one where no character of two units is cut. */
function outsidePair(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff && at > 0 ? at - 1 : at;
}
