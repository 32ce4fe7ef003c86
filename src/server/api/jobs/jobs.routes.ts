import type { FastifyInstance } from 'fastify';
import { AppError } from '#contracts/wire/errors.ts';
import { requireGlobalId } from '#contracts/wire/ids.ts';
import { JobParams, JobReply } from '#contracts/jobs/job.ts';
import type { Job } from '#contracts/jobs/job.ts';
import type { Principal } from '#core/access/principal.ts';
import type { JobName } from '#server/jobs/catalogue.ts';
import { findJob } from '#server/stores/meta/jobs.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { jobReply } from '../kit/reply/job-reply-codec.ts';
import { route } from '../kit/route/route.ts';

const UPLOAD: JobName = 'dataset.upload';

interface JobDeps {
  readonly meta: MetaDb;
  readonly uploads: { readonly cancel: (jobId: number) => Promise<void> };
}

/** Work that continues after its request was answered. */
export function registerJobs(app: FastifyInstance, { meta, uploads }: JobDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/jobs/{id}',
      id: 'getJob',
      access: { scopes: ['datasets:read'], workspace: true },
      tag: 'jobs',
      summary: 'How far a job is',
      description:
        'Its state and progress, and in the end what came of it. Jobs that ended a week ago are forgotten. Only admins can read jobs other than uploads.',
      params: JobParams,
      ok: { status: 200, description: 'The job.', schema: JobReply },
      errors: ['not_found'],
    },
    async ({ caller, params }) => ({ data: await jobOf(meta, caller, params.id) }),
  );
  route(
    app,
    {
      method: 'DELETE',
      path: '/v1/jobs/{id}',
      id: 'cancelJob',
      access: { scopes: ['datasets:write'], workspace: true },
      audit: 'job.cancel',
      tag: 'jobs',
      summary: 'Cancel an upload',
      description:
        'A queued or running upload ends as `cancelled`, and nothing of it is stored: no part is ever visible. 409 when it has ended before, and for other kinds of jobs. Cancelling twice is fine.',
      params: JobParams,
      ok: { status: 200, description: 'The job, cancelled.', schema: JobReply },
      errors: ['not_found', 'conflict'],
    },
    async ({ caller, params }) => {
      await jobOf(meta, caller, params.id);
      await uploads.cancel(requireGlobalId(params.id, 'Job', 'id'));
      return { data: await jobOf(meta, caller, params.id) };
    },
  );
}

/** Only admins may see jobs other than uploads: alert deliveries name their recipients, and others reveal internal work. */
async function jobOf(meta: MetaDb, caller: Principal, id: string): Promise<Job> {
  const job = await findJob(meta, requireGlobalId(id, 'Job', 'id'));
  if (job === null || !(job.name === UPLOAD || caller.scopes.has('admin')))
    throw new AppError('not_found', `Job '${id.slice(0, 80)}' not found`);
  return jobReply(job);
}
