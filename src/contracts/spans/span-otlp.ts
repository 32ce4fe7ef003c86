import { Type } from 'typebox';
import { pageOf } from '../wire/pagination.ts';
import { nullable } from '../wire/schema-parts.ts';

/** A span in the shape of OTLP's JSON with snake_case names, as the official clients read it. */
const AnyValue = Type.Object(
  {
    string_value: Type.Optional(Type.String({ description: 'Text.' })),
    bool_value: Type.Optional(Type.Boolean({ description: 'Truth value.' })),
    int_value: Type.Optional(Type.Integer({ description: 'Whole number.' })),
    double_value: Type.Optional(
      Type.Union([Type.Number(), Type.String()], {
        description: 'Number; NaN, Infinity and -Infinity as text.',
      }),
    ),
    array_value: Type.Optional(
      Type.Object(
        { values: Type.Array(Type.Unknown(), { description: 'Values of the same shape.' }) },
        { description: 'List.' },
      ),
    ),
  },
  { title: 'OtlpAnyValue', description: 'Exactly one of the fields is set; none for null.' },
);
const KeyValue = Type.Object(
  { key: Type.String({ description: 'Dotted key.' }), value: AnyValue },
  { title: 'OtlpKeyValue' },
);
const absent = (what: string) =>
  Type.Null({ description: `${what}: not part of this view; see the span itself.` });
export const OtlpSpan = Type.Object(
  {
    trace_id: Type.String({ description: 'Trace id in hex.' }),
    span_id: Type.String({ description: 'Span id in hex.' }),
    parent_span_id: nullable(Type.String(), {
      description: 'Span id of the parent in hex; null for a root.',
    }),
    name: Type.String({ description: 'Name.' }),
    kind: Type.String({
      description: 'Always SPAN_KIND_INTERNAL, as clients expect.',
      examples: ['SPAN_KIND_INTERNAL'],
    }),
    start_time_unix_nano: Type.Integer({
      description: 'Start in nanoseconds since the epoch, all digits.',
    }),
    end_time_unix_nano: Type.Integer({
      description: 'End in nanoseconds since the epoch, all digits.',
    }),
    attributes: Type.Array(KeyValue, { description: 'Flattened attributes.' }),
    events: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'Name of the event.' }),
          time_unix_nano: Type.Integer({ description: 'Time in nanoseconds since the epoch.' }),
          attributes: Type.Array(KeyValue, { description: 'Attributes of the event.' }),
          dropped_attributes_count: absent('Dropped attributes'),
        },
        { title: 'OtlpEvent' },
      ),
      { description: 'Events.' },
    ),
    status: Type.Object(
      {
        code: Type.Integer({ description: '0 unset, 1 OK, 2 error.' }),
        message: nullable(Type.String(), { description: 'Text of the status.' }),
      },
      { title: 'OtlpStatus', description: 'Status.' },
    ),
    links: absent('Links'),
    flags: absent('Flags'),
    trace_state: absent('Trace state'),
    dropped_attributes_count: absent('Dropped attributes'),
    dropped_events_count: absent('Dropped events'),
    dropped_links_count: absent('Dropped links'),
  },
  { title: 'OtlpSpan' },
);
export const OtlpSpanPage = pageOf(OtlpSpan);

/** OTLP's own JSON is the specification's to describe: here only its outermost list is. */
export const OtlpRequest = Type.Object(
  {
    resourceSpans: Type.Array(Type.Unknown(), {
      description: 'One ResourceSpans with one ScopeSpans with the span.',
    }),
  },
  { title: 'OtlpTraceRequest', description: 'An OTLP/JSON ExportTraceServiceRequest.' },
);
