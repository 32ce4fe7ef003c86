import type { FastifyInstance } from 'fastify';
import { invariant } from '#contracts/wire/errors.ts';
import type { RouteAccess } from '#contracts/access/route-access.ts';

/** One route and its access; null for one that carries no user data. */
export interface RouteRow {
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly access: RouteAccess | null;
}

/**
 * The only routes that need not say who may call them: the page's files, the API reference, health.
 */
const WITHOUT_DATA: ReadonlySet<string> = new Set([
  '/',
  '/*',
  '/docs',
  '/openapi.json',
  '/health',
  '/healthz',
  '/ready',
  '/readyz',
]);

const tables = new WeakMap<FastifyInstance, RouteRow[]>();

/**
 * Keeps a list of the routes, and refuses a route that doesn't declare its access. Register before
 * any route.
 */
export function registerRouteTable(app: FastifyInstance): void {
  const rows: RouteRow[] = [];
  tables.set(app, rows);
  app.addHook('onRoute', ({ method, url, config }) => {
    const access = config?.access ?? null;
    invariant(
      access !== null || WITHOUT_DATA.has(url),
      `the route ${String(method)} ${url} says who may call it (access)`,
    );
    for (const one of [method].flat())
      if (one !== 'HEAD')
        rows.push({ method: one, path: url.replaceAll(/:(\w+)/g, '{$1}'), access });
  });
}

/** Every route of an app that is built, by path and method. */
export function routeTable(app: FastifyInstance): readonly RouteRow[] {
  const keyed = (tables.get(app) ?? []).map((row) => ({ row, key: `${row.path} ${row.method}` }));
  return keyed
    .toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ row }) => row);
}
