import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuditAction } from '#contracts/audit/audit-action.ts';
import { AppError, ERROR_CODES, invariant } from '#contracts/wire/errors.ts';
import type { Principal } from '#core/access/principal.ts';
import type { AccessEvents } from '#server/audit/access-events.ts';
import {
  actOf,
  type AuditDetails,
  type AuditUser,
  type Outcome,
} from '#server/audit/audit-entry.ts';
import type { AuditLog } from '#server/audit/audit-log.ts';
import { requestOrigin } from '../request/request-origin.ts';
import { routeOf } from './access-gate.ts';

/** Where acts are written down, and what happens at the door. */
export interface Audit {
  readonly log: AuditLog;
  readonly access: AccessEvents;
}

declare module 'fastify' {
  interface FastifyInstance {
    audit?: Audit;
  }
  interface FastifyContextConfig {
    /** The route's action name in the audit log. */
    readonly audit?: AuditAction;
  }
}

/**
 * Adds to the row of the act what only the handler knows: what it was done to, how many, who it is
 * that signs in. Never a secret.
 */
export type NoteAct = (
  more: AuditDetails & { readonly targetId?: string },
  user?: AuditUser,
) => void;

/** The wrapper field of some bodies; the fields in it count as the body's own. */
const WRAPPERS: ReadonlySet<string> = new Set(['rule', 'user', 'data']);

export function registerAudit(app: FastifyInstance, audit: Audit): void {
  app.decorate('audit', audit);
}

interface AuditedCall {
  readonly action: AuditAction;
  readonly caller: Principal;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly okStatus: number;
}

/**
 * Runs what a route does between the two halves of its row: the act is on disk before it is done.
 */
export async function audited<R>(
  call: AuditedCall,
  run: (note: NoteAct) => Promise<R>,
): Promise<R> {
  const { action, caller, request, reply, okStatus } = call;
  const { audit } = request.server;
  invariant(audit !== undefined, 'an app with audited routes has an audit log');
  const origin = requestOrigin(request);
  const route = routeOf(request);
  const { targetId, details } = safeDetails(request);
  const act = actOf({ atMs: Date.now(), actor: caller, action, origin, route, targetId, details });
  const open = await audit.log.begin(act);
  let noted: AuditDetails & { readonly targetId?: string } = {};
  let signedIn: AuditUser | undefined;
  const end = async (outcome: Outcome): Promise<void> => {
    const { targetId: target, ...more } = noted;
    const user = signedIn === undefined ? {} : { user: signedIn };
    await open.end({
      ...outcome,
      ...user,
      ...(target === undefined ? {} : { targetId: target }),
      details: more,
    });
  };
  try {
    const result = await run((more, user) => {
      noted = { ...noted, ...more };
      signedIn ??= user;
    });
    const status = reply.sent || reply.statusCode >= 400 ? reply.statusCode : okStatus;
    if (result instanceof Readable) {
      endWithStream(result, reply, (streamed) => void end({ result: streamed, status }));
      return result;
    }
    const made = act.targetId === null ? madeId(result) : {};
    await end({ result: status >= 400 ? 'refused' : 'success', status, ...made });
    return result;
  } catch (error) {
    const status = statusOf(error);
    // Strangers are counted at the door: a row for each would be theirs to fill the disk with.
    if (caller.kind === 'nobody' && status < 500) {
      await open.forget();
      audit.access.denied({
        actor: null,
        action,
        origin,
        status,
        route,
        reason: error instanceof Error ? error.message : '',
      });
    } else {
      // A part of it may be done, as when the disk fills up in the middle of ten thousand deletes:
      // the reason says how much.
      if (status >= 500 && error instanceof AppError) noted = { ...noted, reason: error.detail };
      await end({ result: resultOf(status), status });
    }
    throw error;
  }
}

/**
 * An export is done once the last byte is on its way; until then its act stays open, so a kill in
 * between is known too.
 */
function endWithStream(
  source: Readable,
  { raw }: FastifyReply,
  onEnd: (result: Outcome['result']) => void,
): void {
  let result: Outcome['result'] = 'interrupted';
  source.once('error', () => (result = 'failed'));
  raw.once('finish', () => (result = 'success'));
  const end = (): void => onEnd(result);
  // A client that hung up while the first part was read has no end to wait for.
  if (raw.closed) end();
  else raw.once('close', end);
}

function statusOf(error: unknown): number {
  if (error instanceof AppError) return ERROR_CODES[error.code].http;
  const { statusCode } =
    error instanceof Error && 'statusCode' in error ? error : { statusCode: 500 };
  return typeof statusCode === 'number' ? statusCode : 500;
}

function resultOf(status: number): Outcome['result'] {
  if (status === 401 || status === 403) return 'denied';
  return status >= 500 ? 'failed' : 'refused';
}

/** The id of what was made, from a reply that has one: `{id}`, or `{data: {id}}`. */
function madeId(body: unknown): { readonly targetId?: string } {
  if (typeof body !== 'object' || body === null) return {};
  if ('id' in body && typeof body.id === 'string') return { targetId: body.id };
  return 'data' in body && !Array.isArray(body.data) ? madeId(body.data) : {};
}

/**
 * Fields and parameters whose values are shown in the audit log; of all others the names alone are.
 * None of them can hold a secret.
 */
export const SHOWN: ReadonlySet<string> = new Set([
  'name',
  'kind',
  'type',
  'role',
  'level',
  'scopes',
  'projects',
  'environment',
  'email',
  'username',
  'auth_method',
  'expiresAt',
  'expires_at',
  'overlapUntil',
  'enabled',
  'everywhere',
  'project_identifier',
  'destination_project_identifier',
  'policy_id',
  'max_days',
  'max_traces',
  'max_bytes',
  'annotator_kind',
  'identifier',
  'before',
  'start_time',
  'end_time',
  'delete_all',
  'dry_run',
  'filter',
  'version_id',
  'api_key_id',
  'actor',
  'action',
  'result',
  'threshold',
]);

/**
 * The target a request names: the last id in its path, and the parameters and fields that are safe
 * to show.
 */
function safeDetails({ params, query, body }: FastifyRequest): {
  readonly targetId: string | null;
  readonly details: AuditDetails;
} {
  const path = Object.entries(recordOf(params));
  const [, last] = path.at(-1) ?? [];
  const { shown, names } = split({ ...recordOf(query), ...unwrapped(recordOf(body)) });
  const others = path
    .slice(0, -1)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    targetId: typeof last === 'string' ? last : null,
    details: {
      ...Object.fromEntries(others),
      ...shown,
      ...(names.length === 0 ? {} : { fields: names }),
    },
  };
}

function unwrapped(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const fields = Object.entries(body).flatMap(([name, value]) => {
    const inner = WRAPPERS.has(name) ? Object.entries(recordOf(value)) : [];
    return inner.length === 0 ? [[name, value] as const] : inner;
  });
  return Object.fromEntries(fields);
}

function split(fields: Readonly<Record<string, unknown>>): {
  readonly shown: AuditDetails;
  readonly names: readonly string[];
} {
  const shown: Record<string, AuditDetails[string]> = {};
  const names: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (Array.isArray(value)) {
      const plain = value.filter((one) => typeof one === 'string' || typeof one === 'number');
      shown[name] = SHOWN.has(name) && plain.length === value.length ? plain : value.length;
    } else if (SHOWN.has(name) && isPlain(value)) shown[name] = value;
    else names.push(name);
  }
  return { shown, names };
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return {};
  // Bodies that are bytes or streams say nothing here.
  return Array.isArray(value) || value instanceof Uint8Array || Symbol.asyncIterator in value
    ? {}
    : { ...value };
}
