import type {
  AnnotationConfig,
  AnnotationConfigBody,
} from '#contracts/annotations/annotation-config.ts';
import { configProblems } from '#contracts/annotations/annotation-config-problems.ts';
import { NOTE_NAME } from '#contracts/annotations/annotation-kind.ts';

export type ConfigType = AnnotationConfig['type'];
export type Direction = 'MAXIMIZE' | 'MINIMIZE' | 'NONE';

/** A label as it is typed. */
export interface DraftValue {
  /** Tells the lines apart while their texts change. */
  readonly key: number;
  readonly label: string;
  readonly score: string;
}

/**
 * A config as it is typed: all types at once, so that nothing is lost when the type is changed
 * there and back.
 */
export interface ConfigDraft {
  readonly name: string;
  readonly description: string;
  readonly type: ConfigType;
  readonly direction: Direction;
  readonly values: readonly DraftValue[];
  readonly lower: string;
  readonly upper: string;
  readonly threshold: string;
}

const PLACES: Readonly<Record<string, string>> = {
  name: 'The name',
  values: 'The list of labels',
  lower_bound: 'The minimum score',
  upper_bound: 'the maximum score',
  threshold: 'The threshold',
};

/** A new config, or one that there is, as a form has it. */
export function draftOf(config: AnnotationConfig | null): ConfigDraft {
  const values = config?.type === 'CATEGORICAL' ? config.values : [{ label: '' }, { label: '' }];
  const scored = config === null || config.type === 'CATEGORICAL' ? null : config;
  return {
    name: config?.name ?? '',
    description: config?.description ?? '',
    type: config?.type ?? 'CATEGORICAL',
    direction: config === null ? 'MAXIMIZE' : (config.optimization_direction ?? 'NONE'),
    values: values.map((value, key) => ({
      key,
      label: value.label,
      score: textOf('score' in value ? value.score : null),
    })),
    lower: textOf(scored?.lower_bound),
    upper: textOf(scored?.upper_bound),
    threshold: textOf(scored?.type === 'FREEFORM' ? scored.threshold : null),
  };
}

/** The request body of a draft. Invalid numbers count as absent. */
export function bodyOfDraft(draft: ConfigDraft): AnnotationConfigBody {
  const { type, direction } = draft;
  const shared = {
    name: draft.name.trim(),
    description: draft.description.trim() === '' ? null : draft.description.trim(),
  };
  if (type === 'CATEGORICAL') {
    const values = draft.values.map(({ label, score }) => ({
      label: label.trim(),
      score: numberOf(score),
    }));
    return { ...shared, type, optimization_direction: direction, values };
  }
  const bounds = { lower_bound: numberOf(draft.lower), upper_bound: numberOf(draft.upper) };
  if (type === 'CONTINUOUS')
    return { ...shared, type, optimization_direction: direction, ...bounds };
  return {
    ...shared,
    type,
    optimization_direction: direction,
    threshold: numberOf(draft.threshold),
    ...bounds,
  };
}

/** A draft's errors, by field (`name`, `values.0.label`, `lower_bound` …). */
export function draftProblems(draft: ConfigDraft): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  if (draft.name.trim() === NOTE_NAME)
    problems.set(
      'name',
      `The name '${NOTE_NAME}' is reserved for notes; choose another name for the annotation config.`,
    );
  for (const { path, text } of numbersOf(draft))
    if (text.trim() !== '' && numberOf(text) === null)
      problems.set(
        path,
        `${placeOf(path)} “${text.trim()}” is not a number. Write one such as 0.8.`,
      );
  for (const { path, message } of configProblems(bodyOfDraft(draft), placeOf))
    if (!problems.has(path)) problems.set(path, message);
  return problems;
}

function numbersOf(
  draft: ConfigDraft,
): readonly { readonly path: string; readonly text: string }[] {
  if (draft.type === 'CATEGORICAL')
    return draft.values.map(({ score }, index) => ({ path: `values.${index}.score`, text: score }));
  const bounds = [
    { path: 'lower_bound', text: draft.lower },
    { path: 'upper_bound', text: draft.upper },
  ];
  return draft.type === 'FREEFORM'
    ? [...bounds, { path: 'threshold', text: draft.threshold }]
    : bounds;
}

function placeOf(path: string): string {
  const [, index, part] = /^values\.(\d+)\.(\w+)$/.exec(path) ?? [];
  if (index === undefined) return PLACES[path] ?? path;
  return part === 'score'
    ? `The score of label ${Number(index) + 1}`
    : `Label ${Number(index) + 1}`;
}

function textOf(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

/** A typed number, with a comma as the decimal separator too. Null for empty or invalid input. */
function numberOf(text: string): number | null {
  const typed = text.trim().replace(',', '.');
  const value = Number(typed);
  return typed === '' || !Number.isFinite(value) ? null : value;
}
