import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { RefusalsReply, ServerInfoReply, StorageReply, StorageTablesReply } from '#contracts/server/server-info.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { COMPATIBLE_VERSION } from '../kit/reply/response-headers.ts';
import { route } from '../kit/route/route.ts';
import { readStorage } from './server-info.service.ts';

/** The server's version, settings and storage. */
export function registerServerInfo(
  app: FastifyInstance,
  { queries, server, refusals, tableSizes }: Pick<ApiDeps, 'queries' | 'server' | 'refusals' | 'tableSizes'>,
): void {
  route(
    app,
    {
      method: 'GET',
      path: '/arize_phoenix_version',
      id: 'compatibleVersion',
      access: 'open',
      tag: 'server',
      summary: 'Compatible version',
      description: 'The version of Phoenix whose interface this server speaks; its clients ask for it first.',
      ok: {
        status: 200,
        description: 'MAJOR.MINOR.PATCH.',
        schema: Type.String({ examples: [COMPATIBLE_VERSION] }),
        contentType: 'text/plain; charset=utf-8',
      },
      errors: [],
    },
    async () => COMPATIBLE_VERSION,
  );
  route(
    app,
    {
      method: 'GET',
      path: '/v1/server',
      id: 'getServer',
      access: 'signed-in',
      tag: 'server',
      summary: 'About this server',
      description: 'Version, ports, addresses to send spans to, and whether authentication is on.',
      ok: { status: 200, description: 'About this server.', schema: ServerInfoReply },
      errors: [],
    },
    async () => ({ data: server() }),
  );
  route(
    app,
    {
      method: 'GET',
      path: '/v1/refusals',
      id: 'listRefusals',
      access: { scopes: ['traces:read'], workspace: true },
      tag: 'server',
      summary: 'List refused requests',
      description:
        'The last 50 spans and export requests that were refused since the start, newest first, each with the reason its sender got.',
      ok: { status: 200, description: 'The refusals.', schema: RefusalsReply },
      errors: [],
    },
    async () => ({ data: refusals() }),
  );
  storageRoutes(app, { queries, tableSizes });
}

function storageRoutes(app: FastifyInstance, { queries, tableSizes }: Pick<ApiDeps, 'queries' | 'tableSizes'>): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/storage',
      id: 'getStorage',
      access: { scopes: ['projects:read'], workspace: true },
      tag: 'server',
      summary: 'Get storage sizes',
      description: 'Row counts, file sizes in bytes, and bytes waiting to be reclaimed.',
      ok: { status: 200, description: 'Figures by name.', schema: StorageReply },
      errors: [],
    },
    async ({ signal }) => ({ data: await queries.value(readStorage, {}, signal) }),
  );
  route(
    app,
    {
      method: 'GET',
      path: '/v1/storage/tables',
      id: 'getStorageTables',
      access: { scopes: ['projects:read'], workspace: true },
      tag: 'server',
      summary: 'Get table sizes',
      description: 'The bytes of every table with its indexes, measured beside everything else: some seconds a gigabyte.',
      ok: { status: 200, description: 'The databases and their tables.', schema: StorageTablesReply },
      errors: [],
    },
    async () => ({ data: await tableSizes() }),
  );
}
