import {
  ROLE_SCOPES,
  SCOPES,
  roleCovers,
  type PermissionLevel,
  type Role,
  type Scope,
} from '#contracts/access/access.ts';
import type { ApiKey, NewApiKey } from '#contracts/api-keys/api-key.ts';

export const LEVEL_NAMES: Readonly<Record<PermissionLevel, string>> = {
  'read-only': 'Read-only',
  'read-write': 'Read-write',
  admin: 'Admin',
};
/** The purposes of keys, the most frequent first. */
export const PURPOSES = ['send', 'read', 'write', 'everything', 'scopes'] as const;
export type Purpose = (typeof PURPOSES)[number];
export const PURPOSE_NAMES: Readonly<Record<Purpose, string>> = {
  send: 'Send traces',
  read: LEVEL_NAMES['read-only'],
  write: LEVEL_NAMES['read-write'],
  everything: LEVEL_NAMES.admin,
  scopes: 'Scopes…',
};
/** The permissions of a key for a purpose, for users who choose one. */
export const PURPOSE_NOTES: Readonly<Record<Exclude<Purpose, 'scopes'>, string>> = {
  send: 'For exporters and collectors: sends spans and reads nothing (scope traces:write).',
  read: 'For dashboards and notebooks: reads traces, projects, datasets and experiments, and changes nothing.',
  write:
    'For the SDK clients: reads, sends spans, annotates, and changes projects, datasets and experiments.',
  everything:
    'Full access, including users, keys and settings. Exporters and SDK clients do not need it.',
};
const NEEDED: Readonly<Record<Purpose, Role>> = {
  send: 'MEMBER',
  read: 'VIEWER',
  write: 'MEMBER',
  everything: 'ADMIN',
  scopes: 'VIEWER',
};

/** The purposes that a role can make keys for. */
export function purposesOf(role: Role): readonly Purpose[] {
  return PURPOSES.filter((purpose) => roleCovers(role, NEEDED[purpose]));
}

/** The request's parameter. */
export function rightsFor(
  purpose: Purpose,
  chosen: readonly Scope[],
): { readonly scopes: Scope[] } | { readonly level: PermissionLevel } {
  if (purpose === 'scopes') return { scopes: [...chosen] };
  if (purpose === 'send') return { scopes: ['traces:write'] };
  return { level: purpose === 'read' ? 'read-only' : purpose === 'write' ? 'read-write' : 'admin' };
}

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  ADMIN: 'Admin',
  MEMBER: 'Member',
  VIEWER: 'Viewer',
};

export function scopesFor(role: Role): readonly Scope[] {
  return SCOPES.filter((scope) => ROLE_SCOPES[role].includes(scope));
}

/** A key's permissions, for a column: its level or scopes; and its role if it is a system key. */
export function accessText({ level, scopes, kind, role, projects }: ApiKey): {
  readonly what: string;
  readonly whose: string;
} {
  const what = level === null ? scopes.join(', ') : LEVEL_NAMES[level];
  const service =
    kind === 'system' ? `system, ${role === null ? '' : ROLE_NAMES[role].toLowerCase()}` : '';
  const fence =
    projects === null ? '' : `${projects.length} ${projects.length === 1 ? 'project' : 'projects'}`;
  return { what, whose: [service, fence].filter((part) => part !== '').join(' · ') };
}

/** Shell variables that make clients send the key; also for exporters if the key may send spans. */
export function keyLines(
  { key, scopes }: Pick<NewApiKey, 'key' | 'scopes'>,
  origin: string,
): readonly { readonly name: string; readonly text: string }[] {
  return [
    ...(scopes.includes('traces:write')
      ? [{ name: 'OpenTelemetry', text: `export OTEL_EXPORTER_OTLP_HEADERS='api_key=${key}'` }]
      : []),
    { name: 'Clients', text: `export SERVICE_API_KEY='${key}'` },
    { name: 'curl', text: `curl ${origin}/v1/projects -H 'Authorization: Bearer ${key}'` },
  ];
}
