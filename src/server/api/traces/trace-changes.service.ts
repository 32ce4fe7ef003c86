import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import { assertAllFound } from '../kit/spans/all-found.ts';
import { findProject } from '../kit/projects/find-project.ts';
import type { Command } from '#server/threads/query.ts';
import { traceRef } from '../kit/request/references.ts';
import { traceNotFound } from './trace-rows.service.ts';

export const deleteTrace: Command<{ readonly trace: string }, null> = {
  name: 'traces.delete',
  run: async ({ spans, eraser }, { trace }) => {
    const found = await spans.findTraces([traceRef(trace)]);
    if (found.length === 0) throw traceNotFound(trace);
    await eraser.deleteTraces(found.map(({ id }) => id));
    return null;
  },
};

/**
 * Deletes traces with their spans; ids that name none are skipped, but for callers who are limited
 * to projects.
 */
export const deleteTraces: Command<{ readonly traces: readonly string[] }, null> = {
  name: 'traces.deleteMany',
  run: async ({ spans, eraser, limitedTo }, { traces }) => {
    const numbers = new Map<string, number>();
    for (const trace of new Set(traces)) {
      const [found] = await spans.findTraces([traceRef(trace)]);
      if (found !== undefined) numbers.set(trace, found.id);
    }
    assertAllFound({ limitedTo }, 'Traces', traces, (trace) => numbers.has(trace));
    await eraser.deleteTraces([...new Set(numbers.values())]);
    return null;
  },
};

export const deleteTracesIn: Command<
  { readonly project: string; readonly window: Required<TimeWindow> },
  null
> = {
  name: 'traces.deleteIn',
  run: async ({ projects, eraser }, { project, window }) => {
    const found = await findProject(projects, project);
    await eraser.deleteTracesIn(found.id, window);
    return null;
  },
};

/** Moves whole traces to another project: all or none, and all from one project. */
export const transferTraces: Command<
  { readonly traces: readonly string[]; readonly destination: string },
  { readonly transferred_trace_count: number; readonly destination_project_id: string }
> = {
  name: 'traces.transfer',
  run: async ({ spans, projects, projectWriter }, { traces, destination }) => {
    const target = await findProject(projects, destination);
    const numbers = new Set<number>();
    const sources = new Set<number>();
    for (const trace of new Set(traces)) {
      const [found] = await spans.findTraces([traceRef(trace)]);
      if (found === undefined) throw traceNotFound(trace);
      numbers.add(found.id);
      sources.add(found.projectId);
    }
    if (sources.size > 1)
      throw new AppError(
        'unprocessable',
        'All traces must be of one project; transfer those of each project by themselves.',
      );
    const moved = await projectWriter.transferTraces([...numbers], target.id);
    if (moved === null) throw new AppError('not_found', `Project '${destination}' not found`);
    return {
      transferred_trace_count: numbers.size,
      destination_project_id: encodeGlobalId('Project', target.id),
    };
  },
};
