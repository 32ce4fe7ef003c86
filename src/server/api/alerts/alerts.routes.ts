import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/alerts/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { listRules, updateRule } from '#server/stores/meta/alerts/alerts.queries.ts';
import { insertJob } from '#server/stores/meta/jobs.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { serve } from '../kit/route/serve.ts';
import { registerAlertChannels, type AlertChannelDeps } from './alert-channels.routes.ts';
import { alertPage, ruleItem, ruleItems } from './alerts.service.ts';

export interface AlertDeps extends AlertChannelDeps {
  /** Looks at the jobs now: one was added. */
  readonly wakeJobs: () => void;
}

/** Alerts on API keys: findings, rules, and notification channels. */
export function registerAlerts(app: FastifyInstance, deps: AlertDeps): void {
  readRoutes(app, deps.meta);
  changeRoute(app, deps);
  registerAlertChannels(app, deps);
}

function readRoutes(app: FastifyInstance, meta: MetaDb): void {
  serve(app, routes.listAlerts, ({ query }) => alertPage(meta, query));
  serve(app, routes.listAlertRules, async () => ({ data: ruleItems(await listRules(meta)) }));
}

function changeRoute(app: FastifyInstance, { meta, wakeJobs }: AlertDeps): void {
  serve(app, routes.updateAlertRule, async ({ params, body: { enabled, threshold } }) => {
    if (params.kind === 'error_rate' && threshold !== undefined && threshold > 100)
      throw new AppError('unprocessable', `body.threshold must be a percentage up to 100; got ${threshold}.`);
    const changes = {
      ...(enabled === undefined ? {} : { enabled: enabled ? (1 as const) : (0 as const) }),
      ...(threshold === undefined ? {} : { threshold }),
    };
    const nowMs = Date.now();
    const rule = await updateRule(meta, params.kind, changes, nowMs);
    await insertJob(meta, { name: 'alert.evaluate', payload: {}, runAtMs: nowMs, uniqueKey: 'alert.evaluate now' }, nowMs);
    wakeJobs();
    return { data: ruleItem(rule) };
  });
}
