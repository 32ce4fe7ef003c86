import type { FilterExpr } from '#contracts/search/filter.ts';
import { RESOURCE_ROOT } from './resource-root.ts';
import { attributeSegments } from './resolve-path.ts';
import { spanShape } from './span-shape.ts';

/**
 * Attributes that the conventions' mapping may spell in its own words, whatever was sent: by the
 * last segment of their path.
 */
const REWORDED: ReadonlySet<string> = new Set([
  'kind',
  'mime_type',
  'provider',
  'role',
  'system',
  'type',
  'url',
]);
/** The text form of other values: numbers, True and False, JSON, bytes in base64. */
const WRITTEN_VALUE = /^(?:[-+\d.{["]|(?:true|false|null|NaN|Infinity)$)/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Characters that JSON text contains unescaped, unless written as \uXXXX. */
const PLAIN_RUNS = /[ !#-.0-[\]-~]+/g;
const RUN_MIN = 3;

/**
 * The longest part of a text that a span's bytes must hold as it is (or hold some `\u`) for an
 * attribute to equal that text; null when there is none to rely on. The attribute may be inside
 * JSON text, and may have come by another convention's name; that of a resource is not among them.
 */
export function literalText(segments: readonly string[], value: string): string | null {
  if (!isOwnText(segments, value)) return null;
  const runs = value.match(PLAIN_RUNS) ?? [];
  const longest = runs.reduce<string>((best, run) => (run.length > best.length ? run : best), '');
  return longest.length < RUN_MIN ? null : longest;
}

/**
 * Whether an attribute that equals the text has it from the span's own bytes as text: not of a
 * resource, in no other words, and as no other type of value.
 */
export function isOwnText(segments: readonly string[], value: string): boolean {
  return isSentAs(segments) && !WRITTEN_VALUE.test(value) && !BASE64.test(value);
}

/** The same of an attribute that holds the text, unless it is of bytes, which are shown in base64. */
export function isOwnPart(segments: readonly string[], value: string): boolean {
  return isSentAs(segments) && !WRITTEN_VALUE.test(value);
}

function isSentAs(segments: readonly string[]): boolean {
  return segments[0] !== RESOURCE_ROOT && !REWORDED.has(segments.at(-1) ?? '');
}

/**
 * The texts that the bytes of every span which matches must hold: of attributes compared by `==`,
 * joined by `and` at the top.
 */
export function literalTexts(expr: FilterExpr): readonly string[] {
  if (expr.node === 'and') return expr.operands.flatMap((operand) => literalTexts(operand));
  if (expr.node !== 'compare') return [];
  return expr.ops.flatMap((op, index) => {
    const [left, right] = [expr.operands[index], expr.operands[index + 1]];
    if (op !== '==' || left === undefined || right === undefined) return [];
    return textOfPair(left, right) ?? textOfPair(right, left) ?? [];
  });
}

function textOfPair(path: FilterExpr, literal: FilterExpr): string | null {
  if (literal.node !== 'literal' || typeof literal.value !== 'string') return null;
  const segments = path.node === 'path' ? attributeSegments(path, spanShape) : null;
  return segments === null ? null : literalText(segments, literal.value);
}
