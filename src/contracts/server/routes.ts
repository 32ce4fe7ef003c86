import { Type } from 'typebox';
import { declare } from '../wire/declare.ts';
import { LimitsReply } from './limits.ts';
import {
  COMPATIBLE_VERSION,
  RefusalsReply,
  ServerInfoReply,
  StorageReply,
  StorageTablesReply,
} from './server-info.ts';

export const compatibleVersion = declare({
  method: 'GET',
  path: '/arize_phoenix_version',
  id: 'compatibleVersion',
  access: 'open',
  tag: 'server',
  summary: 'Compatible version',
  description:
    'The version of Phoenix whose interface this server speaks; its clients ask for it first.',
  ok: {
    status: 200,
    description: 'MAJOR.MINOR.PATCH.',
    schema: Type.String({ examples: [COMPATIBLE_VERSION] }),
    contentType: 'text/plain; charset=utf-8',
  },
  errors: [],
});

export const getServer = declare({
  method: 'GET',
  path: '/v1/server',
  id: 'getServer',
  access: 'signed-in',
  tag: 'server',
  summary: 'About this server',
  description: 'Version, ports, addresses to send spans to, and whether authentication is on.',
  ok: { status: 200, description: 'About this server.', schema: ServerInfoReply },
  errors: [],
});

export const listRefusals = declare({
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
});

export const getStorage = declare({
  method: 'GET',
  path: '/v1/storage',
  id: 'getStorage',
  access: { scopes: ['projects:read'], workspace: true },
  tag: 'server',
  summary: 'Get storage sizes',
  description: 'Row counts, file sizes in bytes, and bytes waiting to be reclaimed.',
  ok: { status: 200, description: 'Figures by name.', schema: StorageReply },
  errors: [],
});

export const getStorageTables = declare({
  method: 'GET',
  path: '/v1/storage/tables',
  id: 'getStorageTables',
  access: { scopes: ['projects:read'], workspace: true },
  tag: 'server',
  summary: 'Get table sizes',
  description:
    'The bytes of every table with its indexes, measured beside everything else: some seconds a gigabyte.',
  ok: { status: 200, description: 'The databases and their tables.', schema: StorageTablesReply },
  errors: [],
});

export const getLimits = declare({
  method: 'GET',
  path: '/api/v1/limits',
  id: 'getLimits',
  access: { scopes: ['admin'], workspace: true },
  tag: 'server',
  summary: 'Limits and who is near them',
  description:
    'How much each key, user and address may ask for, and who has used how much of it at this moment.',
  ok: { status: 200, description: 'The limits.', schema: LimitsReply },
  errors: [],
});
