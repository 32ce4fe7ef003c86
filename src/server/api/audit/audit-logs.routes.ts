import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/audit/routes.ts';
import { insertJob } from '#server/stores/meta/jobs.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { attachment, exportStream } from '../kit/reply/export-stream.ts';
import { serve } from '../kit/route/serve.ts';
import { auditPage, auditPart, auditVerificationState } from './audit-logs.service.ts';

export interface AuditLogDeps {
  readonly meta: MetaDb;
  readonly auditRetentionDays: number;
  /** Looks at the jobs now: one was added. */
  readonly wakeJobs: () => void;
}

/** The audit log: reading it, taking it away, having it verified. */
export function registerAuditLogs(app: FastifyInstance, deps: AuditLogDeps): void {
  readRoutes(app, deps);
  verificationRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { meta }: AuditLogDeps): void {
  serve(app, routes.listAuditLogs, ({ query }) => auditPage(meta, query));
  serve(app, routes.exportAuditLogs, async ({ query, reply, asker }) => {
    reply.header('content-disposition', attachment('audit-log.jsonl'));
    return exportStream(asker, (cursor) => auditPart(meta, query, cursor));
  });
}

function verificationRoutes(
  app: FastifyInstance,
  { meta, wakeJobs, auditRetentionDays }: AuditLogDeps,
): void {
  const state = async () => ({
    data: await auditVerificationState(meta, Date.now(), auditRetentionDays),
  });
  serve(app, routes.getAuditVerification, state);
  serve(app, routes.verifyAuditLogs, async () => {
    await insertJob(
      meta,
      { name: 'audit.verify', payload: {}, runAtMs: Date.now(), uniqueKey: 'audit.verify now' },
      Date.now(),
    );
    wakeJobs();
    return state();
  });
}
