import { readFileSync } from 'node:fs';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

/**
 * The contents of a JSON file that matches the schema; null when the file is missing, damaged or
 * doesn't match.
 */
export function readJson<Schema extends TSchema>(
  file: string | URL,
  schema: Schema,
): Static<Schema> | null {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Value.Check(schema, content) ? content : null;
  } catch {
    // Missing, or truncated by a full disk: either way it has no information.
    return null;
  }
}
