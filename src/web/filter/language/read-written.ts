import { AppError } from '#contracts/wire/errors.ts';
import type { FilterExpr } from '#contracts/search/filter.ts';
import {
  compileSessionFilter,
  compileSpanFilter,
  compileTraceFilter,
} from '#core/filter/compile-filter.ts';
import { nearestName } from '#core/filter/nearest-name.ts';
import { ALSO_CALLED } from '#core/filter/of-spans.ts';
import { outerPaths } from '#core/filter/outer-paths.ts';
import { parseFilterPieces } from '#core/filter/parser.ts';
import { FilterRefusal } from '#core/filter/refuse-filter.ts';
import { quoted } from './condition.ts';
import {
  fieldHeaded,
  fieldNamed,
  fieldsOfGrain,
  nounOf,
  onSpansOfGrain,
  otherRoots,
  type Grain,
} from './fields.ts';
import type { FilterProblem, FilterText, Segment } from './filter-text.ts';
import { RESOURCE_KEYS } from './resource-keys.ts';
import { searchOfWord } from './word-search.ts';
import { hasNoSigns, withWordsMeant } from './words-meant.ts';

const COMPILE: Readonly<Record<Grain, (text: string) => unknown>> = {
  spans: compileSpanFilter,
  traces: compileTraceFilter,
  sessions: compileSessionFilter,
};

/** Parses a non-empty text; all other code uses `readFilterText`. */
export function readWritten(text: string, grain: Grain): FilterText {
  try {
    const { segments, tail } = cut(text);
    const problem = problemOf(segments, grain);
    return {
      segments,
      tail,
      filter: problem === null ? filterOf(segments, grain, text) : null,
      problem: problem === null ? null : withWordsMeant(problem, text),
    };
  } catch (error) {
    if (!(error instanceof FilterRefusal)) throw error;
    const words = plainWords(text);
    if (words === null)
      return {
        segments: [],
        tail: text,
        filter: null,
        problem: withWordsMeant(problemAt(text, error.why, error.at), text),
      };
    return { ...words, filter: filterOf(words.segments, grain, text), problem: null };
  }
}

function cut(text: string): { readonly segments: readonly Segment[]; readonly tail: string } {
  let end = 0;
  const segments = parseFilterPieces(text).map((piece): Segment => {
    const lead = text.slice(end, piece.start);
    end = piece.end;
    const source = text.slice(piece.start, piece.end);
    const word = wordOf(piece.expr, source);
    return {
      lead,
      text: source,
      kind: word === null ? 'condition' : 'word',
      word,
      expr: piece.expr,
    };
  });
  return { segments, tail: text.slice(end) };
}

/** The search text of a lone value; null when it is a condition. */
function wordOf(expr: FilterExpr, source: string): string | null {
  if (expr.node === 'literal' && typeof expr.value === 'string') return expr.value;
  if (expr.node === 'literal' && typeof expr.value === 'number') return source;
  if (expr.node === 'path' && expr.steps.every((step) => step.step === 'dot')) return source;
  // gpt-5 is a word, though it reads as a subtraction.
  return (expr.node === 'arithmetic' || expr.node === 'sign') && /^[\w.+/%-]+$/.test(source)
    ? source
    : null;
}

/**
 * Texts with signs the language does not know (an address, 4o) are words too, as long as nothing in
 * them looks like a condition.
 */
function plainWords(text: string): Pick<FilterText, 'segments' | 'tail'> | null {
  if (!hasNoSigns(text) || /(?:^|\s)(?:and|or|not|in|is)(?=\s|$)/.test(text)) return null;
  let end = 0;
  const segments = [...text.matchAll(/\S+/g)].map((match): Segment => {
    const lead = text.slice(end, match.index);
    end = match.index + match[0].length;
    return {
      lead,
      text: match[0],
      kind: 'word',
      word: match[0],
      expr: { node: 'literal', value: match[0], at: match.index },
    };
  });
  return { segments, tail: text.slice(end) };
}

function problemOf(segments: readonly Segment[], grain: Grain): FilterProblem | null {
  let start = 0;
  for (const segment of segments) {
    start += segment.lead.length;
    const problem =
      segment.kind === 'word'
        ? wordProblem(segment, grain)
        : conditionProblem(segment, grain, start);
    if (problem !== null) return { ...problem, at: segment.kind === 'word' ? start : problem.at };
    start += segment.text.length;
  }
  return null;
}

function wordProblem({ text, expr }: Segment, grain: Grain): FilterProblem | null {
  if (expr.node !== 'path' || fieldNamed(grain, text) === undefined) return null;
  const { type } = fieldNamed(grain, text) ?? { type: 'text' };
  const example =
    type === 'number'
      ? `${text} > 100`
      : type === 'presence'
        ? `${text} is None`
        : `${text} == '…'`;
  return {
    message: `${text} needs something to compare with: ${example}. To search for the word, write '${text}'.`,
    at: 0,
    length: text.length,
  };
}

function conditionProblem(
  { text, expr }: Segment,
  grain: Grain,
  start: number,
): FilterProblem | null {
  const unknown = unknownName(expr, grain, { at: start, length: text.length });
  if (unknown !== null) return unknown;
  try {
    COMPILE[grain](text);
    return null;
  } catch (error) {
    if (error instanceof FilterRefusal) {
      const problem = problemAt(text, error.why, error.at);
      return { ...problem, at: start + problem.at };
    }
    if (error instanceof AppError) return { message: error.detail, at: start, length: text.length };
    throw error;
  }
}

/**
 * A bare name that is not a field. The language reads it as an attribute of a span; when typed, it
 * is more often a mistake.
 */
function unknownName(
  expr: FilterExpr,
  grain: Grain,
  whole: { readonly at: number; readonly length: number },
): FilterProblem | null {
  const known = fieldsOfGrain(grain).map((field) => field.name);
  const roots = otherRoots(grain);
  for (const path of outerPaths(expr)) {
    if (path.steps.some((step) => step.step !== 'dot')) continue;
    const name = [
      path.root,
      ...path.steps.flatMap((step) => (step.step === 'dot' ? [step.name] : [])),
    ].join('.');
    if (known.includes(name) || roots.includes(path.root) || name.startsWith(RESOURCE_KEYS))
      continue;
    const other = ALSO_CALLED.get(name) ?? '';
    const near =
      known.includes(other) || (other !== '' && grain === 'spans')
        ? other
        : (fieldHeaded(grain, name.toLowerCase()) ?? nearestName(name, known));
    // An attribute's dotted key is taken as it is, unless it is a slip of the pen away from a
    // field.
    if (grain === 'spans' && path.steps.length > 0 && near === null) continue;
    const place = { at: path.at, length: name.length };
    const onSpans = onSpansOfGrain(grain, name, expr.node === 'compare' ? expr : null);
    const key = grain === 'traces' && path.steps.length > 0 ? `attributes[${quoted(name)}]` : null;
    const instead = insteadOf(onSpans, near ?? key, { name: place, whole });
    return {
      message: unknownMessage(name, near, grain, onSpans),
      ...place,
      ...(instead === null ? {} : { instead }),
    };
  }
  return null;
}

interface Places {
  readonly name: { readonly at: number; readonly length: number };
  readonly whole: { readonly at: number; readonly length: number };
}

/**
 * The condition on spans takes the place of the whole one, unless a part of it is left open; else
 * what is near, or an attribute's key, takes the name's.
 */
function insteadOf(
  onSpans: string | null,
  near: string | null,
  { name, whole }: Places,
): NonNullable<FilterProblem['instead']> | null {
  if (onSpans !== null) return onSpans.includes('…') ? null : { ...whole, text: onSpans };
  return near === null ? null : { ...name, text: near };
}

function unknownMessage(
  name: string,
  near: string | null,
  grain: Grain,
  onSpans: string | null,
): string {
  if (onSpans !== null)
    return `${name} is a field of spans, not of ${nounOf(grain)}. Write ${onSpans}.`;
  const meant = near === null ? '' : ` Did you mean ${near}?`;
  const whose = grain === 'sessions' ? ' of its first turn' : '';
  return `${name} is not a field of ${nounOf(grain)}.${meant} An attribute of that name${whose} is attributes['${name}'].`;
}

/** Underlines the word at an offset, or what is left of the text. */
export function problemAt(text: string, why: string, at: number): FilterProblem {
  const from = Math.min(at, Math.max(0, text.length - 1));
  const word = /^(?:[\w.]+|'[^']*'?|\S)/.exec(text.slice(from))?.[0] ?? ' ';
  return { message: `${why}.`, at: from, length: word.length };
}

/** Where signs without a letter are looked for. */
const TEXTS: Readonly<Record<Grain, readonly string[]>> = {
  spans: ['name', 'input.value', 'output.value'],
  traces: ['root.name', 'input', 'output'],
  sessions: ['session_id', 'user.id', 'any_input', 'any_output'],
};

function filterOf(segments: readonly Segment[], grain: Grain, text: string): string {
  const isWhole = segments.every(
    (one, index) => one.kind === 'condition' && (index === 0 || one.lead.includes('and')),
  );
  if (isWhole) return text.trim();
  return segments.map((segment) => languageOf(segment, grain)).join(' and ');
}

function languageOf(segment: Segment, grain: Grain): string {
  const { word, text, expr } = segment;
  if (word === null) return expr.node === 'or' ? `(${text})` : text;
  const search = searchOfWord(segment);
  if (search !== null) return `search(${quoted(search)})`;
  return `(${TEXTS[grain].map((field) => `${quoted(word)} in ${field}`).join(' or ')})`;
}
