import { SpanParams } from '../spans/span.ts';
import { declare } from '../wire/declare.ts';
import {
  AddExamplesBody,
  DeleteExampleParams,
  EditExampleBody,
  EditExamplesBody,
  EditReply,
  RevertBody,
  UpdateDatasetBody,
} from './dataset-edit.ts';
import {
  ExamplesOfSpansBody,
  ExamplesOfSpansReply,
  FromSpansBody,
  FromSpansReply,
  SpanExamplesListParams,
  SpanExamplesPage,
} from './dataset-from-spans.ts';
import { DatasetExampleParams } from './dataset-history.ts';
import { DatasetParams, DatasetReply } from './dataset.ts';

const BODY_BYTES_MAX = 8 * 1024 * 1024;
const ok = { status: 200, description: 'The changes, and the new version.', schema: EditReply };
const errors = ['not_found', 'conflict', 'storage_full'] as const;

export const updateDataset = declare({
  method: 'PATCH',
  path: '/v1/datasets/{id}',
  id: 'updateDataset',
  access: { scopes: ['datasets:write'], workspace: true },
  tag: 'datasets',
  summary: 'Rename or describe a dataset',
  description:
    'Name, description and metadata. Leaves the examples unchanged, and creates no new version.',
  params: DatasetParams,
  body: UpdateDatasetBody,
  bodyExample: { name: 'refund questions, checked' },
  ok: { status: 200, description: 'The dataset.', schema: DatasetReply },
  errors: ['not_found', 'conflict'],
});

export const addDatasetExamples = declare({
  method: 'POST',
  path: '/v1/datasets/{id}/examples',
  id: 'addDatasetExamples',
  access: { scopes: ['datasets:write'], workspace: true },
  tag: 'datasets',
  summary: 'Add examples',
  description:
    'Each becomes a new example, whether or not there is one like it; all in one new version.',
  params: DatasetParams,
  body: AddExamplesBody,
  bodyBytesMax: BODY_BYTES_MAX,
  bodyExample: {
    examples: [
      { input: { question: 'How do I return a parcel?' }, output: { answer: 'Within 30 days.' } },
    ],
  },
  ok,
  errors,
});

export const editDatasetExamples = declare({
  method: 'PATCH',
  path: '/v1/datasets/{id}/examples',
  id: 'editDatasetExamples',
  access: { scopes: ['datasets:write'], workspace: true },
  audit: 'dataset_example.change',
  tag: 'datasets',
  summary: 'Add, change and remove examples',
  description:
    'All of it in one new version, or none. With `base_version_id` no one else’s change is overwritten unseen.',
  params: DatasetParams,
  body: EditExamplesBody,
  bodyBytesMax: BODY_BYTES_MAX,
  bodyExample: {
    edit: [{ id: 'ticket-4711', output: { answer: 'Within 14 days.' } }],
    delete: ['ticket-4712'],
  },
  ok,
  errors,
});

export const editDatasetExample = declare({
  method: 'PATCH',
  path: '/v1/datasets/{id}/examples/{example_identifier}',
  id: 'editDatasetExample',
  access: { scopes: ['datasets:write'], workspace: true },
  tag: 'datasets',
  summary: 'Change an example',
  description:
    'Absent fields stay exactly unchanged. Creates a new version if anything differs. With `seen_version_id`, the edit is refused if another user changed this example since that version.',
  params: DatasetExampleParams,
  body: EditExampleBody,
  bodyBytesMax: BODY_BYTES_MAX,
  bodyExample: {
    output: { answer: 'Within 14 days.' },
    version_description: 'New terms of trade.',
  },
  ok,
  errors,
});

export const deleteDatasetExample = declare({
  method: 'DELETE',
  path: '/v1/datasets/{id}/examples/{example_identifier}',
  id: 'deleteDatasetExample',
  access: { scopes: ['datasets:write'], workspace: true },
  audit: 'dataset_example.delete',
  tag: 'datasets',
  summary: 'Remove an example',
  description:
    'Removes the example from the new version on; earlier versions keep it. When it is restored, it is in its splits again.',
  params: DatasetExampleParams,
  query: DeleteExampleParams,
  ok,
  errors,
});

export const revertDataset = declare({
  method: 'POST',
  path: '/v1/datasets/{id}/revert',
  id: 'revertDataset',
  access: { scopes: ['datasets:write'], workspace: true },
  audit: 'dataset.revert',
  tag: 'datasets',
  summary: 'Make a dataset what it was',
  description:
    'Creates a new version with the content of an earlier one. Splits are not versioned and stay as they are now: a restored example is in the splits it had when it was removed.',
  params: DatasetParams,
  body: RevertBody,
  bodyExample: { version_id: 'RGF0YXNldFZlcnNpb246MQ==' },
  ok,
  errors,
});

export const revertDatasetExample = declare({
  method: 'POST',
  path: '/v1/datasets/{id}/examples/{example_identifier}/revert',
  id: 'revertDatasetExample',
  access: { scopes: ['datasets:write'], workspace: true },
  tag: 'datasets',
  summary: 'Make an example what it was',
  description:
    'A new version in which it has the content of an earlier one; an example that was removed comes back, into the splits it was in.',
  params: DatasetExampleParams,
  body: RevertBody,
  bodyExample: { version_id: 'RGF0YXNldFZlcnNpb246MQ==' },
  ok,
  errors,
});

export const addDatasetExamplesFromSpans = declare({
  method: 'POST',
  path: '/v1/datasets/{id}/examples/from_spans',
  id: 'addDatasetExamplesFromSpans',
  access: { scopes: ['datasets:write', 'traces:read'], workspace: true },
  tag: 'datasets',
  summary: 'Make examples of spans',
  description:
    'Input and output come from the OpenInference attributes: messages of model calls, documents of retrievers, else the input and output value; the metadata are the span’s, with its kind and its annotations (for a root, those of its trace too) by name. Each example knows its span; a span that has one in the newest version is left out. With `dry_run` nothing changes, and the reply shows what would be added.',
  params: DatasetParams,
  body: FromSpansBody,
  bodyExample: {
    project: 'default',
    filter: "span_kind == 'LLM' and status_code == 'ERROR'",
    limit: 100,
    splits: ['errors'],
  },
  ok: {
    status: 200,
    description: 'The added examples, or with `dry_run` a preview of them.',
    schema: FromSpansReply,
  },
  errors: ['not_found', 'conflict', 'storage_full'],
});

export const previewExamplesOfSpans = declare({
  method: 'POST',
  path: '/v1/datasets/examples_of_spans',
  id: 'previewExamplesOfSpans',
  access: { scopes: ['datasets:read', 'traces:read'], workspace: true },
  tag: 'datasets',
  summary: 'Preview examples from spans',
  description:
    'Shows the spans as examples of a dataset, which need not exist yet. Nothing is stored.',
  body: ExamplesOfSpansBody,
  bodyExample: { span_ids: ['00f067aa0ba902b7'] },
  ok: { status: 200, description: 'The first examples.', schema: ExamplesOfSpansReply },
  errors: ['not_found'],
});

export const listDatasetExamplesOfSpan = declare({
  method: 'GET',
  path: '/v1/spans/{span_identifier}/dataset_examples',
  id: 'listDatasetExamplesOfSpan',
  access: { scopes: ['datasets:read'], workspace: true },
  tag: 'datasets',
  summary: 'The examples made of a span',
  description: 'In all datasets, oldest first. By Global ID also when the span itself was deleted.',
  params: SpanParams,
  query: SpanExamplesListParams,
  ok: { status: 200, description: 'A page of examples.', schema: SpanExamplesPage },
  errors: ['not_found'],
});
