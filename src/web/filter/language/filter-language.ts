import { labelsOfPath } from './annotation-choices.ts';
import { completableAt } from './completable.ts';
import { fieldChoices, mayBecomeField, operatorChoices, valueChoices } from './completion.ts';
import { readWritten } from './read-written.ts';
import { runProblem } from './run-problem.ts';
import type { CompareOp, PathExpr } from '#contracts/search/filter.ts';
import { spanElementShape } from '#core/filter/span-shape.ts';
import type { Segment } from './filter-text.ts';

/**
 * Comparisons that some one span can meet; others, such as `!=`, mean something else of many spans.
 */
const ASKED: ReadonlySet<CompareOp> = new Set(['==', '<', '<=', '>', '>=', 'in']);
const BRACKETS = /^(attributes|metadata)\[\s*(['"])([^'"\\]+)\2\s*\]/;

/**
 * A condition on attributes of the root span as one on any span; null for every other. `start` is
 * where the segment begins in its text.
 */
function segmentOnSpans({ text, expr }: Segment, start: number): string | null {
  if (expr.node !== 'compare' || !expr.ops.every((op) => ASKED.has(op))) return null;
  const paths = expr.operands.filter((operand): operand is PathExpr => operand.node === 'path');
  if (
    paths.length === 0 ||
    expr.operands.some(({ node }) => node !== 'path' && node !== 'literal' && node !== 'list')
  )
    return null;
  let written = text;
  for (const { at } of paths.toSorted((a, b) => b.at - a.at)) {
    const from = at - start;
    const [whole, root, , key = ''] = BRACKETS.exec(text.slice(from)) ?? [];
    if (whole === undefined) return null;
    const name = root === 'attributes' && spanElementShape.fields.has(key) ? key : whole;
    written = `${written.slice(0, from)}s.${name}${written.slice(from + whole.length)}`;
  }
  return `any(${written} for s in spans)`;
}

/**
 * All that knows the filter language, in one file to fetch: its grammar, its fields, and what can
 * follow at a caret.
 */
export const FILTER_LANGUAGE = {
  read: readWritten,
  runProblem,
  completableAt,
  mayBecomeField,
  fieldChoices,
  operatorChoices,
  valueChoices,
  labelsOfPath,
  segmentOnSpans,
};
