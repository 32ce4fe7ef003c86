import type { FastifyInstance } from 'fastify';
import { StartRereadBody, type Reread, REREAD_STOPPED } from '#contracts/rereads/reread.ts';
import * as routes from '#contracts/rereads/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { isoFromUnixMs, isoFromUnixNano } from '#contracts/wire/time.ts';
import type { JobPayload } from '#server/jobs/catalogue.ts';
import type { MetaDb, JobRow } from '#server/stores/meta/meta-db.ts';
import { NO_PROGRESS, progressOf } from '#server/stores/meta/reread-progress.ts';
import {
  addReread,
  findReread,
  listRereads,
  resumeReread,
  stopReread,
} from '#server/stores/meta/rereads.queries.ts';
import type { AskedQueries, Asker } from '../kit/route/asker.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import { getProjectNumber } from '../kit/projects/project-number.ts';
import { serve } from '../kit/route/serve.ts';
import { timeOf } from '../kit/request/time-window.ts';

export type RereadDeps = Pick<ApiDeps, 'queries' | 'rereads'> & { readonly meta: MetaDb };

/** Reading stored spans again, by the mappings and prices of now. */
export function registerRereads(app: FastifyInstance, deps: RereadDeps): void {
  readRoutes(app, deps);
  startRoute(app, deps);
  stopRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { meta, rereads }: RereadDeps): void {
  serve(app, routes.listRereads, async ({ query: { limit = 20, cursor } }) => {
    const rows = await listRereads(
      meta,
      limit + 1,
      cursor === undefined ? null : decodeIdCursor(cursor, 'Job'),
    );
    const next = rows[limit];
    return {
      data: rows.slice(0, limit).map(rereadReply),
      next_cursor: next === undefined ? null : encodeGlobalId('Job', next.id),
      reading: rereads.reading(),
    };
  });
  serve(app, routes.getReread, async ({ params }) => ({ data: await found(meta, params.id) }));
}

function startRoute(app: FastifyInstance, { meta, queries, rereads }: RereadDeps): void {
  serve(
    app,
    routes.startReread,
    async ({ body, asker }) => {
      const payload = await payloadOf(queries, asker, body);
      const id = await addReread(meta, payload, Date.now());
      if (id === null)
        throw new AppError(
          'conflict',
          'Stored spans are being read again already: wait for that, or stop it.',
        );
      rereads.wake();
      return { data: await found(meta, encodeGlobalId('Job', id)) };
    },
    { isLook: (body) => body.dry_run === true },
  );
}

function stopRoutes(app: FastifyInstance, { meta, rereads }: RereadDeps): void {
  serve(app, routes.stopReread, async ({ params }) => {
    const number = requireGlobalId(params.id, 'Job', 'id');
    if (await stopReread(meta, number, Date.now())) rereads.end(number);
    const data = await found(meta, params.id);
    if (data.state !== 'stopped')
      throw new AppError('conflict', `The reread is ${data.state} already.`);
    return { data };
  });
  serve(app, routes.resumeReread, async ({ params }) => {
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
  });
}

async function payloadOf(
  queries: AskedQueries,
  asker: Asker,
  body: StartRereadBody,
): Promise<JobPayload<'spans.reread'>> {
  const {
    project,
    start_time: start,
    end_time: end,
    what = 'all',
    dry_run: isTrial = false,
  } = body;
  const [from, to] = [
    start === undefined ? null : timeOf(start, 'start_time'),
    end === undefined ? null : timeOf(end, 'end_time'),
  ];
  if (from !== null && to !== null && from >= to)
    throw new AppError(
      'unprocessable',
      `start_time must be before end_time: '${start}' is not before '${end}'.`,
    );
  return {
    projectId:
      project === undefined ? null : await queries.value(getProjectNumber, asker, { project }),
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

/** A job that reads stored spans again, as replies show it. */
function rereadReply(row: JobRow): Reread {
  // as: written by the route that starts one, and by the server itself.
  const payload = JSON.parse(row.payload) as JobPayload<'spans.reread'>;
  const progress = progressOf(row.progress) ?? NO_PROGRESS;
  const isStopped = row.state === 'failed' && row.last_error === REREAD_STOPPED;
  return {
    id: encodeGlobalId('Job', row.id),
    state: isStopped ? 'stopped' : row.state,
    dry_run: payload.isTrial,
    is_automatic: payload.isAutomatic,
    what: payload.what,
    project_id: payload.projectId === null ? null : encodeGlobalId('Project', payload.projectId),
    start_time: timeOrNull(payload.startUnixNano),
    end_time: timeOrNull(payload.endUnixNano),
    rows_done: progress.rows_done,
    rows_total: progress.rows_total,
    spans_read: progress.read,
    spans_changed: progress.changed,
    spans_unreadable: progress.unreadable,
    traces_moved: progress.traces,
    cost_usd_before: progress.costUsdBefore,
    cost_usd_after: progress.costUsdAfter,
    waiting: row.state === 'running' ? progress.waiting : null,
    error: isStopped ? null : row.last_error,
    created_at: isoFromUnixMs(row.created_at_ms),
    finished_at: row.finished_at_ms === null ? null : isoFromUnixMs(row.finished_at_ms),
  };
}

function timeOrNull(unixNano: string | null): string | null {
  return unixNano === null ? null : isoFromUnixNano(BigInt(unixNano));
}
