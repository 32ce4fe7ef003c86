import { Type, type TSchema, type TSchemaOptions } from 'typebox';

/** The value or null; Phoenix's clients rely on null rather than absence. */
export function nullable<T extends TSchema>(schema: T, options: TSchemaOptions = {}) {
  return Type.Union([schema, Type.Null()], options);
}

/** A time in a reply: ISO 8601 with microseconds and a numeric offset. */
export function isoTime(description: string) {
  return Type.String({
    format: 'date-time',
    description,
    examples: ['2026-11-20T18:16:00.123456+00:00'],
  });
}

/** A time in a query: ISO 8601; without an offset it is UTC. */
export function timeParam(description: string) {
  return Type.String({ description, maxLength: 64, examples: ['2026-11-20T18:16:00+00:00'] });
}

/** A Global ID in a reply. */
export function globalId(description: string, example: string) {
  return Type.String({ description, examples: [example] });
}

/** A whole number of at least 0, such as a count. */
export function count(description: string) {
  return Type.Integer({ minimum: 0, description });
}

/** The envelope of one resource. */
export function dataOf<T extends TSchema>(schema: T, options: TSchemaOptions = {}) {
  return Type.Object({ data: schema }, options);
}

/** A string enumeration: TypeBox validates it, OpenAPI shows it. */
export function oneOf<const Words extends readonly string[]>(
  words: Words,
  options: TSchemaOptions = {},
) {
  return Type.Unsafe<Words[number]>(Type.Enum([...words], { type: 'string', ...options }));
}

export const LIMIT_MAX = 1000;

/** How many rows a page may have. */
export function limitParam(defaultValue: number, max: number = LIMIT_MAX) {
  return Type.Integer({
    minimum: 1,
    maximum: max,
    default: defaultValue,
    description: `Rows in a page, 1 to ${max.toLocaleString('en-US')}.`,
  });
}

export const CursorParam = Type.String({
  maxLength: 512,
  description: 'Cursor of the page, as the reply before gave it. Opaque.',
});

/** `a=1&a=2`: a parameter that may be repeated, up to 1,000 times. */
export function repeated<T extends TSchema>(item: T, description: string, max: number = LIMIT_MAX) {
  return Type.Array(item, { maxItems: max, description: `${description} May be repeated.` });
}

/** The path parameter naming a project. */
export const ProjectParams = Type.Object({
  project_identifier: Type.String({
    minLength: 1,
    description: 'Global ID or name of the project, percent-encoded.',
    examples: ['default'],
  }),
});

/** The fields the page's lists can be sorted by, besides their own order. */
const SCORE_SORT_TEXT =
  '`annotation_score` sorts by the mean score of the annotations named by `annotation`; rows without one come last, newest first, in either order.';
const TRACE_SORTS = [
  'start_time',
  'latency_ms',
  'token_count',
  'cost_usd',
  'annotation_score',
] as const;
const RANGE_TEXT =
  'a page with a filter that few rows pass may look at the whole time range, and answers 408 when that takes too long: then narrow it. Rows without the value count as less than any.';
export const traceRowSortParam = oneOf(TRACE_SORTS, {
  default: 'start_time',
  description: `The sort field; ties by insertion. For \`token_count\` (prompt and completion) and \`cost_usd\` ${RANGE_TEXT} ${SCORE_SORT_TEXT}`,
});
export const spanRowSortParam = oneOf(
  [...TRACE_SORTS, 'time_to_first_token_ms', 'tokens_per_second'],
  {
    default: 'start_time',
    description: `The sort field; ties by insertion. For all but \`start_time\` and \`annotation_score\` ${RANGE_TEXT} ${SCORE_SORT_TEXT}`,
  },
);
export const sessionSortParam = oneOf(
  [
    'start_time',
    'end_time',
    'duration_ms',
    'trace_count',
    'error_count',
    'token_count',
    'cost_usd',
    'annotation_score',
  ],
  { default: 'end_time', description: `The sort field; ties by insertion. ${SCORE_SORT_TEXT}` },
);
/** The name of the annotations to sort by. */
export const scoreNameParam = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'Name of the annotations that `sort=annotation_score` sorts by.',
  examples: ['correctness'],
});

/** How many attributes rows may carry. */
const COLUMNS_MAX = 20;
/** Attribute keys as columns, for one kind of row. */
export function columnsParam(whose: string) {
  return repeated(
    Type.String({ minLength: 1, maxLength: 256, examples: ['metadata.tier'] }),
    `Key of an attribute of ${whose} that the rows shall carry in \`attributes\`: dotted, list indexes included. Behind \`resource.\` those of what sent it, as in \`resource.service.version\`.`,
    COLUMNS_MAX,
  );
}
export const RowAttributes = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
  {
    description:
      'The attributes named by `columns` that exist; texts cut to 200 characters, structures as JSON text.',
    examples: [{ 'metadata.tier': 'gold' }],
  },
);
