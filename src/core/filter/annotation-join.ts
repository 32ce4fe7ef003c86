import type { FilterExpr } from '#contracts/search/filter.ts';
import type { AnnotationView } from './predicate.ts';
import { annotationKey } from './resolve-path.ts';
import type { Shape } from './shape.ts';
import { outerPaths } from './outer-paths.ts';

type Joined = ReadonlyMap<string, AnnotationView | null>;

/** The most combinations of equally named annotations tried on one subject. */
const COMBINATIONS_MAX = 10_000;
const FIELDS = ['label', 'score', 'explanation', 'identifier'] as const;
type Field = (typeof FIELDS)[number];
const NOTHING_JOINED: readonly Joined[] = [new Map()];

/**
 * Annotations join as in SQL: a subject may carry several of one name (under different
 * identifiers), and a filter holds when some choice of one row for each name satisfies it. Without
 * a row, the name joins as missing.
 */
export function joinedCombinations<S>(
  expr: FilterExpr,
  shape: Shape<S>,
): (subject: S) => Iterable<Joined> {
  const wanted = new Map<
    string,
    {
      readonly name: string;
      readonly fields: Set<Field>;
      readonly list: (subject: S) => readonly AnnotationView[];
    }
  >();
  for (const path of outerPaths(expr)) {
    const list = shape.annotations?.get(path.root);
    const [first] = path.steps;
    if (list === undefined || first?.step !== 'keys') continue;
    const name = String(first.keys[0]);
    const key = annotationKey(path.root, name);
    const fields = wanted.get(key)?.fields ?? new Set();
    const second = path.steps[1];
    const field = FIELDS.find((one) => second?.step === 'dot' && second.name === one);
    if (field !== undefined) fields.add(field);
    wanted.set(key, { name, fields, list });
  }
  if (wanted.size === 0) return () => NOTHING_JOINED;
  return (subject) =>
    combinations(
      [...wanted].map(([key, { name, fields, list }]) => ({
        key,
        rows: unlike(list(subject), name, [...fields]),
      })),
    );
}

/**
 * Of the rows of a name, one for each that the fields tell apart: thousands that say the same are
 * one choice.
 */
function unlike(
  rows: readonly AnnotationView[],
  name: string,
  fields: readonly Field[],
): readonly AnnotationView[] {
  const named = rows.filter((row) => row.name === name);
  if (named.length < 2) return named;
  return [
    ...new Map(
      named.map((row) => [JSON.stringify(fields.map((field) => row[field])), row]),
    ).values(),
  ];
}

function* combinations(
  choices: readonly { readonly key: string; readonly rows: readonly AnnotationView[] }[],
): Generator<Joined> {
  const places = choices.map(() => 0);
  for (let tried = 0; tried < COMBINATIONS_MAX; tried += 1) {
    yield new Map(choices.map(({ key, rows }, index) => [key, rows[places[index] ?? 0] ?? null]));
    let digit = 0;
    while (digit < choices.length) {
      places[digit] = (places[digit] ?? 0) + 1;
      if ((places[digit] ?? 0) < (choices[digit]?.rows.length ?? 0)) break;
      places[digit] = 0;
      digit += 1;
    }
    if (digit === choices.length) return;
  }
}
