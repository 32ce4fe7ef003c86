import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/jobs/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { requireGlobalId } from '#contracts/wire/ids.ts';
import type { Job } from '#contracts/jobs/job.ts';
import type { Principal } from '#core/access/principal.ts';
import type { JobName } from '#server/jobs/catalogue.ts';
import { findJob } from '#server/stores/meta/jobs.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { jobReply } from '../kit/reply/job-reply-codec.ts';
import { serve } from '../kit/route/serve.ts';

const UPLOAD: JobName = 'dataset.upload';

interface JobDeps {
  readonly meta: MetaDb;
  readonly uploads: { readonly cancel: (jobId: number) => Promise<void> };
}

/** Work that continues after its request was answered. */
export function registerJobs(app: FastifyInstance, { meta, uploads }: JobDeps): void {
  serve(app, routes.getJob, async ({ caller, params }) => ({
    data: await jobOf(meta, caller, params.id),
  }));
  serve(app, routes.cancelJob, async ({ caller, params }) => {
    await jobOf(meta, caller, params.id);
    await uploads.cancel(requireGlobalId(params.id, 'Job', 'id'));
    return { data: await jobOf(meta, caller, params.id) };
  });
}

/**
 * Only admins may see jobs other than uploads: alert deliveries name their recipients, and others
 * reveal internal work.
 */
async function jobOf(meta: MetaDb, caller: Principal, id: string): Promise<Job> {
  const job = await findJob(meta, requireGlobalId(id, 'Job', 'id'));
  if (job === null || !(job.name === UPLOAD || caller.scopes.has('admin')))
    throw new AppError('not_found', `Job '${id.slice(0, 80)}' not found`);
  return jobReply(job);
}
