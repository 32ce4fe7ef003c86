import type { Static } from 'typebox';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import {
  DEFAULT_PROJECT_NAME,
  type Project,
  type ProjectPage,
  type ProjectSummary,
  type ProjectSummaryPage,
} from '#contracts/projects/project.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import type { ProjectChanges } from '#core/ports/span-rows.ts';
import type { ProjectSummary as SummaryRow } from '#core/ports/figure-reader.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import { findProject } from '../kit/projects/find-project.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import type { AnyCommand, AnyQuery, Command, Query, ReadContext } from '#server/threads/query.ts';
import { projectReply } from '../kit/spans/resource-codec.ts';

interface ListParams {
  readonly limit: number;
  readonly cursor?: string;
  readonly nameContains?: string;
  readonly withExperiments: boolean;
}

async function page({ projects }: ReadContext, params: ListParams) {
  const { rows, next } = await projects.projects({
    limit: params.limit,
    isListed: !params.withExperiments,
    ...(params.cursor === undefined
      ? {}
      : { beforeOrAtId: decodeIdCursor(params.cursor, 'Project') }),
    ...(params.nameContains === undefined || params.nameContains === ''
      ? {}
      : { nameContains: params.nameContains }),
  });
  return { rows, next_cursor: next === null ? null : encodeGlobalId('Project', next.id) };
}

export const listProjects: Query<ListParams, Static<typeof ProjectPage>> = {
  name: 'projects.list',
  run: async (context, params) => {
    const { rows, next_cursor } = await page(context, params);
    return { data: rows.map(projectReply), next_cursor };
  },
};

export const getProject: Query<{ readonly project: string }, Project> = {
  name: 'projects.get',
  run: async ({ projects }, { project }) => projectReply(await findProject(projects, project)),
};

export const summarizeProjects: Query<
  ListParams & { readonly window: Required<TimeWindow>; readonly buckets: number },
  Static<typeof ProjectSummaryPage>
> = {
  name: 'projects.summaries',
  run: async (context, params) => {
    const { rows, next_cursor } = await page(context, params);
    const summaries = await context.figures.summaries(
      rows.map(({ id }) => id),
      params.window,
      params.buckets,
    );
    return { data: summaries.map(summaryReply), next_cursor };
  },
};

function summaryReply({
  project,
  totals,
  failedTraces,
  lastSpanUnixNano,
  sparkline,
}: SummaryRow): ProjectSummary {
  const models = Object.values(totals.tokensByModel);
  return {
    project: projectReply(project),
    span_count: totals.spans,
    trace_count: totals.traces,
    error_count: totals.errors,
    error_trace_count: failedTraces,
    latency_p50_ms: totals.latencyP50Ms,
    latency_p99_ms: totals.latencyP99Ms,
    token_count_prompt: models.reduce((sum, { prompt }) => sum + prompt, 0),
    token_count_completion: models.reduce((sum, { completion }) => sum + completion, 0),
    cost_usd: models.reduce((sum, { costUsd }) => sum + costUsd, 0),
    last_span_time: lastSpanUnixNano === null ? null : isoFromUnixNano(lastSpanUnixNano),
    sparkline: sparkline.map(({ spans, errors }) => ({ spans, errors })),
  };
}

export const createProject: Command<
  { readonly name: string; readonly description: string | null },
  Project
> = {
  name: 'projects.create',
  run: async ({ projectWriter }, { name, description }) => {
    if (name.trim() === '') throw new AppError('unprocessable', 'body.name must not be blank.');
    return projectReply(await projectWriter.createProject(name, description));
  },
};

export const updateProject: Command<
  { readonly project: string; readonly description: string | null },
  Project
> = {
  name: 'projects.update',
  run: async ({ projects, projectWriter }, { project, description }) => {
    const found = await findProject(projects, project);
    if (description === null) return projectReply(found);
    const updated = await projectWriter.updateProject(found.id, { description });
    if (updated === null) throw new AppError('not_found', `Project '${project}' not found`);
    return projectReply(updated);
  },
};

/**
 * Renames or describes; what is absent stays. The project that takes spans without a project keeps
 * its name.
 */
export const changeProject: Command<{ readonly project: string } & ProjectChanges, Project> = {
  name: 'projects.change',
  run: async ({ projects, projectWriter }, { project, name, description }) => {
    const found = await findProject(projects, project);
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    };
    if (changes.name?.trim() === '')
      throw new AppError('unprocessable', 'body.name must not be blank.');
    if (
      found.name === DEFAULT_PROJECT_NAME &&
      changes.name !== undefined &&
      changes.name !== found.name
    )
      throw new AppError(
        'forbidden',
        'The default project cannot be renamed: spans that name no project need it.',
      );
    const changed = await projectWriter.updateProject(found.id, changes);
    if (changed === null) throw new AppError('not_found', `Project '${project}' not found`);
    return projectReply(changed);
  },
};

export const deleteProject: Command<{ readonly project: string }, null> = {
  name: 'projects.delete',
  run: async ({ projects, eraser }, { project }) => {
    const found = await findProject(projects, project);
    if (found.name === DEFAULT_PROJECT_NAME)
      throw new AppError('forbidden', 'The default project cannot be deleted');
    await eraser.deleteProject(found.id);
    return null;
  },
};

/** How many traces `clearProject` would delete. */
export const countDoomed: Query<
  { readonly project: string; readonly window: Required<TimeWindow> },
  number
> = {
  name: 'projects.countDoomed',
  run: async ({ projects }, { project, window }) =>
    projects.countTraces((await findProject(projects, project)).id, window),
};

/** Deletes the traces of a time window; says how many. */
export const clearProject: Command<
  { readonly project: string; readonly window: Required<TimeWindow> },
  number
> = {
  name: 'projects.clear',
  run: async ({ projects, eraser }, { project, window }) => {
    const found = await findProject(projects, project);
    return eraser.deleteTracesIn(found.id, window);
  },
};

export const projectQueries: readonly AnyQuery[] = [
  listProjects,
  getProject,
  summarizeProjects,
  countDoomed,
];
export const projectCommands: readonly AnyCommand[] = [
  createProject,
  updateProject,
  changeProject,
  deleteProject,
  clearProject,
];
