import { declare } from '../wire/declare.ts';
import { JobParams, JobReply } from './job.ts';

export const getJob = declare({
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
});

export const cancelJob = declare({
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
});
