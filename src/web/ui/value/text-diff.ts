import { diffLines, diffWordsWithSpace, type ChangeObject } from 'diff';

export interface DiffPart {
  readonly text: string;
  readonly change: 'added' | 'removed' | null;
}

export interface TextDiff {
  /** Null when it would take too long. */
  readonly parts: readonly DiffPart[] | null;
  /**
   * So much of what the two do not begin or end with together was compared; null when all of it
   * was.
   */
  readonly comparedChars: number | null;
}

/** Words are compared where texts are this short, lines above. */
const WORDS_CHARS_MAX = 20_000;
/** Of texts that have too little in common to be compared whole, so much is. */
const COMPARED_CHARS = 300_000;
const MS_MAX = 3000;
/** A word is no longer than that. */
const WORD_CHARS_MAX = 100;
/** Below this share of the shorter text, what two texts have in common is chance. */
const SHARED_MIN = 0.35;

/**
 * The differences between two texts of any size. Their common start and end are set aside first,
 * which is cheap.
 */
export function diffOf(before: string, after: string): TextDiff {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const inner = (text: string): string => text.slice(start, text.length - end);
  const [from, to] = [inner(before), inner(after)];
  const whole = middleOf(from, to, performance.now() + MS_MAX);
  const isCut = whole === null && Math.max(from.length, to.length) > COMPARED_CHARS;
  const middle = isCut
    ? middleOf(
        from.slice(0, COMPARED_CHARS),
        to.slice(0, COMPARED_CHARS),
        performance.now() + MS_MAX,
      )
    : whole;
  const same = (text: string): readonly DiffPart[] => (text === '' ? [] : [{ text, change: null }]);
  return {
    parts:
      middle === null
        ? null
        : [
            ...same(after.slice(0, start)),
            ...middle,
            ...(isCut ? [] : same(after.slice(after.length - end))),
          ],
    comparedChars: isCut ? COMPARED_CHARS : null,
  };
}

/** Null when it would take too long. */
function middleOf(before: string, after: string, until: number): readonly DiffPart[] | null {
  if (before === '' && after === '') return [];
  const areShort = before.length + after.length <= WORDS_CHARS_MAX;
  const timeout = until - performance.now();
  const parts = areShort
    ? diffWordsWithSpace(before, after, { timeout })
    : diffLines(before, after, { timeout });
  if (parts === undefined) return null;
  const found = parts.map(partOf);
  return areShort ? wordsOrWhole(before, after, found) : formErrorText(found, until);
}

/** How much two texts begin with together, never a part of a word. */
function commonStart(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before.charCodeAt(at) === after.charCodeAt(at)) at += 1;
  if (at === before.length && at === after.length) return at;
  const word = /\S*$/.exec(before.slice(Math.max(0, at - WORD_CHARS_MAX), at))?.[0].length ?? 0;
  return at - word;
}

/** How much they end with together, after what they begin with, never a part of a word. */
function commonEnd(before: string, after: string, start: number): number {
  const most = Math.min(before.length, after.length) - start;
  let length = 0;
  while (
    length < most &&
    before.charCodeAt(before.length - 1 - length) === after.charCodeAt(after.length - 1 - length)
  )
    length += 1;
  const from = after.length - length;
  const word =
    /^\S*/.exec(after.slice(from, from + Math.min(length, WORD_CHARS_MAX)))?.[0].length ?? 0;
  return length - word;
}

/** Lines that were changed, rather than came or went, word by word: as far as there is time. */
function formErrorText(parts: readonly DiffPart[], until: number): readonly DiffPart[] {
  return parts.flatMap((part, at): readonly DiffPart[] => {
    const [before, next] = [parts[at - 1], parts[at + 1]];
    if (part.change === 'added' && before?.change === 'removed' && isWorthWords(before, part))
      return [];
    if (part.change !== 'removed' || next?.change !== 'added' || !isWorthWords(part, next))
      return [part];
    const timeout = until - performance.now();
    const words = timeout > 0 ? diffWordsWithSpace(part.text, next.text, { timeout }) : undefined;
    return words === undefined
      ? [part, next]
      : wordsOrWhole(part.text, next.text, words.map(partOf));
  });
}

/** Unrelated texts still share some words: a word-by-word mixture would be unreadable. */
function wordsOrWhole(
  before: string,
  after: string,
  words: readonly DiffPart[],
): readonly DiffPart[] {
  const shorter = Math.min(letters(before), letters(after));
  const shared = words.reduce(
    (sum, { text, change }) => sum + (change === null ? letters(text) : 0),
    0,
  );
  if (shorter === 0 || shared >= shorter * SHARED_MIN) return words;
  return [
    { text: before, change: 'removed' },
    { text: after, change: 'added' },
  ];
}

function letters(text: string): number {
  return text.replaceAll(/\s+/g, '').length;
}

function isWorthWords(removed: DiffPart, added: DiffPart): boolean {
  return removed.text.length + added.text.length <= WORDS_CHARS_MAX;
}

function partOf({ value, added, removed }: ChangeObject<string>): DiffPart {
  return { text: value, change: added ? 'added' : removed ? 'removed' : null };
}
