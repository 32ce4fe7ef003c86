import type { CompareExpr } from '#contracts/search/filter.ts';
import { conditionOnSpans } from '#core/filter/of-spans.ts';
import type { Operand } from '#core/filter/operand.ts';
import { sessionShape } from '#core/filter/session-shape.ts';
import type { Shape } from '#core/filter/shape.ts';
import { spanElementShape, spanShape } from '#core/filter/span-shape.ts';
import { traceShape } from '#core/filter/trace-shape.ts';

/** The kind of row a filter applies to. */
export type Grain = 'spans' | 'traces' | 'sessions';

export type FieldType = 'text' | 'number' | 'time' | 'yes or no' | 'any' | 'presence' | 'texts';

export interface Field {
  readonly name: string;
  readonly type: FieldType;
}

const TYPES: Readonly<Partial<Record<Operand<never>['type'], FieldType>>> = {
  string: 'text',
  number: 'number',
  boolean: 'yes or no',
  datetime: 'time',
  json: 'any',
  texts: 'texts',
  presence: 'presence',
};
/** Second names of a field, and figures that are always 0: known, but not worth offering. */
const NOT_OFFERED = /^(?:context\.|cumulative_|prompt_cost$|completion_cost$|parent_span\.)/;
const ALSO_OF_SESSIONS = 'session.id';

function fieldsOf<S>(shape: Shape<S>): readonly Field[] {
  return [...shape.fields].map(([name, operand]) => ({ name, type: TYPES[operand.type] ?? 'any' }));
}

const SHAPES = { spans: spanShape, traces: traceShape, sessions: sessionShape };
const FIELDS: Readonly<Record<Grain, readonly Field[]>> = {
  spans: fieldsOf(spanShape),
  traces: fieldsOf(traceShape),
  sessions: fieldsOf(sessionShape),
};
const OF_ELEMENTS = fieldsOf(spanElementShape);

/** Every field of a grain by its dotted name. */
export function fieldsOfGrain(grain: Grain): readonly Field[] {
  return FIELDS[grain];
}

/** The fields to offer, the ones asked for most often first. */
export function offeredFields(grain: Grain | 'elements'): readonly Field[] {
  const fields = (grain === 'elements' ? OF_ELEMENTS : FIELDS[grain]).filter(
    ({ name }) => !NOT_OFFERED.test(name) && (grain !== 'sessions' || name !== ALSO_OF_SESSIONS),
  );
  return fields.toSorted((a, b) => rank(a.name) - rank(b.name));
}

const FIRST = [
  'latency_ms',
  'time_to_first_token_ms',
  'tokens_per_second',
  'error_count',
  'num_traces',
  'num_traces_with_error',
  'duration_ms',
  'status_code',
  'span_kind',
  'name',
  'root.name',
  'llm.model_name',
  'user.id',
  'session.id',
  'session_id',
];

function rank(name: string): number {
  const at = FIRST.indexOf(name);
  return at === -1 ? FIRST.length : at;
}

export function fieldNamed(grain: Grain, name: string): Field | undefined {
  return FIELDS[grain].find((field) => field.name === name);
}

/**
 * A field's column heads in lists, if they differ from its name: the one of the current kind of row
 * applies.
 */
const HEADED: ReadonlyMap<string, readonly string[]> = new Map([
  ['cost', ['total_cost']],
  ['cost_usd', ['total_cost']],
  ['duration', ['latency_ms', 'duration_ms']],
  ['latency', ['latency_ms', 'duration_ms']],
  ['ttft', ['time_to_first_token_ms']],
  ['tokens/s', ['tokens_per_second']],
  ['tokens', ['token_count_total', 'llm.token_count.total']],
  ['started', ['start_time']],
  ['ended', ['end_time']],
  ['errors', ['error_count', 'num_traces_with_error']],
  ['error_count', ['num_traces_with_error']],
  ['error', ['error_count', 'num_traces_with_error', 'status_message']],
  ['turns', ['num_traces']],
  ['session', ['session_id']],
]);

/** The field whose column is headed so. */
export function fieldHeaded(grain: Grain, head: string): string | undefined {
  return HEADED.get(head)?.find((name) => fieldNamed(grain, name) !== undefined);
}

/**
 * The replacement for a name that belongs to spans; null if it doesn't, or if there is none for
 * this kind of row.
 */
export function onSpansOfGrain(
  grain: Grain,
  name: string,
  comparison: CompareExpr | null,
): string | null {
  switch (grain) {
    case 'spans':
      return null;
    case 'traces':
      return conditionOnSpans(name, traceShape, comparison);
    case 'sessions':
      return conditionOnSpans(name, sessionShape, comparison);
  }
}

/** Names that are no fields but may begin a path: lists, annotations, attributes. */
export function otherRoots(grain: Grain): readonly string[] {
  const shape = SHAPES[grain];
  return [
    ...shape.iterables.keys(),
    ...(shape.annotations?.keys() ?? []),
    ...(shape.attributes === undefined ? [] : ['attributes', 'metadata']),
  ];
}

/** How one thing of a grain is called. */
export function nounOf(grain: Grain): string {
  return SHAPES[grain].noun;
}
