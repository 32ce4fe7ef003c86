import path from 'node:path';
import {
  LEVEL_SCOPES,
  PERMISSION_LEVELS,
  ROLES,
  ROLE_SCOPES,
  SCOPES,
} from '#contracts/access/access.ts';
import type { ClosedTo, RouteAccess, ScopedAccess } from '#contracts/access/route-access.ts';
import { routeTable, type RouteRow } from '#server/api/kit/route/route-table.ts';
import { EXPORT_ACCESS } from '#core/access/export-access.ts';
import { documentApp } from './openapi-text.ts';

export const PERMISSIONS_PAGE = path.resolve(import.meta.dirname, '..', 'docs', 'permissions.md');

/** Routes of other parts than the interface. */
const OTHER_ROUTES: readonly RouteRow[] = [
  { method: 'GET', path: '/health', access: null },
  { method: 'GET', path: '/healthz', access: null },
  { method: 'GET', path: '/ready', access: null },
  { method: 'GET', path: '/readyz', access: null },
  { method: 'POST', path: '/v1/traces', access: EXPORT_ACCESS },
  { method: 'POST', path: '/v1/logs', access: EXPORT_ACCESS },
  { method: 'gRPC', path: 'TraceService/Export', access: EXPORT_ACCESS },
  { method: 'gRPC', path: 'LogsService/Export', access: EXPORT_ACCESS },
];

/**
 * The page about who may call what, made from the routes. A test compares it with the committed
 * one, and walks the routes by it.
 */
export async function permissionsPage(): Promise<string> {
  const app = await documentApp();
  try {
    const rows = [
      ...routeTable(app).filter((one) => !OTHER_ROUTES.some((other) => other.path === one.path)),
      ...OTHER_ROUTES,
    ];
    return `# Who may call what

<!-- Made by \`npm run openapi\` from the routes and src/contracts/access/access.ts. Change it there. -->

With authentication on (\`SERVICE_ENABLE_AUTH=true\`) every request is checked against this table before its body is read or an ID is looked up. With authentication off, every
caller is an admin. Without a valid key or session the reply is 401, without the permission 403. A caller needs every scope of a row, and the role if there is one.

| Level of a key | Scopes |
|---|---|
${PERMISSION_LEVELS.map((level) => `| ${level} | ${scopeList(LEVEL_SCOPES[level])} |`).join('\n')}

| Role | May have at most |
|---|---|
${ROLES.map((role) => `| ${role} | ${scopeList(ROLE_SCOPES[role])} |`).join('\n')}

A user's key has its scopes as far as its user's role has them at the time; a system key has its own role. The same applies to the scopes of an app that a user authorized.
Admins can bulk-delete all annotations, other users only their own.

**Apps can't change access**: no users, roles, passwords, keys, apps, secrets or alert channels, whatever their scopes, because such a change would outlive the app's access. **Keys** with the
scope \`admin\` can create and delete users and keys ([ADR 24](adr/0024-apps-and-keys-change-no-access.md)), but can't change a user's role or password, create a system key at the
path of Phoenix's clients, or revoke an app. \`Closed to\` lists apps or keys that are refused although they have the scopes. The admin secret (\`SERVICE_ADMIN_SECRET\`) is not a key.

**A session whose password was set by an admin** gets 403 for everything except \`GET /v1/user\`, \`POST /v1/user/password\` and the open routes, on HTTP and gRPC, until the password is changed.

\`Limited keys\` is the access of a key that is limited to projects: \`own projects\` means that other projects are not found;
\`no\` means 403, for data outside projects.

| Method | Path | Needs | Role | Limited keys | Closed to |
|---|---|---|---|---|---|
${rows.map(rowText).join('\n')}

There are no other routes. The page's files (\`/\`, \`/assets/…\`) are open like the API reference, because they contain no data. The metrics port (\`SERVICE_PROMETHEUS_PORT\`, off unless
\`SERVICE_ENABLE_PROMETHEUS\`) requires no key and shows counts, but no names and no content: let only the scraper reach it.
`;
  } finally {
    await app.close();
  }
}

/**
 * The requirement where there is no scope, the role, a limited key's access, and callers refused
 * whatever their scopes.
 */
const KNOWN_CALLERS: Readonly<Record<Extract<RouteAccess, string>, readonly string[]>> = {
  open: ['open', '', 'yes', ''],
  'signed-in': ['a key or a session', '', 'yes', ''],
  'own-account': ['a key or a session, also before a new password', '', 'yes', ''],
  person: ['a session', '', 'no', 'keys, apps'],
  'own-password': ['a session, also before a new password', '', 'no', 'keys, apps'],
  'key-manager': ['a session, or a key with `admin`', '', 'no', 'apps'],
};
const CLOSED_TO: Readonly<Record<ClosedTo, string>> = {
  apps: 'apps',
  'apps-and-keys': 'keys, apps',
};

function rowText({ method, path: url, access }: RouteRow): string {
  const cells =
    access === null
      ? KNOWN_CALLERS.open
      : typeof access === 'string'
        ? KNOWN_CALLERS[access]
        : scopedCells(access);
  return `| ${method} | \`${url}\` | ${cells.join(' | ')} |`;
}

function scopedCells({ scopes, role, workspace, closedTo }: ScopedAccess): readonly string[] {
  const closed = closedTo === undefined ? '' : CLOSED_TO[closedTo];
  return [
    scopes.map((scope) => `\`${scope}\``).join(' '),
    role ?? '',
    workspace === true ? 'no' : 'own projects',
    closed,
  ];
}

function scopeList(scopes: readonly string[]): string {
  return scopes.length === SCOPES.length ? 'all' : scopes.map((scope) => `\`${scope}\``).join(' ');
}
