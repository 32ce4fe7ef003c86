import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { keyGlobalId, keyNumberOf } from '#contracts/api-keys/key-id.ts';
import { AUDIT_RESULTS } from '#contracts/audit/audit-action.ts';
import type {
  AuditEntry,
  AuditExportParams,
  AuditListParams,
  AuditVerification,
} from '#contracts/audit/audit-log.ts';
import { isMailAddress } from '#contracts/users/mail-address.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { decodeGlobalId, encodeGlobalId } from '#contracts/wire/ids.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import { auditLine } from '#server/audit/audit-line.ts';
import type { AuditRow } from '#server/stores/meta/audit-tables.ts';
import {
  listAudit,
  usersOfAddress,
  type AuditFilter,
} from '#server/stores/meta/audit/audit-list.queries.ts';
import { lastFailedJob, unfinishedJobs } from '#server/stores/meta/jobs.queries.ts';
import type { JobRow, MetaDb } from '#server/stores/meta/meta-db.ts';
import { getSetting } from '#server/stores/meta/settings.queries.ts';
import type { ExportPart } from '../kit/reply/export-stream.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import { timeOf } from '../kit/request/time-window.ts';

const ROWS_PER_PART = 1_000;
const NANOS_PER_MILLI = 1_000_000n;

/** A page of the log, newest first. */
export async function auditPage(
  db: MetaDb,
  query: AuditListParams,
): Promise<{ readonly data: readonly AuditEntry[]; readonly next_cursor: string | null }> {
  const { cursor, limit = 100 } = query;
  const fromSeq = cursor === undefined ? null : decodeIdCursor(cursor, 'AuditLog');
  const rows = await listAudit(db, await filterOf(db, query), fromSeq, limit + 1);
  const next = rows[limit];
  return {
    data: rows.slice(0, limit).map(auditEntry),
    next_cursor: next === undefined ? null : encodeGlobalId('AuditLog', next.seq),
  };
}

/** A part of an export, newest first: rows as they are stored. */
export async function auditPart(
  db: MetaDb,
  query: AuditExportParams,
  cursor: string | undefined,
): Promise<ExportPart> {
  const rows: readonly AuditRow[] = await listAudit(
    db,
    await filterOf(db, query),
    cursor === undefined ? null : Number(cursor),
    ROWS_PER_PART,
  );
  const last = rows.at(-1);
  const next =
    rows.length < ROWS_PER_PART || last === undefined || last.seq === 1
      ? null
      : String(last.seq - 1);
  return { bytes: Buffer.from(rows.map(auditLine).join('')), next };
}

async function filterOf(db: MetaDb, query: AuditExportParams): Promise<AuditFilter> {
  const { api_key_id: keyId, actor, action, result, start_time: start, end_time: end } = query;
  return {
    ...(keyId === undefined ? {} : { key: keyOf(keyId) }),
    ...(actor === undefined ? {} : { actor: await actorOf(db, actor) }),
    ...(action === undefined ? {} : { action }),
    ...(result === undefined ? {} : { result }),
    ...(start === undefined
      ? {}
      : { fromMs: Number(timeOf(start, 'start_time') / NANOS_PER_MILLI) }),
    ...(end === undefined ? {} : { beforeMs: Number(timeOf(end, 'end_time') / NANOS_PER_MILLI) }),
  };
}

function keyOf(text: string): Required<AuditFilter>['key'] {
  const number = keyNumberOf(text);
  if (number === null)
    throw new AppError(
      'unprocessable',
      `query.api_key_id must be the id of an API key, such as ${keyGlobalId('user', 1)}; got '${text.slice(0, 80)}'.`,
    );
  return { number, ids: [keyGlobalId('user', number), keyGlobalId('system', number)] };
}

/** A user by number or address, with what their keys and apps did; or any actor by name. */
async function actorOf(db: MetaDb, text: string): Promise<Required<AuditFilter>['actor']> {
  const id = decodeGlobalId(text);
  if (id?.type === 'User') return { userIds: [id.number] };
  const address = text.trim().toLowerCase();
  return isMailAddress(address)
    ? { name: address, userIds: await usersOfAddress(db, address) }
    : { name: text, userIds: [] };
}

const Problem = Type.Object({
  seq: Type.Integer(),
  kind: Type.Union([Type.Literal('changed'), Type.Literal('replaced'), Type.Literal('missing')]),
  detail: Type.String(),
});
/** The report as it is stored. */
const StoredReport = Type.Object({
  intact: Type.Boolean(),
  rows: Type.Integer(),
  firstSeq: Type.Integer(),
  lastSeq: Type.Integer(),
  headHash: Type.String(),
  problems: Type.Array(Problem),
  problemCount: Type.Integer(),
  checkedAtMs: Type.Integer(),
});

/** The result of the last verification, and whether one is running. */
export async function auditVerificationState(
  db: MetaDb,
  nowMs: number,
  retentionDays: number,
): Promise<AuditVerification> {
  const stored = await getSetting(db, 'audit.verification');
  const report = Value.Check(StoredReport, stored) ? stored : null;
  const jobs = await unfinishedJobs(db, 'audit.verify', 10);
  const running =
    jobs.find((job) => job.state === 'running') ?? jobs.find((job) => job.run_at_ms <= nowMs);
  const failure =
    running === undefined
      ? await lastFailedJob(db, 'audit.verify', report?.checkedAtMs ?? 0)
      : null;
  const state =
    running !== undefined
      ? 'running'
      : report === null
        ? 'unknown'
        : report.intact
          ? 'intact'
          : 'broken';
  return {
    state,
    progress: running === undefined ? null : progressOf(running),
    checkedAt: report === null ? null : isoFromUnixMs(report.checkedAtMs),
    error: failure?.last_error ?? null,
    rows: report?.rows ?? 0,
    firstSeq: report?.firstSeq ?? 0,
    lastSeq: report?.lastSeq ?? 0,
    headHash: report?.headHash ?? null,
    problems: report?.problems ?? [],
    problemCount: report?.problemCount ?? 0,
    retentionDays,
  };
}

const StoredProgress = Type.Object({ rows_done: Type.Integer(), rows_total: Type.Integer() });

function progressOf({ progress }: JobRow): AuditVerification['progress'] {
  const stored: unknown = progress === null ? null : JSON.parse(progress);
  return Value.Check(StoredProgress, stored)
    ? { rowsDone: stored.rows_done, rowsTotal: stored.rows_total }
    : null;
}

/** A row of the audit log as the REST interface shows it. */
function auditEntry(row: AuditRow): AuditEntry {
  const keyKind = row.actor_kind === 'system-key' ? 'system' : 'user';
  return {
    id: encodeGlobalId('AuditLog', row.seq),
    seq: row.seq,
    time: isoFromUnixMs(row.at_ms),
    actor: {
      // as: the log is written by this server, in these words.
      kind: row.actor_kind as AuditEntry['actor']['kind'],
      name: row.actor_name,
      userId: row.actor_user_id === null ? null : encodeGlobalId('User', row.actor_user_id),
      apiKeyId: row.actor_key_id === null ? null : keyGlobalId(keyKind, row.actor_key_id),
    },
    action: row.action,
    target: { type: row.target_type, id: row.target_id },
    result: AUDIT_RESULTS.find((result) => result === row.result) ?? 'interrupted',
    status: row.status,
    clientAddress: row.address,
    userAgent: row.user_agent,
    route: row.route,
    // as: the same.
    details: JSON.parse(row.details) as AuditEntry['details'],
    hash: Buffer.from(row.hash).toString('hex'),
  };
}
