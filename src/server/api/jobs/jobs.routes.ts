import type { FastifyInstance } from 'fastify';
import { AppError } from '#contracts/errors.ts';
import { requireGlobalId } from '#contracts/ids.ts';
import { JobParams, JobReply } from '#contracts/job.ts';
import { findJob } from '#server/stores/meta/jobs.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { jobReply } from '../kit/job-reply-codec.ts';
import { route } from '../kit/route.ts';

/** Work that goes on after its request was answered. */
export function registerJobs(app: FastifyInstance, { meta }: { readonly meta: MetaDb }): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/jobs/{id}',
      id: 'getJob',
      tag: 'jobs',
      summary: 'How far a job is',
      description: 'Its state and progress, and in the end what came of it. Jobs that ended a week ago are forgotten.',
      params: JobParams,
      ok: { status: 200, description: 'The job.', schema: JobReply },
      errors: ['not_found'],
    },
    async ({ params }) => {
      const job = await findJob(meta, requireGlobalId(params.id, 'Job', 'id'));
      if (job === null) throw new AppError('not_found', `Job '${params.id.slice(0, 80)}' not found`);
      return { data: jobReply(job) };
    },
  );
}
