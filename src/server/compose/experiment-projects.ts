import { AppError } from '#contracts/errors.ts';
import type { CommandRunner } from '#server/api/kit/query.ts';
import { deleteProject } from '#server/api/projects/projects.service.ts';
import type { ExperimentProjects } from '#server/datasets/purge-experiment.ts';

/** The projects of experiments, in the span store. */
export function experimentProjects(commands: CommandRunner): ExperimentProjects {
  return {
    remove: async (name) => {
      try {
        await commands.run(deleteProject, { project: name });
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      }
    },
  };
}
