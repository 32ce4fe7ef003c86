import { glimpseOf, type Glimpse } from './glimpse.ts';
import { hashOfWord, indexedWords } from './word-hashes.ts';
import { wordsOf, type Word } from './words.ts';

export interface SearchedWord extends Omit<Word, 'start' | 'end'> {
  /** Nothing is between it and the word before. */
  readonly isJoined: boolean;
}

/** Words that follow each other in one text. */
export interface Phrase {
  readonly words: readonly SearchedWord[];
  /** The last word is only the beginning of one. */
  readonly isPrefix: boolean;
  /** What a text with the phrase is indexed by; nothing for the beginning of a word alone. */
  readonly indexed: readonly string[];
}

/** A search for texts: a span matches if each phrase is in one of its texts. */
export interface TextSearch {
  readonly phrases: readonly Phrase[];
  /** Those of all phrases, and their hashes. */
  readonly indexed: readonly string[];
  readonly hashes: ReadonlySet<number>;
  /** What every span that matches holds, if that is known. */
  readonly glimpse: Glimpse | null;
}

/** A range of a text, in UTF-16 units. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

/**
 * A term: a text in double quotes, or up to the next blank; `*` at its end, also behind the quotes,
 * makes a prefix.
 */
const TERM = /"([^"]*)(?:"(\*?)|$)|([^\s"]+)/g;

/**
 * Reads what is searched for: words, phrases in double quotes, beginnings of words with `*`. A term
 * that is several words, such as `refund-policy`, is a phrase. Null without any word.
 */
export function parseTextSearch(text: string): TextSearch | null {
  const phrases: Phrase[] = [];
  for (const [, quoted, star, term = ''] of text.matchAll(TERM)) {
    const found = wordsOf(quoted ?? term);
    const words = found.map(({ start, end: _end, ...word }, i) => ({
      ...word,
      isJoined: start === found[i - 1]?.end,
    }));
    const isPrefix = (quoted ?? term).endsWith('*') || star === '*';
    if (words.length > 0) phrases.push(phraseOf(words, isPrefix));
  }
  if (phrases.length === 0) return null;
  const indexed = [...new Set(phrases.flatMap((phrase) => phrase.indexed))];
  return {
    phrases,
    indexed,
    hashes: new Set(indexed.map(hashOfWord)),
    glimpse: glimpseOf([...indexed, ...wordStartsOf(phrases)], wordPairsOf(phrases)),
  };
}

/** The beginnings of words that are searched for. */
export function wordStartsOf(phrases: readonly Phrase[]): readonly string[] {
  return phrases.flatMap(({ words, isPrefix }) => {
    const last = words.at(-1);
    return isPrefix && last !== undefined ? [last.text] : [];
  });
}

/** Words that follow each other; the second may be the beginning of one. */
export function wordPairsOf(phrases: readonly Phrase[]): readonly (readonly [string, string])[] {
  return phrases.flatMap(({ words }) =>
    words.flatMap(({ text }, i) => {
      const next = words[i + 1];
      return next === undefined ? [] : [[text, next.text] as const];
    }),
  );
}

function phraseOf(words: readonly SearchedWord[], isPrefix: boolean): Phrase {
  const isOpen = isPrefix && words.at(-1)?.isCharacter === false;
  return { words, isPrefix: isOpen, indexed: indexedWords(isOpen ? words.slice(0, -1) : words) };
}

/** Whether each phrase is in one of the texts. */
export function matchesTexts(search: TextSearch, texts: Iterable<string>): boolean {
  let open = search.phrases;
  for (const text of texts) {
    const words = wordsOf(text);
    open = open.filter((phrase) => firstPlace(phrase, words, 0) === -1);
    if (open.length === 0) return true;
  }
  return false;
}

/** A mark, and which of the phrases it is. */
export interface Place extends Mark {
  readonly phrase: number;
}

/** Where words that were searched for are in a text, in order, up to `max` of them. */
export function marksIn(search: TextSearch, text: string, max: number): Mark[] {
  return withoutOverlaps(placesIn(search, text, max)).slice(0, max);
}

/** The same with up to `max` of each phrase; they may overlap. */
export function placesIn(search: TextSearch, text: string, max: number): Place[] {
  const words = wordsOf(text);
  const places = search.phrases.flatMap((phrase, number) => {
    const found: Place[] = [];
    let place = firstPlace(phrase, words, 0);
    while (place !== -1 && found.length < max) {
      const [first, last] = [words[place], words[place + phrase.words.length - 1]];
      if (first !== undefined && last !== undefined)
        found.push({ start: first.start, end: last.end, phrase: number });
      place = firstPlace(phrase, words, place + phrase.words.length);
    }
    return found;
  });
  return places.sort((a, b) => a.start - b.start);
}

/** Ranges in order of their start as ranges beside each other. */
export function withoutOverlaps(marks: readonly Mark[]): Mark[] {
  const apart: Mark[] = [];
  for (const mark of marks) {
    const last = apart.at(-1);
    if (last === undefined || mark.start >= last.end)
      apart.push({ start: mark.start, end: mark.end });
    else if (mark.end > last.end) apart[apart.length - 1] = { start: last.start, end: mark.end };
  }
  return apart;
}

/** The number of the word with which a phrase begins, from `from` on; -1 where it is not. */
function firstPlace(phrase: Phrase, text: readonly Word[], from: number): number {
  for (let place = from; place + phrase.words.length <= text.length; place += 1)
    if (beginsAt(phrase, text, place)) return place;
  return -1;
}

function beginsAt({ words, isPrefix }: Phrase, text: readonly Word[], place: number): boolean {
  return words.every((wanted, i) => {
    const word = text[place + i];
    if (word === undefined || (i > 0 && wanted.isGlued && !word.isGlued)) return false;
    return isPrefix && i === words.length - 1
      ? word.text.startsWith(wanted.text)
      : word.text === wanted.text;
  });
}
