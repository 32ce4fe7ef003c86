import { Type } from 'typebox';
import { DatasetParams } from '../datasets/dataset.ts';
import { declare } from '../wire/declare.ts';
import { ExportedExperimentRuns } from './experiment-export.ts';
import {
  CreateExperimentBody,
  DeleteExperimentParams,
  DeleteExperimentsBody,
  ExperimentListParams,
  ExperimentPage,
  ExperimentParams,
  ExperimentReply,
  ExperimentTagParams,
  ExperimentTagReply,
  ExperimentTagsReply,
  SetExperimentTagBody,
  UpdateExperimentBody,
} from './experiment.ts';

const DELETED =
  'Deletes the experiment permanently, with its runs, evaluations and tags. The experiment is hidden at once; its rows are removed in the background.';

export const listExperiments = declare({
  method: 'GET',
  path: '/v1/datasets/{id}/experiments',
  id: 'listExperiments',
  access: { scopes: ['experiments:read'], workspace: true },
  tag: 'experiments',
  summary: 'List the experiments of a dataset',
  description: 'Newest first. A dataset that does not exist has none.',
  params: DatasetParams,
  query: ExperimentListParams,
  ok: { status: 200, description: 'A page of experiments.', schema: ExperimentPage },
  errors: ['not_found'],
});

export const getExperiment = declare({
  method: 'GET',
  path: '/v1/experiments/{experiment_id}',
  id: 'getExperiment',
  access: { scopes: ['experiments:read'], workspace: true },
  tag: 'experiments',
  summary: 'Read an experiment',
  description:
    'With counts of its runs. Runs of examples or repetitions that it was not created for count too; `missing_run_count` is never below 0.',
  params: ExperimentParams,
  ok: { status: 200, description: 'The experiment.', schema: ExperimentReply },
  errors: ['not_found'],
});

export const createExperiment = declare({
  method: 'POST',
  path: '/v1/datasets/{id}/experiments',
  id: 'createExperiment',
  access: { scopes: ['experiments:write'], workspace: true },
  audit: 'experiment.create',
  tag: 'experiments',
  summary: 'Create an experiment',
  description:
    'On one version of the dataset. Its examples are fixed now: all of the version, or those in one of `splits`. Send the traces of its runs to the project `project_name` of the reply.',
  params: DatasetParams,
  body: CreateExperimentBody,
  bodyExample: {
    name: 'shorter prompt',
    metadata: { model: 'gpt-4o' },
    repetitions: 3,
    splits: ['test'],
  },
  ok: { status: 200, description: 'The experiment.', schema: ExperimentReply },
  errors: ['not_found'],
});

export const updateExperiment = declare({
  method: 'PATCH',
  path: '/v1/experiments/{experiment_id}',
  id: 'updateExperiment',
  access: { scopes: ['experiments:write'], workspace: true },
  audit: 'experiment.update',
  tag: 'experiments',
  summary: 'Update an experiment',
  description: 'Absent fields stay unchanged; at least one is needed.',
  params: ExperimentParams,
  body: UpdateExperimentBody,
  bodyExample: { name: 'shorter prompt, second try' },
  ok: { status: 200, description: 'The experiment.', schema: ExperimentReply },
  errors: ['not_found'],
});

export const deleteExperiment = declare({
  method: 'DELETE',
  path: '/v1/experiments/{experiment_id}',
  id: 'deleteExperiment',
  access: { scopes: ['experiments:write'], workspace: true },
  audit: 'experiment.delete',
  tag: 'experiments',
  summary: 'Delete an experiment',
  description: `${DELETED} Its project stays, unless \`delete_project\` is true.`,
  params: ExperimentParams,
  query: DeleteExperimentParams,
  ok: { status: 204, description: 'Deleted.' },
  errors: ['not_found'],
});

export const deleteExperiments = declare({
  method: 'POST',
  path: '/v1/experiments/delete',
  id: 'deleteExperiments',
  access: { scopes: ['experiments:write'], workspace: true },
  audit: 'experiment.delete',
  tag: 'experiments',
  summary: 'Delete experiments',
  description: `${DELETED} Experiments that do not exist are skipped. Their projects stay, unless \`delete_projects\` is true.`,
  body: DeleteExperimentsBody,
  bodyExample: { experiment_ids: ['RXhwZXJpbWVudDox'] },
  ok: { status: 204, description: 'Deleted.' },
  errors: [],
});

export const listExperimentTags = declare({
  method: 'GET',
  path: '/v1/experiments/{experiment_id}/tags',
  id: 'listExperimentTags',
  access: { scopes: ['experiments:read'], workspace: true },
  tag: 'experiments',
  summary: 'List the tags of an experiment',
  description: 'All of them, by name.',
  params: ExperimentParams,
  ok: { status: 200, description: 'The tags.', schema: ExperimentTagsReply },
  errors: ['not_found'],
});

export const setExperimentTag = declare({
  method: 'POST',
  path: '/v1/experiments/{experiment_id}/tags',
  id: 'setExperimentTag',
  access: { scopes: ['experiments:write'], workspace: true },
  audit: 'experiment_tag.set',
  tag: 'experiments',
  summary: 'Tag an experiment',
  description:
    'A tag of this name moves here from any other experiment of the dataset, and its description is replaced. `baseline` marks the experiment that others are compared with.',
  params: ExperimentParams,
  body: SetExperimentTagBody,
  bodyExample: { name: 'baseline' },
  ok: { status: 200, description: 'The tag.', schema: ExperimentTagReply },
  errors: ['not_found'],
});

export const deleteExperimentTag = declare({
  method: 'DELETE',
  path: '/v1/experiments/{experiment_id}/tags/{tag_identifier}',
  id: 'deleteExperimentTag',
  access: { scopes: ['experiments:write'], workspace: true },
  audit: 'experiment_tag.delete',
  tag: 'experiments',
  summary: 'Remove a tag from an experiment',
  description:
    'By name or Global ID. A no-op if the experiment doesn’t have the tag, even if another one does.',
  params: ExperimentTagParams,
  ok: { status: 204, description: 'The experiment is without it.' },
  errors: ['not_found'],
});

const CSV = 'text/csv; charset=utf-8';

export const exportExperimentJson = declare({
  method: 'GET',
  path: '/v1/experiments/{experiment_id}/json',
  id: 'exportExperimentJson',
  access: { scopes: ['experiments:read'], workspace: true },
  audit: 'experiment.export',
  tag: 'experiments',
  summary: 'Export an experiment as JSON',
  description:
    'All runs with their evaluations, by example and repetition. 404 for an experiment without runs.',
  params: ExperimentParams,
  ok: { status: 200, description: 'The runs.', schema: ExportedExperimentRuns },
  errors: ['not_found'],
});

export const exportExperimentCsv = declare({
  method: 'GET',
  path: '/v1/experiments/{experiment_id}/csv',
  id: 'exportExperimentCsv',
  access: { scopes: ['experiments:read'], workspace: true },
  audit: 'experiment.export',
  tag: 'experiments',
  summary: 'Export an experiment as CSV',
  description:
    'One row for each run, by example and repetition, with columns `annotation_<name>_…` for each evaluation. Text outputs are unchanged, others are JSON. 404 for an experiment without runs.',
  params: ExperimentParams,
  ok: { status: 200, description: 'CSV.', schema: Type.String(), contentType: CSV },
  errors: ['not_found'],
});
