import type { FilterExpr } from '#contracts/search/filter.ts';
import { joinedCombinations } from './annotation-join.ts';
import { attributePart } from './attribute-part.ts';
import type { Evaluation } from './operand.ts';
import { compileCondition } from './compile-condition.ts';
import { literalTexts } from './literal-text.ts';
import { necessarySessionConditions, necessarySpanConditions, necessaryTraceConditions } from './necessary.ts';
import { parseFilter } from './parser.ts';
import type { SessionPredicate, SpanPredicate, TracePredicate } from './predicate.ts';
import { runShape, type RunsView } from './run-shape.ts';
import { sessionShape } from './session-shape.ts';
import type { Shape } from './shape.ts';
import { spanShape } from './span-shape.ts';
import { traceShape } from './trace-shape.ts';

/** The most elements that the reductions of one filter visit for one subject. */
const VISITS_MAX = 2_000_000;

/**
 * Compiles a span filter. Blank text means no filter: null. Throws `unprocessable` with the reason and its position.
 * Names that are no fields of a span are its attributes.
 */
export function compileSpanFilter(text: string): SpanPredicate | null {
  if (text.trim() === '') return null;
  const { expr, matches } = compile(text, spanShape, false);
  const texts = literalTexts(expr);
  return {
    necessary: { ...necessarySpanConditions(expr), ...(texts.length === 0 ? {} : { texts }) },
    attributes: attributePart(expr),
    matches,
  };
}

/** Compiles a trace filter; null for the empty text (blanks are no filter, but a mistake). Unknown names are refused. */
export function compileTraceFilter(text: string): TracePredicate | null {
  if (text === '') return null;
  const { expr, matches } = compile(text, traceShape, true);
  return { necessary: necessaryTraceConditions(expr), matches };
}

/** Compiles a session filter; null for the empty text. Unknown names are refused. */
export function compileSessionFilter(text: string): SessionPredicate | null {
  if (text === '') return null;
  const { expr, matches } = compile(text, sessionShape, false);
  return { necessary: necessarySessionConditions(expr), matches };
}

/** Compiles a filter of runs of so many compared experiments; null for blank text. Unknown names are refused. */
export function compileRunFilter(text: string, experimentCount: number): ((runs: RunsView) => boolean) | null {
  return text.trim() === '' ? null : compile(text, runShape(experimentCount), false).matches;
}

function compile<S>(
  text: string,
  shape: Shape<S>,
  timesReducible: boolean,
): { readonly expr: FilterExpr; readonly matches: (subject: S) => boolean } {
  const expr = parseFilter(text);
  const test = compileCondition(expr, { shape, variable: null, timesReducible });
  const combinations = joinedCombinations(expr, shape);
  return {
    expr,
    matches: (subject) => {
      const visits = { left: VISITS_MAX };
      for (const joined of combinations(subject)) {
        const evaluation: Evaluation = { joined, visitsLeft: visits.left };
        if (test(subject, evaluation) === true) return true;
        visits.left = evaluation.visitsLeft;
      }
      return false;
    },
  };
}
