import { decodeGlobalId } from '#contracts/wire/ids.ts';
import type { JsonValue } from '#core/filter/predicate.ts';
import { isJsonArray, isJsonObject } from '#core/semconv/plain-object.ts';
import { isExactNumber, parseExactJson } from './exact-json.ts';

/** Stands between the texts of examples: JSON has it nowhere, not even in a string. */
export const EXAMPLE_SEPARATOR = '\x1e';

/** The matches within a page of examples. */
export interface FoundExamples {
  /** JSON texts of those that match, as they were given. */
  readonly texts: readonly string[];
  /** How many were looked through: all, unless the limit was reached. */
  readonly scanned: number;
  /** Global ID of the last that was looked through; null when that is the page's last. */
  readonly stoppedAt: string | null;
}

/**
 * Looks for a text in a page of examples (JSON, with `EXAMPLE_SEPARATOR` between), in any case: in
 * their values, keys and ids, where one without an id of its maker's is called `#4711`. Stops once
 * so many are found.
 */
export function searchExamples(page: string, contains: string, limit: number): FoundExamples {
  const wanted = contains.toLowerCase();
  // Most searches need only text that is present verbatim and contains no escapes; for the rest,
  // the parsed example decides.
  const isPlain = !/["\\]/.test(wanted) && !wanted.startsWith('#');
  const texts: string[] = [];
  let scanned = 0;
  for (const text of page.split(EXAMPLE_SEPARATOR)) {
    scanned += 1;
    if (isPlain && !text.includes('\\') && !text.toLowerCase().includes(wanted)) continue;
    const example = parseExactJson(text);
    if (!isJsonObject(example) || !exampleHolds(example, wanted)) continue;
    texts.push(text);
    if (texts.length >= limit) return { texts, scanned, stoppedAt: idText(example['node_id']) };
  }
  return { texts, scanned, stoppedAt: null };
}

/** Ids are texts, whatever the type of a parsed value says. */
function idText(id: JsonValue | undefined): string {
  return typeof id === 'string' ? id : '';
}

function exampleHolds(example: { readonly [key: string]: JsonValue }, wanted: string): boolean {
  const { id, node_id: nodeId, input = null, output = null, metadata = null } = example;
  const name = id === nodeId ? `#${decodeGlobalId(idText(nodeId))?.number}` : idText(id);
  return (
    name.toLowerCase().includes(wanted) ||
    [input, output, metadata].some((part) => holds(part, wanted))
  );
}

function holds(value: JsonValue, wanted: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(wanted);
  if (isJsonArray(value)) return value.some((one) => holds(one, wanted));
  if (isJsonObject(value) && !isExactNumber(value))
    return Object.entries(value).some(
      ([key, child]) => key.toLowerCase().includes(wanted) || holds(child, wanted),
    );
  return JSON.stringify(value).includes(wanted);
}
