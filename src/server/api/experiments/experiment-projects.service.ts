import type { AnyCommand, Command } from '#server/threads/query.ts';

/** Makes a project one of an experiment: lists leave it out. Creates it where there is none. */
export const hideExperimentProject: Command<{ readonly name: string }, null> = {
  name: 'experiments.hideProject',
  run: async ({ projects, projectWriter }, { name }) => {
    const found = await projects.findProject({ name });
    if (found !== null) await projectWriter.updateProject(found.id, { purpose: 'experiment' });
    else await projectWriter.createProject(name, null, 'experiment');
    return null;
  },
};

/** Makes a project of an experiment one like all others; nothing happens when there is none. */
export const showExperimentProject: Command<{ readonly name: string }, null> = {
  name: 'experiments.showProject',
  run: async ({ projects, projectWriter }, { name }) => {
    const found = await projects.findProject({ name });
    if (found !== null) await projectWriter.updateProject(found.id, { purpose: null });
    return null;
  },
};

/** Deletes a project of an experiment with its traces; nothing happens when there is none. */
export const deleteExperimentProject: Command<{ readonly name: string }, null> = {
  name: 'experiments.deleteProject',
  run: async ({ projects, eraser }, { name }) => {
    const found = await projects.findProject({ name });
    if (found !== null) await eraser.deleteProject(found.id);
    return null;
  },
};

export const experimentCommands: readonly AnyCommand[] = [
  hideExperimentProject,
  showExperimentProject,
  deleteExperimentProject,
];
