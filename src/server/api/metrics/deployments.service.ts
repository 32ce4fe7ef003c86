import type { DeploymentItem } from '#contracts/metrics/deployment.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import { resolvedWindow, type ChartWindow } from '../kit/request/chart-window.ts';
import { findProject } from '../kit/projects/find-project.ts';
import type { Query } from '#server/threads/query.ts';

/** Where new versions of a project's services appeared. */
export const readDeployments: Query<
  { readonly project: string; readonly chart: ChartWindow },
  { data: DeploymentItem[] }
> = {
  name: 'metrics.deployments',
  run: async ({ projects, figures }, { project, chart }) => {
    const found = await findProject(projects, project);
    const window = await resolvedWindow(projects, found.id, chart);
    const deployments = await figures.deployments(found.id, window);
    return {
      data: deployments.map(({ service, version, environment, timeUnixNano, replaced }) => ({
        service,
        version,
        environment,
        time: isoFromUnixNano(timeUnixNano),
        replaced: [...replaced],
      })),
    };
  },
};
