import { defaultStringifySearch } from '@tanstack/react-router';
import { datasetKey, exampleKey } from './address-ids.ts';

/** Addresses of the page's own screens. */
export const projectsPath = '/projects';

/** Characters that a path can't represent; a project with one uses its Global ID. */
export function projectKey(project: { readonly id: string; readonly name: string }): string {
  return /[/?#%\\]/.test(project.name) || project.name === '.' || project.name === '..'
    ? project.id
    : project.name;
}

/** The prefix of all of a project's addresses. */
export function projectPath(project: string): string {
  return `/projects/${encodeURIComponent(project)}`;
}

export function tracesPath(project: string): string {
  return `${projectPath(project)}/traces`;
}

export function sessionsPath(project: string): string {
  return `${projectPath(project)}/sessions`;
}

/** A trace or one of its spans; `mark` is a search whose words are marked in it. */
export function tracePath(
  project: string,
  traceId: string,
  spanId?: string,
  mark?: string,
): string {
  const path = `${tracesPath(project)}/${encodeURIComponent(traceId)}`;
  return path + defaultStringifySearch({ span: spanId, mark });
}

/** A session, by the id its sender gave it. */
export function sessionPath(project: string, session: string): string {
  return `${sessionsPath(project)}/${encodeURIComponent(session)}`;
}

/** Figures over time. */
export function metricsPath(project: string): string {
  return `/projects/${encodeURIComponent(project)}/metrics`;
}

/** A project's annotations. */
export function scoresPath(project: string): string {
  return `${projectPath(project)}/scores`;
}

export const settingsPath = '/settings';
/** An API key's usage. */
export function keyUsagePath(key: string): string {
  return `/settings/keys/${encodeURIComponent(key)}`;
}
/** Two traces side by side. */
export function comparePath(project: string, a: string, b: string): string {
  return `${projectPath(project)}/compare?a=${encodeURIComponent(a)}&b=${encodeURIComponent(b)}`;
}

export const datasetsPath = '/datasets';

/** The prefix of a dataset's addresses, from its Global ID: `/datasets/42`. */
export function datasetPath(dataset: string): string {
  return `${datasetsPath}/${encodeURIComponent(datasetKey(dataset))}`;
}

/**
 * The examples of a dataset, from its Global ID; `example` is the Global ID of the one that is
 * open.
 */
export function examplesPath(dataset: string, example?: string): string {
  const path = `${datasetPath(dataset)}/examples`;
  return example === undefined
    ? path
    : `${path}?example=${encodeURIComponent(exampleKey(example))}`;
}

export function versionsPath(dataset: string): string {
  return `${datasetPath(dataset)}/versions`;
}

export function codePath(dataset: string): string {
  return `${datasetPath(dataset)}/code`;
}

/** Experiments of all datasets. */
export const experimentsPath = '/experiments';

/** The experiments of a dataset, from its Global ID. */
export function datasetExperimentsPath(dataset: string): string {
  return `${datasetPath(dataset)}/experiments`;
}

/**
 * 1 to 4 experiments of a dataset, from its Global ID, side by side by their numbers in it; the
 * others are compared with the first.
 */
export function experimentComparisonPath(dataset: string, numbers: readonly number[]): string {
  return `${datasetPath(dataset)}/compare?experiments=${numbers.join(',')}`;
}
