import {
  ANNOTATION_TARGETS,
  type AnnotationTarget,
} from '#contracts/annotations/annotation-kind.ts';
import {
  oneOf,
  presentParts,
  searchReader,
  text,
  timeRange,
} from '#web/platform/address/search-schema.ts';
import type { ListSearch } from '#web/lists/search-params.ts';
import { quoted } from '#web/filter/language/condition.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';

/** The address of a project's scores: with a name, its human–LLM agreement. */
export const readScoresSearch = searchReader({
  range: timeRange,
  name: text,
  /** The kind of annotated target. */
  target: oneOf(ANNOTATION_TARGETS, 'span'),
  /** Labels by humans and LLMs: with both, only pairs of them are listed. */
  people: text,
  models: text,
  /** The disagreement that is open: Global ID of the person's annotation. */
  pair: text,
});
export type ScoresSearch = ReturnType<typeof readScoresSearch>;

/** Labels that fit into an address. */
export const LABEL_CHARS_MAX = 1_000;

/** A pair of labels: the human one, and the LLM's for the same target. */
export interface LabelPair {
  readonly human: string;
  readonly llm: string;
}

/** The pair of labels whose cases are listed; null for all disagreements. */
export function labelPairOf({ people, models }: ScoresSearch): LabelPair | null {
  return people === undefined || models === undefined ? null : { human: people, llm: models };
}

const ROOTS = {
  span: 'annotations',
  trace: 'trace_annotations',
  session: 'session_annotations',
  document: null,
} as const;

/**
 * The list of what was annotated under a name in a time, with a label alone where one is given.
 * Annotations of documents cannot be asked for: then the spans of that time.
 */
export function listOfAnnotated(
  target: AnnotationTarget,
  name: string,
  range: RangeText | undefined,
  label?: string,
): ListSearch {
  const root = ROOTS[target];
  const labelCondition = label === undefined ? '' : `.label == ${quoted(label)}`;
  return presentParts<ListSearch>({
    range,
    scope: target === 'span' || target === 'document' ? 'spans' : undefined,
    q: root === null ? undefined : `${root}[${quoted(name)}]${labelCondition}`,
  });
}
