import type { CompareExpr, PathExpr, PathStep } from '#contracts/search/filter.ts';
import { jsonAt } from './json-path.ts';
import { ALSO_CALLED, conditionOnSpans } from './of-spans.ts';
import type { Evaluation, Operand } from './operand.ts';
import type { AnnotationView, JsonValue } from './predicate.ts';
import { refuseFilter } from './refuse-filter.ts';
import { jsonField, type IterableField, type Shape } from './shape.ts';
import { nearestName } from './nearest-name.ts';
import { RESOURCE_ROOT } from './resource-root.ts';

/**
 * The names an expression may use: those of a shape, or inside a reduction those of the loop
 * variable.
 */
export interface Names<S> {
  readonly shape: Shape<S>;
  readonly variable: string | null;
  /** `max` and `min` may take times. */
  readonly timesReducible: boolean;
  /** The other side of the comparison, for error messages. */
  readonly comparison?: CompareExpr;
}

/**
 * The operand of a path, or an error that names the wrong part and suggests the one the user may
 * have meant.
 */
export function resolvePath<S>(path: PathExpr, names: Names<S>): Operand<S> {
  const { root, steps, at } = withoutVariable(path, names);
  const { shape } = names;
  const dotted = dottedName(root, steps);
  const field = dotted === null ? undefined : shape.fields.get(dotted);
  if (field !== undefined) return field;
  const annotations = shape.annotations?.get(root);
  if (annotations !== undefined) return annotationOperand(root, steps, at);
  const ofParts = partOperand({ node: 'path', root, steps, at }, names);
  if (ofParts !== null) return ofParts;
  refuseMisplacedAnnotation(root, steps, names, at);
  if ((root === 'attributes' || root === 'metadata') && shape.attributes !== undefined)
    return attribute(shape.attributes, root, steps, at);
  if (isOfResource(root, steps) && shape.attributes !== undefined)
    return fieldPath(shape.attributes, [root, ...segmentsOf(steps)]);
  if (shape.iterables.has(root) && steps.length === 0)
    refuseFilter(`${root} is a list: use it in len, max, min, sum, any or all`, at);
  if (shape.unknownNames === 'attribute' && shape.attributes !== undefined) {
    return fieldPath(shape.attributes, [root, ...segmentsOf(steps)]);
  }
  const written = dotted ?? root;
  const onSpans = conditionOnSpans(written, shape, names.comparison ?? null);
  if (onSpans !== null)
    refuseFilter(
      `invalid name \`${written.slice(0, 80)}\`: it is of spans, not of ${shape.noun}; write ${onSpans}`,
      at,
    );
  const other = ALSO_CALLED.get(written) ?? '';
  const suggestion = shape.fields.has(other) ? other : nearestName(written, knownNames(shape));
  const instead =
    suggestion === null ? attributeInstead(path, names) : `; did you mean \`${suggestion}\`?`;
  // Behind the variable of a comprehension the name does not begin where the path does.
  const unknown = names.variable === null ? { written, meant: suggestion } : null;
  return refuseFilter(`invalid name \`${written.slice(0, 80)}\`${instead}`, at, unknown);
}

/** A name after `resource.` is always an attribute: no shape has a field of that name. */
function isOfResource(root: string, steps: readonly PathStep[]): boolean {
  return root === RESOURCE_ROOT && steps.length > 0;
}

/**
 * How to write a name that may be of an attribute, where bare ones are refused; nothing where there
 * are none, or it cannot be repeated.
 */
function attributeInstead<S>({ root, steps }: PathExpr, { shape, variable }: Names<S>): string {
  const dotted = dottedName(root, steps);
  if (shape.attributes === undefined || dotted === null || dotted.length > 80) return '';
  const key = variable === null ? dotted : dotted.slice(variable.length + 1);
  return `; an attribute of that name is ${variable === null ? '' : `${variable}.`}attributes['${key}']`;
}

const ANNOTATION_WORDS: ReadonlySet<string> = new Set([
  'annotation',
  'annotations',
  'evals',
  'span_annotations',
  'trace_annotations',
  'session_annotations',
  'document_annotations',
]);
const ANNOTATION_PARTS: ReadonlySet<string> = new Set([
  'label',
  'score',
  'explanation',
  'identifier',
]);

/**
 * Refuses a path that names annotations as another kind of list does: as an attribute it would
 * silently match nothing.
 */
function refuseMisplacedAnnotation<S>(
  root: string,
  steps: readonly PathStep[],
  { shape }: Names<S>,
  at: number,
): void {
  const [first, second, ...rest] = steps;
  const own = [...(shape.annotations?.keys() ?? [])][0];
  const name = first?.step === 'keys' && first.keys.length === 1 ? first.keys[0] : undefined;
  if (
    own === undefined ||
    typeof name !== 'string' ||
    rest.length > 0 ||
    !ANNOTATION_WORDS.has(root)
  )
    return;
  if (second !== undefined && !(second.step === 'dot' && ANNOTATION_PARTS.has(second.name))) return;
  const shown = `['${name.slice(0, 40)}']`;
  const list = shape.iterables.has(root)
    ? `, or any(a.name == '${name.slice(0, 40)}' for a in ${root})`
    : '';
  refuseFilter(
    `invalid name \`${root}\`: annotations of ${shape.noun} are written ${own}${shown}${list}`,
    at,
  );
}

/**
 * Where among a subject's attributes a path outside reductions leads; null for a path to something
 * else. As `resolvePath` decides.
 */
export function attributeSegments<S>(
  { root, steps }: PathExpr,
  shape: Shape<S>,
): readonly string[] | null {
  const dotted = dottedName(root, steps);
  if ((dotted !== null && shape.fields.has(dotted)) || shape.annotations?.has(root) === true)
    return null;
  return root === 'attributes' ? segmentsOf(steps) : [root, ...segmentsOf(steps)];
}

/** The list that a reduction goes over. */
export function resolveIterable<S>(path: PathExpr, names: Names<S>): IterableField<S> {
  const { root, steps, at } = withoutVariable(path, names);
  const found = steps.length === 0 ? names.shape.iterables.get(root) : undefined;
  if (found !== undefined) return found;
  const known = [...names.shape.iterables.keys()];
  return refuseFilter(
    `\`${(dottedName(root, steps) ?? root).slice(0, 80)}\` is nothing to iterate over; ${names.shape.noun} has ${known.join(', ') || 'no lists'}`,
    at,
  );
}

/** All names of a shape, for suggestions and completion. */
export function knownNames<S>(shape: Shape<S>): readonly string[] {
  return [
    ...shape.fields.keys(),
    ...shape.iterables.keys(),
    ...(shape.annotations?.keys() ?? []),
    ...(shape.documents?.keys() ?? []),
    ...(shape.evaluations?.keys() ?? []),
    ...(shape.parts?.keys() ?? []),
    ...(shape.attributes === undefined ? [] : ['attributes', 'metadata']),
  ];
}

/** Identifies one annotation among those a filter joins. */
export function annotationKey(accessor: string, name: string): string {
  return `${accessor === 'evals' ? 'annotations' : accessor}\0${name}`;
}

function withoutVariable<S>(path: PathExpr, { variable, shape }: Names<S>): PathExpr {
  if (variable === null) return path;
  const [first, ...steps] = path.steps;
  if (path.root !== variable)
    refuseFilter(
      `invalid name \`${path.root}\`: inside this comprehension only fields of \`${variable}\` and literals can be used`,
      path.at,
    );
  if (first === undefined || first.step !== 'dot')
    refuseFilter(
      `\`${variable}\` is ${shape.noun}: name one of its fields, such as ${variable}.${[...shape.fields.keys()][0] ?? 'name'}`,
      path.at,
    );
  return { node: 'path', root: first.name, steps, at: path.at };
}

function dottedName(root: string, steps: readonly PathStep[]): string | null {
  let name = root;
  for (const step of steps) {
    if (step.step !== 'dot') return null;
    name += `.${step.name}`;
  }
  return name;
}

function segmentsOf(steps: readonly PathStep[]): readonly string[] {
  return steps.flatMap((step) =>
    step.step === 'dot' ? [step.name] : step.keys.flatMap((key) => String(key).split('.')),
  );
}

function attribute<S>(
  attributes: (subject: S) => JsonValue,
  root: string,
  steps: readonly PathStep[],
  at: number,
): Operand<S> {
  const segments = segmentsOf(steps);
  if (root === 'metadata') return fieldPath(attributes, ['metadata', ...segments]);
  if (segments.length === 0) refuseFilter("attributes needs a key: attributes['…']", at);
  return fieldPath(attributes, segments);
}

function fieldPath<S>(
  attributes: (subject: S) => JsonValue,
  segments: readonly string[],
): Operand<S> {
  return jsonField((subject) => jsonAt(attributes(subject), segments));
}

/**
 * Names that only some shapes have: JSON values with subscripts, evaluations, and counted parts.
 * Null for others.
 */
function partOperand<S>({ root, steps, at }: PathExpr, names: Names<S>): Operand<S> | null {
  const { shape } = names;
  const document = shape.documents?.get(root);
  if (document !== undefined) return fieldPath(document, segmentsOf(steps));
  const evaluation = shape.evaluations?.get(root);
  if (evaluation !== undefined)
    return annotationOperand(root, steps, at, (name) => (subject) => evaluation(subject, name));
  const parts = shape.parts?.get(root);
  if (parts === undefined) return null;
  const [first, second, ...rest] = steps;
  const index = first?.step === 'keys' && first.keys.length === 1 ? first.keys[0] : undefined;
  if (typeof index !== 'number' || second?.step !== 'dot')
    return refuseFilter(
      `Write ${root}[1] and after it a field, such as ${root}[1].${[...shape.fields.keys()][0] ?? 'name'}`,
      at,
    );
  if (index >= parts.count)
    return refuseFilter(
      `${root}[${index}] does not exist: there ${parts.count === 1 ? 'is 1' : `are ${parts.count}`}, counted from 0`,
      at,
    );
  return resolvePath(
    { node: 'path', root: second.name, steps: rest, at: second.at },
    { ...names, shape: parts.at(index) },
  );
}

/** Reads the annotation for an accessor and a name. */
type AnnotationRead<S> = (
  name: string,
) => (subject: S, evaluation: Evaluation) => AnnotationView | null;

/** `annotations['n']` alone asks whether it exists; one more step names what of it is meant. */
function annotationOperand<S>(
  accessor: string,
  steps: readonly PathStep[],
  at: number,
  ofSubject?: AnnotationRead<S>,
): Operand<S> {
  const [first, second, ...rest] = steps;
  const name = first?.step === 'keys' && first.keys.length === 1 ? first.keys[0] : undefined;
  const parts =
    ofSubject === undefined
      ? ['.label', '.score', '.explanation', '.identifier']
      : ['.label', '.score', '.explanation'];
  const listed = (word: string): string =>
    `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1) ?? ''}`;
  if (typeof name !== 'string' || rest.length > 0)
    return refuseFilter(`Write ${accessor}['name'], and after it ${listed('or')}`, at);
  const key = annotationKey(accessor, name);
  const read =
    ofSubject?.(name) ?? ((_subject: S, { joined }: Evaluation) => joined.get(key) ?? null);
  if (second === undefined)
    return { type: 'condition', test: (subject, evaluation) => read(subject, evaluation) !== null };
  switch (second.step === 'dot' ? second.name : '') {
    case 'label':
      return {
        type: 'string',
        read: (subject, evaluation) => read(subject, evaluation)?.label ?? null,
        field: true,
      };
    case 'explanation':
      return {
        type: 'string',
        read: (subject, evaluation) => read(subject, evaluation)?.explanation ?? null,
        field: true,
      };
    case 'score':
      return {
        type: 'number',
        read: (subject, evaluation) => read(subject, evaluation)?.score ?? null,
        field: true,
      };
    case 'identifier':
      if (ofSubject === undefined)
        return {
          type: 'string',
          read: (subject, evaluation) => read(subject, evaluation)?.identifier ?? null,
          field: true,
        };
  }
  return refuseFilter(
    `${ofSubject === undefined ? 'An annotation' : 'An evaluation'} has ${listed('and')}`,
    second.at,
  );
}
