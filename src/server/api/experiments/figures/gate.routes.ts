import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/experiments/experiment-figures.routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { decodeGlobalId } from '#contracts/wire/ids.ts';
import { gateJunit, gateMarkdown } from '#core/experiments/gate-report.ts';
import { needsBaseline, parseGateRule, type GateRule } from '#core/experiments/gate-rule.ts';
import { BASELINE_TAG } from '#server/stores/meta/experiment-tables.ts';
import { requireExperiment } from '#server/stores/meta/experiments/experiment-ref.queries.ts';
import { findTaggedExperiment, type ShownExperiment } from '#server/stores/meta/experiments/experiment-rows.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { experimentReply } from '#server/api/kit/experiments/experiment-codec.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import type { ExperimentFigureDeps } from './figure-deps.ts';

/** Whether an experiment is good enough, for a pipeline to ask. */
export function registerGate(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  serve(app, routes.gateExperiment, async ({ params, body, signal }) => {
    const rules = body.fail_if.map(parseGateRule);
    const experiment = await requireExperiment(deps.meta, params.experiment_id);
    deps.runFigures.ask(experiment.id);
    const baseline = await findBaseline(deps.meta, experiment, rules, body.baseline ?? null);
    const asked = {
      experimentId: experiment.id,
      baselineId: baseline?.id ?? null,
      rules,
      requireSignificance: body.require_significance ?? false,
    };
    const results = await deps.experimentFigures.gate(asked, signal);
    const passed = results.every((result) => result.passed);
    const report = { passed, experimentName: experiment.name, baselineName: baseline?.name ?? null, rules: results };
    return {
      data: {
        passed,
        experiment: experimentReply(experiment),
        baseline: baseline === null ? null : experimentReply(baseline),
        rules: results,
        markdown: gateMarkdown(report),
        junit: gateJunit(report),
      },
    };
  });
}

/** The experiment that rules compare with, by tag or Global ID; null where none does. 404 for one that is not of this dataset. */
async function findBaseline(
  db: MetaDb,
  experiment: ShownExperiment,
  rules: readonly GateRule[],
  named: string | null,
): Promise<ShownExperiment | null> {
  const isNeeded = rules.some(needsBaseline);
  if (named === null && !isNeeded) return null;
  const tag = named ?? BASELINE_TAG;
  if (decodeGlobalId(tag) !== null) {
    const found = await requireExperiment(db, tag);
    if (found.dataset_id === experiment.dataset_id) return isNeeded ? found : null;
    throw new AppError('unprocessable', `body.baseline '${tag.slice(0, 80)}' is of another dataset; name an experiment of the same one.`);
  }
  const found = await findTaggedExperiment(db, experiment.dataset_id, tag);
  if (found !== null) return isNeeded ? found : null;
  throw new AppError(
    'not_found',
    `No experiment of this dataset is tagged '${tag.slice(0, 80)}'. Tag one with POST /v1/experiments/{experiment_id}/tags, or pass the Global ID of an experiment as baseline.`,
  );
}
