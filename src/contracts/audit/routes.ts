import { Type } from 'typebox';
import type { RouteAccess } from '../access/route-access.ts';
import { declare } from '../wire/declare.ts';
import {
  AuditEntryPage,
  AuditExportParams,
  AuditListParams,
  AuditVerification,
} from './audit-log.ts';

const access: RouteAccess = { scopes: ['admin'], workspace: true };

export const listAuditLogs = declare({
  method: 'GET',
  path: '/api/v1/audit-logs',
  id: 'listAuditLogs',
  access,
  tag: 'audit',
  summary: 'List the audit log',
  description:
    'Newest first: administrative actions, deletes, exports, denied access, and the first use of each key per hour and address. Filters are ANDed.',
  query: AuditListParams,
  ok: { status: 200, description: 'A page of rows.', schema: AuditEntryPage },
  errors: [],
});

export const exportAuditLogs = declare({
  method: 'GET',
  path: '/api/v1/audit-logs/jsonl',
  id: 'exportAuditLogs',
  access,
  audit: 'audit_log.export',
  tag: 'audit',
  summary: 'Export the audit log',
  description:
    'JSON lines, newest first, each row with every stored column: without a filter, the chain can be verified from the file alone.',
  query: AuditExportParams,
  ok: {
    status: 200,
    description: 'JSON lines.',
    schema: Type.String(),
    contentType: 'application/x-ndjson',
  },
  errors: [],
});

export const getAuditVerification = declare({
  method: 'GET',
  path: '/api/v1/audit-logs/verification',
  id: 'getAuditVerification',
  access,
  tag: 'audit',
  summary: 'Whether the audit log is as it was written',
  description: 'The report of the last verification; one runs every day.',
  ok: { status: 200, description: 'The report.', schema: AuditVerification },
  errors: [],
});

export const verifyAuditLogs = declare({
  method: 'POST',
  path: '/api/v1/audit-logs/verification',
  id: 'verifyAuditLogs',
  access,
  audit: 'audit_log.verify',
  tag: 'audit',
  summary: 'Have the audit log verified now',
  description:
    'In the background: every row is hashed with the one before it. Ask for the report until it is no longer `running`.',
  ok: { status: 202, description: 'The verification is running.', schema: AuditVerification },
  errors: ['storage_full'],
});
