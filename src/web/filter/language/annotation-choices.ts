import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { Choice } from './completion.ts';
import { quoted } from './condition.ts';
import type { Grain } from './fields.ts';

/** Annotations of one name on one kind of thing, as far as the filter bar offers them. */
export interface AnnotationNames {
  readonly target: AnnotationTarget;
  readonly name: string;
  /** How often each label was used; unused labels of a config have 0. */
  readonly labels: ReadonlyMap<string, number>;
  readonly count: number;
}

const ROOTS = {
  span: 'annotations',
  document: 'document_annotations',
  trace: 'trace_annotations',
  session: 'session_annotations',
} as const;
/** Whose annotations a filter can ask about. */
const TARGETS: Readonly<Record<Grain, readonly AnnotationNames['target'][]>> = {
  spans: ['span', 'document', 'trace'],
  traces: ['trace', 'document'],
  sessions: ['session', 'document'],
};

/** The label and the score of each name, as fields to choose from. */
export function annotationFields(
  names: readonly AnnotationNames[],
  grain: Grain,
): readonly Choice[] {
  return names
    .filter(({ target }) => TARGETS[grain].includes(target))
    .flatMap(({ target, name, count }) =>
      ['label', 'score'].map((part) => {
        const path = `${ROOTS[target]}[${quoted(name)}].${part}`;
        return {
          label: path,
          detail: count === 0 ? 'annotations' : `annotations · ${count}`,
          insert: `${path} `,
          back: 0,
        };
      }),
    );
}

/**
 * The labels that a path's annotations have, with counts; null for a path that is none of a label.
 */
export function labelsOfPath(
  path: string,
  names: readonly AnnotationNames[],
): readonly { value: string; count: number }[] | null {
  const found = names.find(
    ({ target, name }) => path === `${ROOTS[target]}[${quoted(name)}].label`,
  );
  return found === undefined
    ? null
    : [...found.labels]
        .map(([value, count]) => ({ value, count }))
        .toSorted((a, b) => b.count - a.count);
}
