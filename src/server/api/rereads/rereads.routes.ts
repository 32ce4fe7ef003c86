import type { FastifyInstance } from 'fastify';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { RereadListParams, RereadPage, RereadParams, RereadReply, StartRereadBody } from '#contracts/rereads/reread.ts';
import type { Reread } from '#contracts/rereads/reread.ts';
import type { JobPayload } from '#server/jobs/catalogue.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { addReread, findReread, listRereads, resumeReread, stopReread } from '#server/stores/meta/rereads.queries.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import { getProjectNumber } from '../kit/projects/project-number.ts';
import type { QueryRunner } from '#server/threads/query.ts';
import { route } from '../kit/route/route.ts';
import { timeOf } from '../kit/request/time-window.ts';
import { rereadReply } from './reread-codec.ts';

export type RereadDeps = Pick<ApiDeps, 'queries' | 'rereads'> & { readonly meta: MetaDb };

const READ = { scopes: ['projects:read'], role: 'ADMIN', workspace: true } as const;
const WRITE = { scopes: ['projects:write'], role: 'ADMIN', workspace: true } as const;
const LIST = '/v1/rereads';
const ONE = '/v1/rereads/{id}';

/** Reading stored spans again, by the mappings and prices of now. */
export function registerRereads(app: FastifyInstance, deps: RereadDeps): void {
  readRoutes(app, deps);
  startRoute(app, deps);
  stopRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { meta, rereads }: RereadDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: LIST,
      id: 'listRereads',
      access: READ,
      tag: 'spans',
      summary: 'List rereads',
      description: 'Jobs that read stored spans again, newest first, and whether stored spans were read as this server reads them.',
      query: RereadListParams,
      ok: { status: 200, description: 'A page of rereads.', schema: RereadPage },
      errors: [],
    },
    async ({ query: { limit = 20, cursor } }) => {
      const rows = await listRereads(meta, limit + 1, cursor === undefined ? null : decodeIdCursor(cursor, 'Job'));
      const next = rows[limit];
      return {
        data: rows.slice(0, limit).map(rereadReply),
        next_cursor: next === undefined ? null : encodeGlobalId('Job', next.id),
        reading: rereads.reading(),
      };
    },
  );
  route(
    app,
    {
      method: 'GET',
      path: ONE,
      id: 'getReread',
      access: READ,
      tag: 'spans',
      summary: 'How far a reread is',
      description: 'Its state, its progress, and what it changed so far.',
      params: RereadParams,
      ok: { status: 200, description: 'The reread.', schema: RereadReply },
      errors: ['not_found'],
    },
    async ({ params }) => ({ data: await found(meta, params.id) }),
  );
}

function startRoute(app: FastifyInstance, { meta, queries, rereads }: RereadDeps): void {
  route(
    app,
    {
      method: 'POST',
      path: LIST,
      id: 'startReread',
      access: WRITE,
      audit: 'reread.start',
      isLook: (body) => body.dry_run === true,
      tag: 'spans',
      summary: 'Read stored spans again',
      description:
        'The bytes of every span are kept as they were sent, so better mappings and other prices apply to history: a job reads stored spans again, newest first, and corrects lists, totals, sessions and figures where they read differently. Span ids, annotations, projects and the bytes stay. With `dry_run` it only counts what would change. One runs at a time.',
      body: StartRereadBody,
      bodyExample: { project: 'default', dry_run: true },
      ok: { status: 202, description: 'The reread, queued.', schema: RereadReply },
      errors: ['not_found', 'conflict'],
    },
    async ({ body, signal }) => {
      const payload = await payloadOf(body, queries, signal);
      const id = await addReread(meta, payload, Date.now());
      if (id === null) throw new AppError('conflict', 'Stored spans are being read again already: wait for that, or stop it.');
      rereads.wake();
      return { data: await found(meta, encodeGlobalId('Job', id)) };
    },
  );
}

function stopRoutes(app: FastifyInstance, { meta, rereads }: RereadDeps): void {
  route(
    app,
    {
      method: 'POST',
      path: `${ONE}/stop`,
      id: 'stopReread',
      access: WRITE,
      audit: 'reread.stop',
      tag: 'spans',
      summary: 'Stop a reread',
      description: 'Changes made so far are kept. Stopping twice is allowed; 409 when it ended before.',
      params: RereadParams,
      ok: { status: 200, description: 'The reread, stopped.', schema: RereadReply },
      errors: ['not_found', 'conflict'],
    },
    async ({ params }) => {
      const number = requireGlobalId(params.id, 'Job', 'id');
      if (await stopReread(meta, number, Date.now())) rereads.end(number);
      const data = await found(meta, params.id);
      if (data.state !== 'stopped') throw new AppError('conflict', `The reread is ${data.state} already.`);
      return { data };
    },
  );
  route(
    app,
    {
      method: 'POST',
      path: `${ONE}/resume`,
      id: 'resumeReread',
      access: WRITE,
      audit: 'reread.resume',
      tag: 'spans',
      summary: 'Resume a reread',
      description: 'Goes on where it was stopped or failed. 409 when it is not stopped, or while another one runs.',
      params: RereadParams,
      ok: { status: 202, description: 'The reread, queued.', schema: RereadReply },
      errors: ['not_found', 'conflict'],
    },
    async ({ params }) => {
      const before = await found(meta, params.id);
      if (!(await resumeReread(meta, requireGlobalId(params.id, 'Job', 'id'), Date.now()))) {
        const isHeld = before.state === 'stopped' || before.state === 'failed';
        const why = isHeld
          ? 'Another reread is running: wait for it, or stop it'
          : `The reread is ${before.state}: there is nothing to resume`;
        throw new AppError('conflict', `${why}.`);
      }
      rereads.wake();
      return { data: await found(meta, params.id) };
    },
  );
}

async function payloadOf(body: StartRereadBody, queries: QueryRunner, signal: AbortSignal): Promise<JobPayload<'spans.reread'>> {
  const { project, start_time: start, end_time: end, what = 'all', dry_run: isTrial = false } = body;
  const [from, to] = [start === undefined ? null : timeOf(start, 'start_time'), end === undefined ? null : timeOf(end, 'end_time')];
  if (from !== null && to !== null && from >= to)
    throw new AppError('unprocessable', `start_time must be before end_time: '${start}' is not before '${end}'.`);
  return {
    projectId: project === undefined ? null : await queries.value(getProjectNumber, { project }, signal),
    startUnixNano: from === null ? null : String(from),
    endUnixNano: to === null ? null : String(to),
    what,
    isTrial,
    isAutomatic: false,
  };
}

async function found(meta: MetaDb, id: string): Promise<Reread> {
  const row = await findReread(meta, requireGlobalId(id, 'Job', 'id'));
  if (row === null) throw new AppError('not_found', `Reread '${id.slice(0, 80)}' not found`);
  return rereadReply(row);
}
