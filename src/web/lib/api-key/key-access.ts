import { PERMISSION_LEVELS, ROLE_SCOPES, SCOPES } from '#contracts/access.ts';
import type { PermissionLevel, Role, Scope } from '#contracts/access.ts';
import type { ApiKey, NewApiKey } from '#contracts/api-key.ts';

export const LEVEL_NAMES: Readonly<Record<PermissionLevel, string>> = {
  'read-only': 'Read-only',
  'read-write': 'Read-write',
  admin: 'Admin',
};
/** What a level allows, for users who choose one. */
export const LEVEL_NOTES: Readonly<Record<PermissionLevel, string>> = {
  'read-only': 'Read only. Exporters need Read-write or the scope traces:write.',
  'read-write': 'Reads, sends spans, annotates, and changes projects and datasets.',
  admin: 'Full access, including users, keys and settings. Exporters only need Read-write.',
};
export const ROLE_NAMES: Readonly<Record<Role, string>> = { ADMIN: 'Admin', MEMBER: 'Member', VIEWER: 'Viewer' };

const ROLE_LEVELS: Readonly<Record<Role, number>> = { VIEWER: 1, MEMBER: 2, ADMIN: 3 };

/** The permission levels that somebody of a role can give, and the scopes. */
export function levelsOf(role: Role): readonly PermissionLevel[] {
  return PERMISSION_LEVELS.slice(0, ROLE_LEVELS[role]);
}

export function scopesFor(role: Role): readonly Scope[] {
  return SCOPES.filter((scope) => ROLE_SCOPES[role].includes(scope));
}

/** What a key may do, for a column: its level, or its scopes; and whom it stands for, when that is a service. */
export function accessText({ level, scopes, kind, role, projects }: ApiKey): { readonly what: string; readonly whose: string } {
  const what = level === null ? scopes.join(', ') : LEVEL_NAMES[level];
  const service = kind === 'system' ? `system, ${role === null ? '' : ROLE_NAMES[role].toLowerCase()}` : '';
  const fence = projects === null ? '' : `${projects.length} ${projects.length === 1 ? 'project' : 'projects'}`;
  return { what, whose: [service, fence].filter((part) => part !== '').join(' · ') };
}

/** What a shell is told, so that clients send the key; and exporters, where it may send spans. */
export function keyLines(
  { key, scopes }: Pick<NewApiKey, 'key' | 'scopes'>,
  origin: string,
): readonly { readonly name: string; readonly text: string }[] {
  return [
    ...(scopes.includes('traces:write') ? [{ name: 'OpenTelemetry', text: `export OTEL_EXPORTER_OTLP_HEADERS='api_key=${key}'` }] : []),
    { name: 'Clients', text: `export SERVICE_API_KEY='${key}'` },
    { name: 'curl', text: `curl ${origin}/v1/projects -H 'Authorization: Bearer ${key}'` },
  ];
}
