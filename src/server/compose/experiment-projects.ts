import {
  deleteExperimentProject,
  hideExperimentProject,
  showExperimentProject,
} from '#server/api/experiments/experiment-projects.service.ts';
import type { CommandRunner } from '#server/threads/query.ts';
import type { ExperimentProjects } from '#server/datasets/purge.ts';

/** The projects of experiments, in the span store. */
export function experimentProjects(commands: CommandRunner): ExperimentProjects {
  return {
    hide: async (name) => void (await commands.run(hideExperimentProject, { name })),
    show: async (name) => void (await commands.run(showExperimentProject, { name })),
    remove: async (name) => void (await commands.run(deleteExperimentProject, { name })),
  };
}
