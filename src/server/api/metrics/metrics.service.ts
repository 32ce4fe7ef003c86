import type { AnyQuery } from '../kit/query.ts';
import { readAttributeKeys } from './attribute-values.ts';
import { readFacets } from './facets.service.ts';
import { readGroups } from './groups.service.ts';
import { readHeatmap } from './heatmap.service.ts';
import { readSeries } from './series.service.ts';

export const metricQueries: readonly AnyQuery[] = [readSeries, readFacets, readHeatmap, readGroups, readAttributeKeys];
