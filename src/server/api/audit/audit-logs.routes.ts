import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AuditEntryPage, AuditExportParams, AuditListParams, AuditVerification } from '#contracts/audit/audit-log.ts';
import type { RouteAccess } from '#core/access/route-access.ts';
import { insertJob } from '#server/stores/meta/jobs.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { attachment, exportStream } from '../kit/reply/export-stream.ts';
import { route } from '../kit/route/route.ts';
import { auditPage, auditPart, auditVerificationState } from './audit-logs.service.ts';

export interface AuditLogDeps {
  readonly meta: MetaDb;
  readonly auditRetentionDays: number;
  /** Looks at the jobs now: one was added. */
  readonly wakeJobs: () => void;
}

const PATH = '/api/v1/audit-logs';
const tag = 'audit';
const access: RouteAccess = { scopes: ['admin'], workspace: true };

/** The audit log: reading it, taking it away, having it verified. */
export function registerAuditLogs(app: FastifyInstance, deps: AuditLogDeps): void {
  readRoutes(app, deps);
  verificationRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { meta }: AuditLogDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: PATH,
      id: 'listAuditLogs',
      access,
      tag,
      summary: 'List the audit log',
      description:
        'Newest first: administrative actions, deletes, exports, denied access, and the first use of each key per hour and address. Filters are ANDed.',
      query: AuditListParams,
      ok: { status: 200, description: 'A page of rows.', schema: AuditEntryPage },
      errors: [],
    },
    ({ query }) => auditPage(meta, query),
  );
  route(
    app,
    {
      method: 'GET',
      path: `${PATH}/jsonl`,
      id: 'exportAuditLogs',
      access,
      audit: 'audit_log.export',
      tag,
      summary: 'Export the audit log',
      description:
        'JSON lines, newest first, each row with every stored column: without a filter, the chain can be verified from the file alone.',
      query: AuditExportParams,
      ok: { status: 200, description: 'JSON lines.', schema: Type.String(), contentType: 'application/x-ndjson' },
      errors: [],
    },
    async ({ query, reply }) => {
      reply.header('content-disposition', attachment('audit-log.jsonl'));
      return exportStream((cursor) => auditPart(meta, query, cursor));
    },
  );
}

function verificationRoutes(app: FastifyInstance, { meta, wakeJobs, auditRetentionDays }: AuditLogDeps): void {
  const path = `${PATH}/verification`;
  const state = async () => ({ data: await auditVerificationState(meta, Date.now(), auditRetentionDays) });
  route(
    app,
    {
      method: 'GET',
      path,
      id: 'getAuditVerification',
      access,
      tag,
      summary: 'Whether the audit log is as it was written',
      description: 'The report of the last verification; one runs every day.',
      ok: { status: 200, description: 'The report.', schema: AuditVerification },
      errors: [],
    },
    state,
  );
  route(
    app,
    {
      method: 'POST',
      path,
      id: 'verifyAuditLogs',
      access,
      audit: 'audit_log.verify',
      tag,
      summary: 'Have the audit log verified now',
      description: 'In the background: every row is hashed with the one before it. Ask for the report until it is no longer `running`.',
      ok: { status: 202, description: 'The verification is running.', schema: AuditVerification },
      errors: ['storage_full'],
    },
    async () => {
      await insertJob(meta, { name: 'audit.verify', payload: {}, runAtMs: Date.now(), uniqueKey: 'audit.verify now' }, Date.now());
      wakeJobs();
      return state();
    },
  );
}
