import type { FastifyRequest } from 'fastify';
import type { AuditDetails } from '#server/audit/audit-entry.ts';

/** The wrapper field of some bodies; the fields in it count as the body's own. */
const WRAPPERS: ReadonlySet<string> = new Set(['rule', 'user', 'data']);

/** Fields and parameters whose values are shown in the audit log; of all others the names alone are. None of them can hold a secret. */
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

/** The target a request names: the last id in its path, and the parameters and fields that are safe to show. */
export function safeDetails({ params, query, body }: FastifyRequest): { readonly targetId: string | null; readonly details: AuditDetails } {
  const path = Object.entries(recordOf(params));
  const [, last] = path.at(-1) ?? [];
  const { shown, names } = split({ ...recordOf(query), ...unwrapped(recordOf(body)) });
  const others = path.slice(0, -1).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    targetId: typeof last === 'string' ? last : null,
    details: { ...Object.fromEntries(others), ...shown, ...(names.length === 0 ? {} : { fields: names }) },
  };
}

function unwrapped(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const fields = Object.entries(body).flatMap(([name, value]) => {
    const inner = WRAPPERS.has(name) ? Object.entries(recordOf(value)) : [];
    return inner.length === 0 ? [[name, value] as const] : inner;
  });
  return Object.fromEntries(fields);
}

function split(fields: Readonly<Record<string, unknown>>): { readonly shown: AuditDetails; readonly names: readonly string[] } {
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
  return Array.isArray(value) || value instanceof Uint8Array || Symbol.asyncIterator in value ? {} : { ...value };
}
