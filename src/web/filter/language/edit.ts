import { clickedOn, conditionOn, type Clicked, type ClickField } from './condition.ts';
import type { Grain } from './fields.ts';
import { readFilterText, type Segment } from './filter-text.ts';

/** The text of segments, as it was written. */
export function textOfSegments(
  segments: readonly Pick<Segment, 'lead' | 'text'>[],
  tail = '',
): string {
  return segments.map((one) => one.lead + one.text).join('') + tail;
}

/**
 * A text without one of its segments; what joined it to the others goes too, and all else stays as
 * it was written.
 */
export function withoutSegment(text: string, index: number, grain: Grain): string {
  const { segments, tail } = readFilterText(text, grain);
  const kept = segments.filter((_, at) => at !== index);
  const first = index === 0 ? kept[0] : undefined;
  return textOfSegments(
    first === undefined ? kept : [{ ...first, lead: '' }, ...kept.slice(1)],
    tail,
  );
}

/** A text with one of its segments replaced. */
export function withSegment(
  text: string,
  index: number,
  replacement: string,
  grain: Grain,
): string {
  const { segments, tail } = readFilterText(text, grain);
  return textOfSegments(
    segments.map((one, at) => (at === index ? { ...one, text: replacement } : one)),
    tail,
  );
}

const OPPOSITE: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  in: 'not in',
  'not in': 'in',
  is: 'is not',
  'is not': 'is',
};
/** How each of them is written. */
const WRITTEN: Readonly<Record<string, RegExp>> = {
  '==': /==/g,
  '!=': /!=/g,
  in: /\bin\b/g,
  'not in': /\bnot\s+in\b/g,
  is: /\bis\b/g,
  'is not': /\bis\s+not\b/g,
};

/**
 * The condition that holds when this one does not. Written as people write it where that means the
 * same.
 */
export function negated(segment: Segment): string {
  const { expr, text, word } = segment;
  if (word !== null) return text;
  if (expr.node === 'not') {
    const inner = text.replace(/^not\b\s*/, '');
    return inner.startsWith('(') && inner.endsWith(')') && isClosedBy(inner)
      ? inner.slice(1, -1).trim()
      : inner;
  }
  const [op, ...others] = expr.node === 'compare' ? expr.ops : [];
  const opposite = op === undefined || others.length > 0 ? undefined : OPPOSITE[op];
  const right = expr.node === 'compare' ? expr.operands[1] : undefined;
  if (op !== undefined && opposite !== undefined && right !== undefined) {
    const swapped = swapOperator(text, op, opposite);
    if (swapped !== null) return swapped;
  }
  return expr.node === 'reduce' ? `not ${text}` : `not (${text})`;
}

/** Swaps the operator outside quotes, if it occurs there once. */
function swapOperator(text: string, op: string, opposite: string): string | null {
  const written = WRITTEN[op];
  const found = written === undefined ? [] : [...withoutTexts(text).matchAll(written)];
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  return text.slice(0, only.index) + opposite + text.slice(only.index + only[0].length);
}

/** With everything in quotes blotted out, at the same length. */
function withoutTexts(text: string): string {
  let masked = '';
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote === '') {
      if (char === "'" || char === '"') quote = char;
      masked += quote === '' ? char : '_';
      continue;
    }
    masked += '_';
    if (char === quote) quote = '';
    else if (char === '\\' && at + 1 < text.length) {
      masked += '_';
      at += 1;
    }
  }
  return masked;
}

/** Whether the first parenthesis is closed by the last character. */
function isClosedBy(text: string): boolean {
  const masked = withoutTexts(text);
  let depth = 0;
  for (let at = 0; at < masked.length; at += 1) {
    const char = masked[at];
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (depth === 0) return at === masked.length - 1;
  }
  return false;
}

/**
 * A text with one more condition at its end. A text that cannot be read is left, so that nothing
 * typed is lost.
 */
export function withCondition(text: string, condition: string): string {
  if (text.trim() === '') return condition;
  return `${text.trimEnd()} and ${condition}`;
}

/**
 * The values a text keeps and leaves out of one field, and the conditions that say so, by their
 * place.
 */
export function clicksOn(text: string, grain: Grain, field: ClickField) {
  const places = readFilterText(text, grain).segments.flatMap(({ expr, kind }, index) => {
    const clicked = kind === 'word' ? null : clickedOn(field, expr, grain);
    return clicked === null ? [] : [{ index, ...clicked }];
  });
  return {
    places,
    included: new Set(places.flatMap((one) => (one.negate ? [] : one.values))),
    excluded: new Set(places.flatMap((one) => (one.negate ? one.values : []))),
  };
}

/**
 * Keeps (or with `negate` excludes) a value; a repeated click undoes it. The kept values of one
 * field share a condition that matches any of them; the rest of the filter stays. For checkboxes,
 * such as facets.
 */
export function filterBy(
  text: string,
  grain: Grain,
  field: ClickField,
  value: string,
  negate = false,
): string {
  const { places } = clicksOn(text, grain, field);
  const same = places.find((one) => one.negate === negate && one.values.includes(value));
  if (same !== undefined)
    return withValues(text, grain, field, same.index, {
      values: same.values.filter((one) => one !== value),
      negate,
    });
  const opposite = places.find((one) => one.negate !== negate && one.values.includes(value));
  if (opposite !== undefined) {
    const kept = opposite.values.filter((one) => one !== value);
    return filterBy(
      withValues(text, grain, field, opposite.index, { values: kept, negate: !negate }),
      grain,
      field,
      value,
      negate,
    );
  }
  const isExclusive = field === 'status' || field === 'error';
  const joined = negate ? undefined : places.find((one) => !one.negate);
  if (joined !== undefined)
    return withValues(text, grain, field, joined.index, {
      values: isExclusive ? [value] : [...joined.values, value],
      negate,
    });
  return joinedTo(text, grain, conditionOn(field, { values: [value], negate }, grain));
}

function joinedTo(text: string, grain: Grain, condition: string): string {
  const { segments } = readFilterText(text, grain);
  // Beside a condition with `or` at its top, `and` needs parentheses around that one.
  const [only, ...others] = segments;
  const needsParentheses =
    others.length === 0 && only?.expr.node === 'or' && !only.text.startsWith('(');
  return withCondition(needsParentheses ? `(${text.trim()})` : text, condition);
}

/**
 * Keeps only (or with `negate` excludes) a value: unlike `filterBy` it never widens the filter, and
 * repeating it changes nothing. For cells and attributes.
 */
export function narrowTo(
  text: string,
  grain: Grain,
  field: ClickField,
  value: string,
  negate = false,
): string {
  const { places, excluded } = clicksOn(text, grain, field);
  const kept = places.find((one) => !one.negate);
  if (!negate)
    return kept === undefined
      ? filterBy(text, grain, field, value)
      : withValues(text, grain, field, kept.index, { values: [value], negate });
  if (excluded.has(value)) return text;
  const others =
    kept?.values.includes(value) === true ? kept.values.filter((one) => one !== value) : [];
  return kept === undefined || others.length === 0
    ? filterBy(text, grain, field, value, negate)
    : withValues(text, grain, field, kept.index, { values: others, negate: false });
}

/** A text with one more condition, which it then says once however often it is added. */
export function narrowedBy(text: string, grain: Grain, condition: string): string {
  return readFilterText(text, grain).segments.some((one) => one.text === condition)
    ? text
    : joinedTo(text, grain, condition);
}

function withValues(
  text: string,
  grain: Grain,
  field: ClickField,
  index: number,
  clicked: Clicked,
): string {
  return clicked.values.length === 0
    ? withoutSegment(text, index, grain)
    : withSegment(text, index, conditionOn(field, clicked, grain), grain);
}
