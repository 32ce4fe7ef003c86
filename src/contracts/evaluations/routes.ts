import { Type } from 'typebox';
import { declare } from '../wire/declare.ts';
import { ARROW_MEDIA_TYPES, AddEvaluationsParams, EvaluationsParams } from './evaluation.ts';

export const addEvaluations = declare({
  method: 'POST',
  path: '/v1/evaluations',
  id: 'addEvaluations',
  access: { scopes: ['experiments:write'] },
  tag: 'annotations',
  summary: 'Store evaluations from a data frame',
  description:
    'One Arrow IPC stream or file, compressed or not. Its rows become annotations by an `LLM`. The key `arize` of the schema’s metadata gives their name and target kind, as JSON ' +
    '`{"eval_id", "eval_name", "eval_type"}`; without that key the parameters do. Columns: `context.span_id` or `span_id` (for traces `context.trace_id` or `trace_id`; for documents also ' +
    '`document_position` or `position`), and at least one of `label`, `score` and `explanation`. Annotations of something that has not arrived yet wait for it. ' +
    'No row is stored unless all can be read and none is refused by an annotation config. Rows are stored a thousand at a time; when that breaks off (429, a full disk), those before stay, and sending them again changes nothing.',
  query: AddEvaluationsParams,
  binaryBody: ARROW_MEDIA_TYPES,
  rawBody: true,
  ok: { status: 204, description: 'Stored.' },
  errors: ['too_large', 'unsupported_media_type', 'rate_limited', 'storage_full'],
});

export const getEvaluations = declare({
  method: 'GET',
  path: '/v1/evaluations',
  id: 'getEvaluations',
  access: { scopes: ['experiments:read'] },
  audit: 'evaluation.export',
  tag: 'annotations',
  summary: 'Read evaluations as data frames',
  description:
    'All annotations by models (`LLM`) on spans, traces and documents of a project: an Arrow IPC stream for each name and kind of target, one after another in one body. Open streams until the bytes run out. ' +
    'The metadata of each schema is that of the stream to send; pandas restores the index from it. Newest first. The project may also be named by the header `project-name`.',
  query: EvaluationsParams,
  ok: {
    status: 200,
    description: 'The streams. A connection that breaks means that the rest is missing.',
    schema: Type.String({ format: 'binary' }),
    contentType: ARROW_MEDIA_TYPES[0],
  },
  errors: [],
  emptyNotFound: 'There are no evaluations, or the project doesn’t exist.',
});
