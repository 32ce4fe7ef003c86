import type { FastifyInstance } from 'fastify';
import {
  AlertListParams,
  AlertPage,
  AlertRuleList,
  AlertRuleParams,
  AlertRuleReply,
  UpdateAlertRuleBody,
} from '#contracts/alerts/alert.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { listRules, updateRule } from '#server/stores/meta/alerts/alerts.queries.ts';
import { insertJob } from '#server/stores/meta/jobs.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { route } from '../kit/route/route.ts';
import { registerAlertChannels } from './alert-channels.routes.ts';
import type { AlertChannelDeps } from './alert-channels.routes.ts';
import { alertPage, ruleItem, ruleItems } from './alerts.service.ts';

export interface AlertDeps extends AlertChannelDeps {
  /** Looks at the jobs now: one was added. */
  readonly wakeJobs: () => void;
}

const tag = 'alerts';
const access = { scopes: ['admin'], workspace: true } as const;

/** Alerts on API keys: findings, rules, and notification channels. */
export function registerAlerts(app: FastifyInstance, deps: AlertDeps): void {
  readRoutes(app, deps.meta);
  changeRoute(app, deps);
  registerAlertChannels(app, deps);
}

function readRoutes(app: FastifyInstance, meta: MetaDb): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/alerts',
      id: 'listAlerts',
      access,
      tag,
      summary: 'List alerts',
      description:
        'Newest first. Keys are checked every five minutes; an alert resolves automatically, and is kept for 90 days after that.',
      query: AlertListParams,
      ok: { status: 200, description: 'A page of alerts.', schema: AlertPage },
      errors: [],
    },
    ({ query }) => alertPage(meta, query),
  );
  route(
    app,
    {
      method: 'GET',
      path: '/v1/alert_rules',
      id: 'listAlertRules',
      access,
      tag,
      summary: 'List alert rules',
      description: 'There is one of each kind.',
      ok: { status: 200, description: 'The rules.', schema: AlertRuleList },
      errors: [],
    },
    async () => ({ data: ruleItems(await listRules(meta)) }),
  );
}

function changeRoute(app: FastifyInstance, { meta, wakeJobs }: AlertDeps): void {
  route(
    app,
    {
      method: 'PATCH',
      path: '/v1/alert_rules/{kind}',
      id: 'updateAlertRule',
      access: { ...access, closedTo: 'apps' },
      audit: 'alert_rule.update',
      tag,
      summary: 'Change an alert rule',
      description:
        'Absent fields stay unchanged. All keys are checked against the rule at once; the open alerts of a disabled rule are resolved.',
      params: AlertRuleParams,
      body: UpdateAlertRuleBody,
      bodyExample: { threshold: 14 },
      ok: { status: 200, description: 'The rule.', schema: AlertRuleReply },
      errors: ['storage_full'],
    },
    async ({ params, body: { enabled, threshold } }) => {
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
    },
  );
}
