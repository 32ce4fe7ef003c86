import { declare } from '../wire/declare.ts';
import {
  RereadListParams,
  RereadPage,
  RereadParams,
  RereadReply,
  StartRereadBody,
} from './reread.ts';

const READ = { scopes: ['projects:read'], role: 'ADMIN', workspace: true } as const;
const WRITE = { scopes: ['projects:write'], role: 'ADMIN', workspace: true } as const;

export const listRereads = declare({
  method: 'GET',
  path: '/v1/rereads',
  id: 'listRereads',
  access: READ,
  tag: 'spans',
  summary: 'List rereads',
  description:
    'Jobs that read stored spans again, newest first, and whether stored spans were read as this server reads them.',
  query: RereadListParams,
  ok: { status: 200, description: 'A page of rereads.', schema: RereadPage },
  errors: [],
});

export const getReread = declare({
  method: 'GET',
  path: '/v1/rereads/{id}',
  id: 'getReread',
  access: READ,
  tag: 'spans',
  summary: 'How far a reread is',
  description: 'Its state, its progress, and what it changed so far.',
  params: RereadParams,
  ok: { status: 200, description: 'The reread.', schema: RereadReply },
  errors: ['not_found'],
});

export const startReread = declare({
  method: 'POST',
  path: '/v1/rereads',
  id: 'startReread',
  access: WRITE,
  audit: 'reread.start',
  tag: 'spans',
  summary: 'Read stored spans again',
  description:
    'The bytes of every span are kept as they were sent, so better mappings and other prices apply to history: a job reads stored spans again, newest first, and corrects lists, totals, sessions and figures where they read differently. Span ids, annotations, projects and the bytes stay. With `dry_run` it only counts what would change. One runs at a time.',
  body: StartRereadBody,
  bodyExample: { project: 'default', dry_run: true },
  ok: { status: 202, description: 'The reread, queued.', schema: RereadReply },
  errors: ['not_found', 'conflict'],
});

export const stopReread = declare({
  method: 'POST',
  path: '/v1/rereads/{id}/stop',
  id: 'stopReread',
  access: WRITE,
  audit: 'reread.stop',
  tag: 'spans',
  summary: 'Stop a reread',
  description: 'Changes made so far are kept. Stopping twice is allowed; 409 when it ended before.',
  params: RereadParams,
  ok: { status: 200, description: 'The reread, stopped.', schema: RereadReply },
  errors: ['not_found', 'conflict'],
});

export const resumeReread = declare({
  method: 'POST',
  path: '/v1/rereads/{id}/resume',
  id: 'resumeReread',
  access: WRITE,
  audit: 'reread.resume',
  tag: 'spans',
  summary: 'Resume a reread',
  description:
    'Goes on where it was stopped or failed. 409 when it is not stopped, or while another one runs.',
  params: RereadParams,
  ok: { status: 202, description: 'The reread, queued.', schema: RereadReply },
  errors: ['not_found', 'conflict'],
});
