import type { FilterExpr } from '#contracts/search/filter.ts';
import { wordPairsOf, wordStartsOf } from '#core/search/text-search.ts';
import { wordsOf } from '#core/search/words.ts';
import { isOwnPart, isOwnText } from './literal-text.ts';
import { isMappedWord } from './mapped-words.ts';
import { attributeSegments } from './resolve-path.ts';
import type { NecessaryWords } from './predicate.ts';
import { searchOf } from './search-condition.ts';
import { spanShape } from './span-shape.ts';

/** Printable ASCII beside which a word stays itself, also in JSON: no backslash of an escape. */
const SAFE = /^[ -[\]-~]$/;
const ASCII_WORD = /^[0-9a-z]+$/;
const ASCII_AS_WRITTEN = /^[0-9A-Za-z]+$/;
const ASCII_RUNS = /[0-9a-z]+/g;
/** Letters that may be of an escape before them, which then are no part of the word. */
const OF_ESCAPE = /^(?:u[0-9a-f]{4}|[bfnrt])/;
/** Shorter parts of words are nearly everywhere. */
const PART_CHARS_MIN = 3;

/**
 * Words that the texts of every matching span hold: of `search()`, and of attributes
 * compared with texts, joined by `and` at the top.
 */
export function necessaryWords(expr: FilterExpr): readonly string[] {
  return [...new Set(wordsNeeded(expr))];
}

/** Beginnings of words that the texts of every matching span hold: of `search()` with a `*`. */
export function necessaryWordStarts(expr: FilterExpr): readonly string[] {
  if (expr.node === 'and') return expr.operands.flatMap((operand) => necessaryWordStarts(operand));
  if (expr.node !== 'search') return [];
  return wordStartsOf(searchOf(expr).phrases);
}

/**
 * Parts of words that the texts of every matching span hold, in lower-case ASCII: of attributes that
 * hold a text (`'refu' in input.value`).
 */
export function necessaryWordParts(expr: FilterExpr): readonly string[] {
  return [...new Set(wordPartsNeeded(expr))];
}

function wordPartsNeeded(expr: FilterExpr): readonly string[] {
  if (expr.node === 'and') return expr.operands.flatMap((operand) => wordPartsNeeded(operand));
  if (expr.node !== 'compare') return [];
  return expr.ops.flatMap((op, index) => {
    const [left, right] = [expr.operands[index], expr.operands[index + 1]];
    if (op !== 'in' || left?.node !== 'literal' || typeof left.value !== 'string') return [];
    const segments = right?.node === 'path' ? attributeSegments(right, spanShape) : null;
    return segments === null || !isOwnPart(segments, left.value) ? [] : partsOf(left.value);
  });
}

/** The parts of words in a text, without what may look otherwise where the text is written. */
function partsOf(value: string): readonly string[] {
  const folded = value.toLowerCase();
  return [...folded.matchAll(ASCII_RUNS)].flatMap(({ 0: run, index }) => {
    const end = index + run.length;
    // Before it there may be a backslash, and a mark behind it makes one letter of two.
    const from = isBorder(folded, index - 1, false) ? 0 : (OF_ESCAPE.exec(run)?.[0].length ?? 0);
    const part = run.slice(from, isBorder(folded, end, false) ? run.length : -1);
    return part.length < PART_CHARS_MIN || isMappedWord(part) ? [] : [part];
  });
}

/** Words that follow each other in a text of every matching span: of phrases in `search()`. */
export function necessaryWordPairs(expr: FilterExpr): readonly (readonly [string, string])[] {
  if (expr.node === 'and') return expr.operands.flatMap((operand) => necessaryWordPairs(operand));
  if (expr.node !== 'search') return [];
  return wordPairsOf(searchOf(expr).phrases);
}

/** For traces and sessions, of each `search()`: some span of them holds all these. */
export function necessarySpanWords(expr: FilterExpr): readonly NecessaryWords[] {
  if (expr.node === 'and') return expr.operands.flatMap((operand) => necessarySpanWords(operand));
  if (expr.node !== 'search') return [];
  const words = necessaryWords(expr);
  const wordStarts = necessaryWordStarts(expr);
  const wordPairs = necessaryWordPairs(expr);
  if (words.length === 0 && wordStarts.length === 0) return [];
  return [
    {
      ...(words.length === 0 ? {} : { words }),
      ...(wordStarts.length === 0 ? {} : { wordStarts }),
      ...(wordPairs.length === 0 ? {} : { wordPairs }),
    },
  ];
}

function wordsNeeded(expr: FilterExpr): readonly string[] {
  if (expr.node === 'and') return expr.operands.flatMap((operand) => wordsNeeded(operand));
  if (expr.node === 'search') return searchOf(expr).indexed;
  if (expr.node !== 'compare') return [];
  return expr.ops.flatMap((op, index) => {
    const [left, right] = [expr.operands[index], expr.operands[index + 1]];
    if (left === undefined || right === undefined) return [];
    if (op === '==') return [...wordsOfPair(left, right, true), ...wordsOfPair(right, left, true)];
    return op === 'in' ? wordsOfPair(right, left, false) : [];
  });
}

function wordsOfPair(path: FilterExpr, literal: FilterExpr, isWhole: boolean): readonly string[] {
  if (literal.node !== 'literal' || typeof literal.value !== 'string' || path.node !== 'path')
    return [];
  const segments = attributeSegments(path, spanShape);
  return segments === null ? [] : wordsOfValue(segments, literal.value, isWhole);
}

/**
 * The words that a span's texts hold for one of its attributes to be a text, or to hold
 * it: then only words that end inside the text are whole.
 */
export function wordsOfValue(
  segments: readonly string[],
  value: string,
  isWhole: boolean,
): readonly string[] {
  if (!(isWhole ? isOwnText : isOwnPart)(segments, value)) return [];
  return wordsOf(value).flatMap(({ text, start, end }) => {
    const isWord =
      ASCII_WORD.test(text) && isBorder(value, start - 1, isWhole) && isBorder(value, end, isWhole);
    // In any case, a word beyond ASCII may be another one: ẞ is ß, and then ss.
    const isSent =
      isWhole ||
      (ASCII_AS_WRITTEN.test(value.slice(start, end)) &&
        !isMappedWord(text) &&
        !isInBase64(value, start, end));
    return isWord && isSent ? [text] : [];
  });
}

/** Whether a word of a text stands as letters and digits of base64 may, also in JSON and in a URL. */
function isInBase64(value: string, start: number, end: number): boolean {
  return '"+/,'.includes(value[start - 1] ?? '') && '"+/='.includes(value[end] ?? '');
}

function isBorder(value: string, at: number, isWhole: boolean): boolean {
  const char = value[at];
  return char === undefined ? isWhole : SAFE.test(char);
}
