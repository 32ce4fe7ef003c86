import path from 'node:path';
import { LEVEL_SCOPES, PERMISSION_LEVELS, ROLES, ROLE_SCOPES, SCOPES } from '#contracts/access.ts';
import type { RouteAccess } from '#core/access/route-access.ts';
import { routeTable } from '#server/api/kit/route-table.ts';
import type { RouteRow } from '#server/api/kit/route-table.ts';
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
  { method: 'gRPC', path: 'TraceService/Export', access: EXPORT_ACCESS },
];

/** The page about who may call what, made from the routes. A test compares it with the committed one, and walks the routes by it. */
export async function permissionsPage(): Promise<string> {
  const app = await documentApp();
  try {
    const rows = [...routeTable(app).filter((one) => !OTHER_ROUTES.some((other) => other.path === one.path)), ...OTHER_ROUTES];
    return `# Who may call what

<!-- Made by \`npm run openapi\` from the routes and src/contracts/access.ts. Change it there. -->

With authentication on (\`SERVICE_ENABLE_AUTH=true\`) every request is held to this table before its body is read or an id is looked up; off, everybody is an
admin. Without a valid key or session the answer is 401, without the permission 403. A caller needs every scope of a row, and the role where there is one.

| Level of a key | Scopes |
|---|---|
${PERMISSION_LEVELS.map((level) => `| ${level} | ${scopeList(LEVEL_SCOPES[level])} |`).join('\n')}

| Role | May have at most |
|---|---|
${ROLES.map((role) => `| ${role} | ${scopeList(ROLE_SCOPES[role])} |`).join('\n')}

A user's key has the scopes it was given, as far as its user's role has them at the time; a system key has a role of its own. An app that somebody let in has the scopes it was given in the same way;
it is no session, and manages no keys. Bulk deletes of annotations take an
admin's choice, and from everybody else only what they wrote themselves.

\`Limited keys\` says what a key that is limited to projects gets: \`own projects\` means that it is answered about these, and about all others as if they did not exist;
\`no\` means 403, for what belongs to no project.

| Method | Path | Needs | Role | Limited keys |
|---|---|---|---|---|
${rows.map(rowText).join('\n')}

Nothing else is served. The page's files (\`/\`, \`/assets/…\`) are open like the API reference: they hold no data. The port for metrics (\`SERVICE_PROMETHEUS_PORT\`, off unless
\`SERVICE_ENABLE_PROMETHEUS\`) asks for nothing and shows counts alone, no names and no content: let only the scraper reach it.
`;
  } finally {
    await app.close();
  }
}

/** What is needed where no scope is, the role, and what a limited key gets. */
const KNOWN_CALLERS: Readonly<Record<Extract<RouteAccess, string>, readonly string[]>> = {
  open: ['open', '', 'yes'],
  'signed-in': ['a key or a session', '', 'yes'],
  person: ['a session', '', 'no'],
  'key-manager': ['a session, or a key with `admin`', '', 'no'],
};

function rowText({ method, path: url, access }: RouteRow): string {
  const cells =
    access === null
      ? KNOWN_CALLERS.open
      : typeof access === 'string'
        ? KNOWN_CALLERS[access]
        : [access.scopes.map((scope) => `\`${scope}\``).join(' '), access.role ?? '', access.workspace === true ? 'no' : 'own projects'];
  return `| ${method} | \`${url}\` | ${cells.join(' | ')} |`;
}

function scopeList(scopes: readonly string[]): string {
  return scopes.length === SCOPES.length ? 'all' : scopes.map((scope) => `\`${scope}\``).join(' ');
}
