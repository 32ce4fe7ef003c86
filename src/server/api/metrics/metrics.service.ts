import type { AnyQuery } from '#server/threads/query.ts';
import { readAttributeKeys } from './attribute-values.ts';
import { countBreakdown, readBreakdown } from './breakdown.service.ts';
import { readDeployments } from './deployments.service.ts';
import { countFacets, readFacets } from './facets.service.ts';
import { countGroups, readGroups } from './groups.service.ts';
import { readDistributions } from './distributions.service.ts';
import { completeIds } from './id-completion.service.ts';
import { countHeatmap, readHeatmap } from './heatmap.service.ts';
import { countSeries, readSeries } from './series.service.ts';

export const metricQueries: readonly AnyQuery[] = [
  readSeries,
  countSeries,
  readFacets,
  countFacets,
  readHeatmap,
  countHeatmap,
  readBreakdown,
  countBreakdown,
  readGroups,
  countGroups,
  readAttributeKeys,
  readDeployments,
  completeIds,
  readDistributions,
];
