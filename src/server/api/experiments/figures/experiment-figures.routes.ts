import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/experiments/experiment-figures.routes.ts';
import type {
  ExperimentEvent,
  ExperimentSummary,
} from '#contracts/experiments/experiment-figures.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { decodeGlobalId, encodeGlobalId } from '#contracts/wire/ids.ts';
import { gateJunit, gateMarkdown } from '#core/experiments/gate-report.ts';
import { needsBaseline, parseGateRule, type GateRule } from '#core/experiments/gate-rule.ts';
import type { SummaryFigures } from '#core/ports/experiment-figures.ts';
import { requireDataset } from '#server/stores/meta/datasets/require-dataset.queries.ts';
import { BASELINE_TAG } from '#server/stores/meta/experiment-tables.ts';
import { requireExperiment } from '#server/stores/meta/experiments/experiment-ref.queries.ts';
import {
  findTaggedExperiment,
  type ShownExperiment,
  listExperiments,
  type ExperimentListQuery,
} from '#server/stores/meta/experiments/experiment-rows.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { followedStreams } from '../../kit/reply/followed-streams.ts';
import { serve } from '../../kit/route/serve.ts';
import { experimentReply } from '../../kit/experiments/experiment-codec.ts';
import { decodeIdCursor } from '../../kit/reply/page-cursor.ts';
import { registerComparison } from './comparison.routes.ts';
import type { ExperimentFigureDeps } from './figure-deps.ts';
import { ExperimentEvents } from './experiment-events.ts';

const HEARTBEAT_MS = 15_000;
/**
 * Experiments whose last event waits for a slow reader; with more the stream ends, and its reader
 * comes back and reads anew.
 */
const WAITING_MAX = 1_000;
const LIMIT = 20;
/** If an experiment is deleted while its page is built, the page is built again. */
const ATTEMPTS = 3;

/** Figures of experiment runs: summaries, comparisons, gates; and progress events. */
export function registerExperimentFigures(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  registerSummaries(app, deps);
  registerComparison(app, deps);
  registerGate(app, deps);
  registerExperimentEvents(app, deps);
}

/** Following the experiments of a dataset, without polling. */
function registerExperimentEvents(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  const { authenticator, meta, experimentFeed, limits } = deps;
  const events = new ExperimentEvents(meta, experimentFeed);
  const keep = followedStreams(app, { authenticator, limits });
  serve(app, routes.followExperiments, async ({ params, reply }) => {
    const dataset = await requireDataset(meta, params.id);
    return keep(reply, () => new EventStream(events, dataset.id));
  });
}

/**
 * A page's subscription to the experiments of a dataset, as server-sent events. A slow reader gets
 * only the last event of each experiment.
 */
class EventStream {
  readonly body = new PassThrough({ highWaterMark: 65_536 });
  readonly #unfollow: () => void;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #waiting = new Map<string, ExperimentEvent>();

  constructor(events: ExperimentEvents, datasetId: number) {
    this.body.write('retry: 2000\nevent: ready\ndata: {}\n\n');
    this.#unfollow = events.follow(datasetId, (event) => this.#take(event));
    this.#heartbeat = setInterval(() => {
      if (!this.body.writableEnded && !this.body.writableNeedDrain)
        this.body.write(': heartbeat\n\n');
    }, HEARTBEAT_MS);
    this.body.on('drain', () => this.#flush());
    this.body.once('close', () => this.stop());
  }

  stop(): void {
    this.#unfollow();
    clearInterval(this.#heartbeat);
    this.#waiting.clear();
    if (!this.body.writableEnded) this.body.end();
  }

  #take(event: ExperimentEvent): void {
    this.#waiting.set(event.experiment_id, event);
    if (this.#waiting.size > WAITING_MAX) this.stop();
    else this.#flush();
  }

  #flush(): void {
    for (const [id, event] of this.#waiting) {
      if (this.body.writableEnded || this.body.writableNeedDrain) return;
      this.#waiting.delete(id);
      this.body.write(`event: change\ndata: ${JSON.stringify(event)}\n\n`);
    }
  }
}

/** Whether an experiment is good enough, for a pipeline to ask. */
function registerGate(app: FastifyInstance, deps: ExperimentFigureDeps): void {
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
    const report = {
      passed,
      experimentName: experiment.name,
      baselineName: baseline?.name ?? null,
      rules: results,
    };
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

/**
 * The experiment that rules compare with, by tag or Global ID; null where none does. 404 for one
 * that is not of this dataset.
 */
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
    throw new AppError(
      'unprocessable',
      `body.baseline '${tag.slice(0, 80)}' is of another dataset; name an experiment of the same one.`,
    );
  }
  const found = await findTaggedExperiment(db, experiment.dataset_id, tag);
  if (found !== null) return isNeeded ? found : null;
  throw new AppError(
    'not_found',
    `No experiment of this dataset is tagged '${tag.slice(0, 80)}'. Tag one with POST /v1/experiments/{experiment_id}/tags, or pass the Global ID of an experiment as baseline.`,
  );
}

/** Figures of experiments. */
function registerSummaries(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  listRoute(app, deps);
  summaryRoute(app, deps);
}

function listRoute(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  serve(
    app,
    routes.listExperimentSummaries,
    async ({ params, query: { cursor, limit = LIMIT, name_contains: nameContains }, signal }) => {
      const dataset = await requireDataset(deps.meta, params.id);
      const fromId = cursor === undefined ? null : decodeIdCursor(cursor, 'Experiment');
      const list = {
        datasetId: dataset.id,
        limit,
        fromId,
        ...(nameContains === undefined ? {} : { nameContains }),
      };
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await summaryPage(deps, list, signal);
        } catch (error) {
          if (attempt === ATTEMPTS || !(error instanceof AppError) || error.code !== 'not_found')
            throw error;
        }
      }
    },
  );
}

async function summaryPage(
  deps: ExperimentFigureDeps,
  list: ExperimentListQuery,
  signal: AbortSignal,
) {
  const rows = await listExperiments(deps.meta, { ...list, limit: list.limit + 1 });
  const next = rows[list.limit];
  const page = rows.slice(0, list.limit);
  const baseline = await findTaggedExperiment(deps.meta, list.datasetId, BASELINE_TAG);
  const experimentIds = page.map(({ id }) => id);
  const figures =
    page.length === 0
      ? []
      : await deps.experimentFigures.summaries(
          { experimentIds, baselineId: baseline?.id ?? null },
          signal,
        );
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

/**
 * A summary as replies have it. Traces whose tokens and cost are still unknown are then read in the
 * background.
 */
function summaryReply(
  { runFigures }: ExperimentFigureDeps,
  row: ShownExperiment,
  figures: SummaryFigures,
  baseline: ShownExperiment | null,
): ExperimentSummary {
  if (figures.pending_traces > 0) runFigures.ask(row.id);
  const isBaseline = baseline === null || baseline.id === row.id;
  return {
    experiment: experimentReply(row),
    ...figures,
    baseline_id: isBaseline ? null : encodeGlobalId('Experiment', baseline.id),
  };
}
