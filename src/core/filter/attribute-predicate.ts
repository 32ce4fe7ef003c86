import { AppError } from '#contracts/wire/errors.ts';
import { parseJsonText } from '#core/semconv/json-text.ts';
import { jsonAt } from './json-path.ts';
import { literalText } from './literal-text.ts';
import { wordsOfValue } from './necessary-words.ts';
import type {
  AttributePart,
  JsonValue,
  NecessarySpanConditions,
  SpanPredicate,
  SpanView,
} from './predicate.ts';

/**
 * The predicate of REST's `attribute=key:value` parameters, all of which must hold. The key is a
 * dotted path; the value is read as JSON and compared by type, or is a text when it is no JSON.
 * Throws `unprocessable` for a pair that cannot be read.
 */
export function attributePredicate(pairs: readonly string[]): SpanPredicate | null {
  if (pairs.length === 0) return null;
  const wanted = pairs.map(attributePair);
  const texts = wanted.flatMap(({ segments, value }) =>
    typeof value === 'string' ? (literalText(segments, value) ?? []) : [],
  );
  const words = wanted.flatMap(({ segments, value }) =>
    typeof value === 'string' ? wordsOfValue(segments, value, true) : [],
  );
  const mayMatch = (attributes: JsonValue) =>
    wanted.every(({ segments, value }) => sameScalar(jsonAt(attributes, segments), value));
  return {
    necessary: {
      ...(texts.length === 0 ? {} : { texts }),
      ...(words.length === 0 ? {} : { words }),
    },
    attributes: { paths: wanted.map(({ segments }) => segments), mayMatch },
    matches: (span) => mayMatch(span.attributes()),
  };
}

/** Combines two predicates with `and`; null is no condition. */
export function andSpanPredicates(
  ...predicates: readonly (SpanPredicate | null)[]
): SpanPredicate | null {
  const given = predicates.filter((predicate) => predicate !== null);
  const [only] = given;
  if (only === undefined || given.length === 1) return only ?? null;
  // Each one's conditions are necessary for both; where two name the same condition, the first is
  // kept, and texts add up.
  const first = given.reduceRight<NecessarySpanConditions>(
    (all, predicate) => ({ ...all, ...predicate.necessary }),
    {},
  );
  const texts = given.flatMap((predicate) => predicate.necessary.texts ?? []);
  const words = given.flatMap((predicate) => predicate.necessary.words ?? []);
  const necessary = {
    ...first,
    ...(texts.length === 0 ? {} : { texts }),
    ...(words.length === 0 ? {} : { words }),
  };
  const attributes = bothParts(given.map((predicate) => predicate.attributes));
  return {
    necessary,
    ...(attributes === null ? {} : { attributes }),
    matches: (span: SpanView) => given.every((predicate) => predicate.matches(span)),
  };
}

/** Null when of one of them nothing is known. */
function bothParts(parts: readonly (AttributePart | undefined)[]): AttributePart | null {
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return null;
  const tests = known.flatMap(({ mayMatch }) => mayMatch ?? []);
  return {
    paths: known.flatMap(({ paths }) => paths),
    mayMatch: tests.length === 0 ? null : (attributes) => tests.every((test) => test(attributes)),
  };
}

interface AttributePair {
  readonly segments: readonly string[];
  readonly value: string | number | boolean;
}

function attributePair(pair: string): AttributePair {
  const colon = pair.indexOf(':');
  const key = pair.slice(0, Math.max(colon, 0)).trim();
  const text = pair.slice(colon + 1).trim();
  const refused = (why: string): never => {
    throw new AppError(
      'unprocessable',
      `Invalid attribute filter '${pair.slice(0, 80)}': ${why}. Expected key:value, for example llm.model_name:gpt-4o.`,
    );
  };
  if (colon === -1) refused('it has no colon');
  const segments = key.split('.').map((segment) => segment.trim());
  if (key === '' || segments.includes('')) refused('its key is empty');
  if (text === '') refused('its value is empty');
  const value = parsedValue(text);
  if (value === null || typeof value === 'object')
    return refused('lists, objects and null cannot be compared');
  return { segments, value };
}

function parsedValue(text: string): JsonValue {
  const value = parseJsonText(text);
  return value === undefined || (typeof value === 'number' && !Number.isFinite(value))
    ? text
    : value;
}

function sameScalar(stored: JsonValue | null, wanted: string | number | boolean): boolean {
  return stored === wanted;
}
