import { ANNOTATION_TARGETS, type AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import { presentParts, readListSearch, textParam, type ListSearch, type RangeSearch } from '#web/lists/search-params.ts';
import { quoted } from '#web/filter/language/condition.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';

/** The address of a project's scores: with a name, its human–LLM agreement. */
export interface ScoresSearch extends RangeSearch {
  readonly name?: string;
  /** The kind of annotated target; spans by default. */
  readonly target?: AnnotationTarget;
  /** Labels by humans and LLMs: with both, only pairs of them are listed. */
  readonly people?: string;
  readonly models?: string;
  /** The disagreement that is open: Global ID of the person's annotation. */
  readonly pair?: string;
}

export function readScoresSearch(raw: Readonly<Record<string, unknown>>): ScoresSearch {
  const target = ANNOTATION_TARGETS.find((one) => one === raw['target']);
  return presentParts<ScoresSearch>({
    range: readListSearch({ range: raw['range'] }).range,
    name: textParam(raw['name']),
    target: target === 'span' ? undefined : target,
    people: textParam(raw['people']),
    models: textParam(raw['models']),
    pair: textParam(raw['pair']),
  });
}

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

const ROOTS = { span: 'annotations', trace: 'trace_annotations', session: 'session_annotations', document: null } as const;

/**
 * The list of what was annotated under a name in a time, with a label alone where one is given. Annotations of documents cannot be asked for: then the
 * spans of that time.
 */
export function listOfAnnotated(target: AnnotationTarget, name: string, range: RangeText | undefined, label?: string): ListSearch {
  const root = ROOTS[target];
  const labelCondition = label === undefined ? '' : `.label == ${quoted(label)}`;
  return presentParts<ListSearch>({
    range,
    scope: target === 'span' || target === 'document' ? 'spans' : undefined,
    q: root === null ? undefined : `${root}[${quoted(name)}]${labelCondition}`,
  });
}
