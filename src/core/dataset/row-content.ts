import { canonicalJson, NoCanonicalForm } from './canonical-json.ts';
import { RowError } from './row-error.ts';

/** The JSON texts of one example's content. */
export interface RowContent {
  readonly input: string;
  readonly output: string;
  readonly metadata: string;
}

/**
 * What an example's content hash is taken of: the canonical JSON of `{input, metadata, output}`. Throws a `RowError` that names the field
 * when a text is not JSON, not an object, too deep, or holds a number past a double.
 */
export function canonicalContent(line: number, content: RowContent): string {
  const { input, output, metadata } = content;
  return `{"input":${canonicalOf(line, 'input', input)},"metadata":${canonicalOf(line, 'metadata', metadata)},"output":${canonicalOf(line, 'output', output)}}`;
}

function canonicalOf(line: number, field: keyof RowContent, text: string): string {
  if (text === '{}') return text;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new RowError(line, `Row ${line}: ${field} must be an object; got ${text.slice(0, 80)}.`);
    return canonicalJson(value);
  } catch (error) {
    if (error instanceof NoCanonicalForm) throw new RowError(line, `Row ${line}: ${field} cannot be stored: ${error.message}.`);
    if (error instanceof SyntaxError) throw new RowError(line, `Row ${line}: ${field} is not valid JSON: ${error.message.slice(0, 200)}.`);
    throw error;
  }
}
