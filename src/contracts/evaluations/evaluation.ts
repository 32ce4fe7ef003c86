import { Type } from 'typebox';

/** Media types of Arrow IPC, as clients spell them; the first is what replies have. */
export const ARROW_MEDIA_TYPES = [
  'application/x-pandas-arrow',
  'application/x-dataframe-arrow',
  'application/x-pandas-pyarrow',
  'application/vnd.apache.arrow.stream',
  'application/vnd.apache.arrow.file',
] as const;

/** `POST /v1/evaluations`, for frames that do not say it in their schema's metadata. */
export const AddEvaluationsParams = Type.Object({
  eval_name: Type.Optional(
    Type.String({
      description: 'Name of the annotations, for a frame without the metadata `arize`.',
      examples: ['relevance'],
    }),
  ),
  eval_type: Type.Optional(
    Type.String({
      description:
        'The target of its rows: SpanEvaluations, TraceEvaluations or DocumentEvaluations; for a frame without the metadata `arize`.',
      examples: ['SpanEvaluations'],
    }),
  ),
});

const project = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 1024, description, examples: ['default'] }));
/** `GET /v1/evaluations`. */
export const EvaluationsParams = Type.Object({
  project_name: project('Name of the project; `default` unless given.'),
  'project-name': project('The same, as older clients spell it; also as a header.'),
});
