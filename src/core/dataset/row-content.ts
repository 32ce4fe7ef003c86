import type { JsonObject } from '#core/semconv/nest-attributes.ts';
import { canonicalJson, isInOrder, NoCanonicalForm } from './canonical-json.ts';
import { parseFiniteJson } from './exact-json.ts';
import { RowError } from './row-error.ts';

/** The JSON texts of one example's content. */
export interface RowContent {
  readonly input: string;
  readonly output: string;
  readonly metadata: string;
}

/** The same, parsed by `parseExactJson`. */
export type RowValues = { readonly [Field in keyof RowContent]: JsonObject };

/**
 * The input of an example's content hash: the canonical JSON of `{input, metadata, output}`. Throws
 * a `RowError` that names the field when a text is not JSON, not an object, too deep, or holds a
 * number beyond a double.
 */
export function canonicalContent(line: number, content: RowContent): string {
  return joined((field) => canonicalOf(line, field, content[field]));
}

/**
 * The same of a content whose texts are what `JSON.stringify` makes of its values: nothing is
 * parsed again.
 */
export function canonicalValues(line: number, content: RowContent, values: RowValues): string {
  return joined((field) =>
    checked(line, field, () =>
      isInOrder(values[field], 0) ? content[field] : canonicalJson(values[field]),
    ),
  );
}

function joined(part: (field: keyof RowContent) => string): string {
  return `{"input":${part('input')},"metadata":${part('metadata')},"output":${part('output')}}`;
}

function canonicalOf(line: number, field: keyof RowContent, text: string): string {
  if (text === '{}') return text;
  return checked(line, field, () => {
    const value = parseFiniteJson(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new RowError(
        line,
        `Row ${line}: ${field} must be an object; got ${text.slice(0, 80)}.`,
      );
    return canonicalJson(value);
  });
}

function checked(line: number, field: keyof RowContent, canonical: () => string): string {
  try {
    return canonical();
  } catch (error) {
    if (error instanceof NoCanonicalForm)
      throw new RowError(line, `Row ${line}: ${field} cannot be stored: ${error.message}.`);
    if (error instanceof SyntaxError)
      throw new RowError(
        line,
        `Row ${line}: ${field} is not valid JSON: ${error.message.slice(0, 200)}.`,
      );
    throw error;
  }
}
