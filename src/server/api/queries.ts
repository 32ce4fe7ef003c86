import { annotationFigureQueries } from './annotations/figures/annotation-figures.service.ts';
import { annotationListQueries } from './annotations/lists/annotation-lists.service.ts';
import { annotationRecordQueries } from './annotations/records/annotation-records.service.ts';
import { waitingQueries } from './annotations/records/waiting.service.ts';
import { annotationQueries } from './annotations/annotate.service.ts';
import { datasetExportQueries } from './datasets/dataset-exports.service.ts';
import { exampleSearchQueries } from './datasets/example-search.service.ts';
import { datasetSpanQueries } from './datasets/from-spans/span-examples.service.ts';
import { experimentExportQueries } from './experiments/experiment-exports.service.ts';
import { evaluationQueries } from './evaluations/evaluation-stream.service.ts';
import { experimentFigureQueries } from './experiments/figures/run-traces.service.ts';
import { getProjectNumber } from './kit/projects/project-number.ts';
import type { AnyQuery } from '../threads/query.ts';
import { getSpanNumbers } from './kit/spans/span-numbers.ts';
import { lookupQueries } from './search/lookup.service.ts';
import { spanSearchQueries } from './search/span-search.service.ts';
import { metricQueries } from './metrics/metrics.service.ts';
import { modelPriceQueries } from './prices/model-prices.service.ts';
import { projectQueries } from './projects/projects.service.ts';
import { retentionQueries } from './projects/retention/retention-preview.service.ts';
import { serverQueries } from './server/server-info.service.ts';
import { sessionQueries } from './sessions/sessions.service.ts';
import { spanFrameQueries } from './spans/frames/arrow-frame.service.ts';
import { spanQueries } from './spans/spans.service.ts';
import { traceQueries } from './traces/traces.service.ts';

/** Every query of the interface, for the reader threads to look up by name. */
export const QUERIES: readonly AnyQuery[] = [
  getProjectNumber,
  getSpanNumbers,
  ...datasetExportQueries,
  ...exampleSearchQueries,
  ...experimentExportQueries,
  ...projectQueries,
  ...traceQueries,
  ...spanQueries,
  ...spanFrameQueries,
  ...sessionQueries,
  ...metricQueries,
  ...lookupQueries,
  ...spanSearchQueries,
  ...retentionQueries,
  ...datasetSpanQueries,
  ...evaluationQueries,
  ...experimentFigureQueries,
  ...serverQueries,
  ...modelPriceQueries,
  ...annotationQueries,
  ...annotationListQueries,
  ...annotationRecordQueries,
  ...waitingQueries,
  ...annotationFigureQueries,
];
