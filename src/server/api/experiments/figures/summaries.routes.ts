import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/experiments/experiment-figures.routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import type { ExperimentSummary } from '#contracts/experiments/experiment-figures.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { SummaryFigures } from '#core/ports/experiment-figures.ts';
import { requireDataset } from '#server/stores/meta/datasets/require-dataset.queries.ts';
import { BASELINE_TAG } from '#server/stores/meta/experiment-tables.ts';
import { requireExperiment } from '#server/stores/meta/experiments/experiment-ref.queries.ts';
import {
  findTaggedExperiment,
  listExperiments,
  type ExperimentListQuery,
  type ShownExperiment,
} from '#server/stores/meta/experiments/experiment-rows.queries.ts';
import { experimentReply } from '#server/api/kit/experiments/experiment-codec.ts';
import { decodeIdCursor } from '#server/api/kit/reply/page-cursor.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import type { ExperimentFigureDeps } from './figure-deps.ts';

const LIMIT = 20;
/** If an experiment is deleted while its page is built, the page is built again. */
const ATTEMPTS = 3;

/** Figures of experiments. */
export function registerSummaries(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  listRoute(app, deps);
  summaryRoute(app, deps);
}

function listRoute(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  serve(app, routes.listExperimentSummaries, async ({ params, query: { cursor, limit = LIMIT, name_contains: nameContains }, signal }) => {
    const dataset = await requireDataset(deps.meta, params.id);
    const fromId = cursor === undefined ? null : decodeIdCursor(cursor, 'Experiment');
    const list = { datasetId: dataset.id, limit, fromId, ...(nameContains === undefined ? {} : { nameContains }) };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await summaryPage(deps, list, signal);
      } catch (error) {
        if (attempt === ATTEMPTS || !(error instanceof AppError) || error.code !== 'not_found') throw error;
      }
    }
  });
}

async function summaryPage(deps: ExperimentFigureDeps, list: ExperimentListQuery, signal: AbortSignal) {
  const rows = await listExperiments(deps.meta, { ...list, limit: list.limit + 1 });
  const next = rows[list.limit];
  const page = rows.slice(0, list.limit);
  const baseline = await findTaggedExperiment(deps.meta, list.datasetId, BASELINE_TAG);
  const experimentIds = page.map(({ id }) => id);
  const figures =
    page.length === 0 ? [] : await deps.experimentFigures.summaries({ experimentIds, baselineId: baseline?.id ?? null }, signal);
  return {
    data: page.flatMap((row, index) => {
      const summary = figures[index];
      return summary === undefined ? [] : [summaryReply(deps, row, summary, baseline)];
    }),
    next_cursor: next === undefined ? null : encodeGlobalId('Experiment', next.id),
  };
}

function summaryRoute(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  serve(app, routes.getExperimentSummary, async ({ params, signal }) => {
    const row = await requireExperiment(deps.meta, params.experiment_id);
    const baseline = await findTaggedExperiment(deps.meta, row.dataset_id, BASELINE_TAG);
    const asked = { experimentId: row.id, baselineId: baseline?.id ?? null };
    const { summary, splits } = await deps.experimentFigures.summary(asked, signal);
    return { data: { summary: summaryReply(deps, row, summary, baseline), splits } };
  });
}

/** A summary as replies have it. Traces whose tokens and cost are still unknown are then read in the background. */
function summaryReply(
  { runFigures }: ExperimentFigureDeps,
  row: ShownExperiment,
  figures: SummaryFigures,
  baseline: ShownExperiment | null,
): ExperimentSummary {
  if (figures.pending_traces > 0) runFigures.ask(row.id);
  const isBaseline = baseline === null || baseline.id === row.id;
  return { experiment: experimentReply(row), ...figures, baseline_id: isBaseline ? null : encodeGlobalId('Experiment', baseline.id) };
}
