import { decodeUtf8 } from '../otlp/decode-utf8.ts';
import { visitTexts, type TextField } from './span-strings.ts';
import {
  placesIn,
  withoutOverlaps,
  type Mark,
  type Place,
  type TextSearch,
} from './text-search.ts';

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
/** Of each phrase, so many places are looked at for the part that holds most of them. */
const PLACES_MAX = 200;
/** A cut is moved by so many characters, so that it is between words. */
const CUT_CHARS_MAX = 20;
const CUT = '…';
/** Bytes after which no better text is looked for. */
const BYTES_MAX = 256 * 1024;

/** A text that holds some of the phrases, where it holds most of them. */
interface Candidate {
  readonly field: TextField;
  readonly key: string | null;
  readonly text: string;
  /** From the first mark to be shown on. */
  readonly places: readonly Place[];
  readonly phrases: ReadonlySet<number>;
  readonly isData: boolean;
}

/**
 * Up to `max` parts of the texts of a span: first the one with most of what was searched for, prose
 * before JSON, then those that have something else of it, or say it elsewhere.
 */
export function snippetsOf(search: TextSearch, bytes: Uint8Array, max: number): Snippet[] {
  const candidates: Candidate[] = [];
  let read = 0;
  visitTexts(bytes, (start, end, field, keyStart, keyEnd) => {
    read += end - start;
    const text = decodeUtf8(bytes, start, end);
    const places = placesIn(search, text, PLACES_MAX);
    if (places.length > 0) {
      const key = keyEnd > keyStart ? decodeUtf8(bytes, keyStart, keyEnd) : null;
      candidates.push({ field, key, text, ...bestPart(places), isData: /^\s*[[{]/.test(text) });
    }
    return candidates.length === 0 || read < BYTES_MAX;
  });
  const best = candidates.sort(
    (a, b) => b.phrases.size - a.phrases.size || Number(a.isData) - Number(b.isData),
  );
  return chosen(best, max).map(({ field, key, text, places }) => ({
    field,
    key,
    ...cutAround(text, places),
  }));
}

/** The part of a text, as long as a snippet, that holds most phrases; the first of several. */
function bestPart(places: readonly Place[]): Pick<Candidate, 'places' | 'phrases'> {
  let best: { at: number; phrases: ReadonlySet<number> } = { at: 0, phrases: new Set() };
  for (const [at, { start }] of places.entries()) {
    const phrases = new Set<number>();
    for (let i = at; i < places.length; i += 1) {
      const place = places[i];
      if (place === undefined || place.end > start + CHARS_MAX - CHARS_BEFORE) break;
      phrases.add(place.phrase);
    }
    if (phrases.size > best.phrases.size) best = { at, phrases };
  }
  const only = places[best.at]?.phrase;
  return {
    places: places.slice(best.at),
    // A phrase that is longer than a snippet.
    phrases: best.phrases.size === 0 && only !== undefined ? new Set([only]) : best.phrases,
  };
}

/** Texts that add something that was searched for; if there is room, prose that repeats no text. */
function chosen(candidates: readonly Candidate[], max: number): readonly Candidate[] {
  const taken: Candidate[] = [];
  const shown = new Set<number>();
  for (const one of candidates) {
    if (![...one.phrases].some((phrase) => !shown.has(phrase))) continue;
    taken.push(one);
    for (const phrase of one.phrases) shown.add(phrase);
  }
  for (const one of candidates)
    if (!one.isData && !taken.some(({ text }) => text === one.text)) taken.push(one);
  return taken.slice(0, max);
}

function cutAround(text: string, places: readonly Place[]): Pick<Snippet, 'text' | 'marks'> {
  const first = places[0]?.start ?? 0;
  const from = first <= CHARS_BEFORE ? 0 : betweenWords(text, first - CHARS_BEFORE);
  const end = from + CHARS_MAX - 2 * CUT.length;
  const to = end >= text.length ? text.length : outsidePair(text, end);
  const [before, after] = [from > 0 ? CUT : '', to < text.length ? CUT : ''];
  const shift = before.length - from;
  return {
    text: `${before}${text.slice(from, to)}${after}`,
    marks: withoutOverlaps(places)
      .filter(({ start }) => start < to)
      .slice(0, MARKS_MAX)
      .map((mark) => ({ start: mark.start + shift, end: Math.min(mark.end, to) + shift })),
  };
}

/** The next beginning of a word, where one is near. */
function betweenWords(text: string, at: number): number {
  const blank = text.slice(at, at + CUT_CHARS_MAX).search(/\s/);
  return blank === -1 ? outsidePair(text, at) : at + blank + 1;
}

/** A place before that one where no character of two units is cut. */
function outsidePair(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff && at > 0 ? at - 1 : at;
}
