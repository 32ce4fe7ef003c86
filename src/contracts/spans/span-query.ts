import { Type, type Static } from 'typebox';
import { nullable } from '../wire/schema-parts.ts';

const Name = Type.String({ minLength: 1, maxLength: 1_000 });
const Projection = Type.Object(
  {
    key: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'A field of a span, or the path of an attribute.',
      examples: ['input.value'],
    }),
  },
  { title: 'SpanProjection' },
);
const ElementColumns = Type.Record(Name, Name, {
  description:
    'Column by the path inside an element, such as `{"document": "document.content"}`. Absent: every key of the elements.',
  maxProperties: 100,
});

/**
 * One query of a request for frames. All parts are optional: without `select`, `explode` and
 * `concat` the frame is whole.
 */
export const SpanQueryPart = Type.Object(
  {
    select: Type.Optional(
      nullable(Type.Record(Name, Projection, { maxProperties: 200 }), {
        description:
          'Column by what it shows: a field such as `name`, or an attribute path such as `input.value`.',
        examples: [{ input: { key: 'input.value' } }],
      }),
    ),
    filter: Type.Optional(
      nullable(
        Type.Object({
          condition: Type.String({
            description: 'A filter of spans.',
            examples: ["span_kind == 'LLM'"],
          }),
        }),
        {
          description: 'Which spans.',
        },
      ),
    ),
    explode: Type.Optional(
      nullable(
        Type.Object({
          key: Name,
          kwargs: Type.Optional(nullable(ElementColumns, {})),
          primary_index_key: Type.Optional(
            nullable(Name, {
              description: 'The index beside the position; `context.span_id` unless given.',
            }),
          ),
        }),
        {
          description:
            'A list attribute: one row for each of its objects. Spans without such a list are left out.',
        },
      ),
    ),
    concat: Type.Optional(
      nullable(
        Type.Object({
          key: Name,
          kwargs: Type.Optional(nullable(ElementColumns, {})),
          separator: Type.Optional(
            nullable(Type.String({ maxLength: 1_000 }), {
              description: 'A blank line unless given.',
            }),
          ),
        }),
        { description: 'A list attribute: the values of its objects joined to one text.' },
      ),
    ),
    rename: Type.Optional(
      nullable(Type.Record(Name, Name, { maxProperties: 200 }), {
        description: 'New name by old.',
      }),
    ),
    index: Type.Optional(
      nullable(Projection, { description: 'The index; `context.span_id` unless given.' }),
    ),
  },
  { title: 'SpanQueryPart' },
);
export type SpanQueryPart = Static<typeof SpanQueryPart>;

export const SpanQueryBody = Type.Object(
  {
    queries: Type.Array(SpanQueryPart, { maxItems: 20, description: 'Each makes a frame.' }),
    start_time: Type.Optional(
      nullable(Type.String(), {
        description: 'Inclusive, on the start of the span; UTC without an offset.',
      }),
    ),
    end_time: Type.Optional(nullable(Type.String(), { description: 'Exclusive.' })),
    stop_time: Type.Optional(
      nullable(Type.String(), { description: 'The older name of `end_time`.' }),
    ),
    limit: Type.Optional(
      nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000 }), {
        description: 'Spans in each frame; 1,000 unless given.',
      }),
    ),
    root_spans_only: Type.Optional(
      nullable(Type.Boolean(), { description: 'Only spans without a parent.' }),
    ),
    orphan_span_as_root_span: Type.Optional(
      nullable(Type.Boolean(), {
        description:
          'Whether a span whose parent did not arrive counts as one without; true unless given.',
      }),
    ),
    project_name: Type.Optional(
      nullable(Type.String(), { description: 'The project; `default` unless given.' }),
    ),
  },
  { title: 'SpanQueryBody' },
);
export type SpanQueryBody = Static<typeof SpanQueryBody>;

export const SpanQueryParams = Type.Object({
  project_name: Type.Optional(
    Type.String({
      description: 'The project; it wins over the header `project-name` and the body.',
    }),
  ),
  'project-name': Type.Optional(Type.String({ description: 'The same, in an older spelling.' })),
});
