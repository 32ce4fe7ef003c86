import { annotationFigureQueries } from './annotation-figures/annotation-figures.service.ts';
import { annotationListCommands, annotationListQueries } from './annotation-lists/annotation-lists.service.ts';
import { annotationRecordCommands, annotationRecordQueries } from './annotation-records/annotation-records.service.ts';
import { waitingCommands, waitingQueries } from './annotation-records/waiting.service.ts';
import { annotationCommands, annotationQueries } from './annotations/annotate.service.ts';
import { datasetExportQueries } from './datasets/dataset-exports.service.ts';
import { exampleSearchQueries } from './datasets/example-search.service.ts';
import { datasetSpanQueries } from './dataset-spans/span-examples.service.ts';
import { experimentExportQueries } from './experiments/experiment-exports.service.ts';
import { experimentCommands } from './experiments/experiment-projects.service.ts';
import { evaluationQueries } from './evaluations/evaluation-stream.service.ts';
import { evaluationCommands } from './evaluations/store-evaluations.service.ts';
import { experimentFigureQueries } from './experiment-figures/run-traces.service.ts';
import { getProjectNumber } from './kit/project-number.ts';
import type { AnyCommand, AnyQuery } from './kit/query.ts';
import { getSpanNumbers } from './kit/span-numbers.ts';
import { lookupQueries } from './lookup/lookup.service.ts';
import { metricQueries } from './metrics/metrics.service.ts';
import { modelPriceQueries } from './model-prices/model-prices.service.ts';
import { replaceOwnPrices } from './model-prices/own-price-book.ts';
import { projectCommands, projectQueries } from './projects/projects.service.ts';
import { retentionQueries } from './retention/retention-preview.service.ts';
import { serverQueries } from './server-info/server-info.service.ts';
import { sessionCommands, sessionQueries } from './sessions/sessions.service.ts';
import { spanFrameQueries } from './span-frames/arrow-frame.service.ts';
import { spanCommands, spanQueries } from './spans/spans.service.ts';
import { traceCommands, traceQueries } from './traces/traces.service.ts';

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

/** Every command of the interface, for the writer thread to look up by name. */
export const COMMANDS: readonly AnyCommand[] = [
  ...projectCommands,
  ...experimentCommands,
  ...traceCommands,
  ...spanCommands,
  ...sessionCommands,
  ...annotationCommands,
  ...annotationListCommands,
  ...annotationRecordCommands,
  ...evaluationCommands,
  ...waitingCommands,
  replaceOwnPrices,
];
