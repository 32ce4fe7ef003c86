import type { FilterExpr } from '#contracts/search/filter.ts';
import { wordsOf } from '#core/search/words.ts';
import { isOwnText } from './literal-text.ts';
import { attributeSegments } from './resolve-path.ts';
import { searchOf } from './search-condition.ts';
import { spanShape } from './span-shape.ts';

/** Printable ASCII beside which a word stays itself, also in JSON: no backslash of an escape. */
const SAFE = /^[ -[\]-~]$/;
const ASCII_WORD = /^[0-9a-z]+$/;

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
  return searchOf(expr).phrases.flatMap(({ words, isPrefix }) => {
    const last = words.at(-1);
    return isPrefix && last !== undefined ? [last.text] : [];
  });
}

/** For traces and sessions, of each `search()`: some span of them holds all these. */
export function necessarySpanWords(expr: FilterExpr): readonly (readonly string[])[] {
  if (expr.node === 'and') return expr.operands.flatMap((operand) => necessarySpanWords(operand));
  if (expr.node !== 'search') return [];
  const { indexed } = searchOf(expr);
  return indexed.length === 0 ? [] : [indexed];
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
  if (!isOwnText(segments, value)) return [];
  return wordsOf(value).flatMap(({ text, start, end }) => {
    const isWord =
      ASCII_WORD.test(text) && isBorder(value, start - 1, isWhole) && isBorder(value, end, isWhole);
    return isWord ? [text] : [];
  });
}

function isBorder(value: string, at: number, isWhole: boolean): boolean {
  const char = value[at];
  return char === undefined ? isWhole : SAFE.test(char);
}
