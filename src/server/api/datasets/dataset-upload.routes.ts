import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/datasets/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { uploadDatasetData } from '#core/dataset/dataset-upload.ts';
import { findJob } from '#server/stores/meta/jobs.queries.ts';
import { liftBodyDeadline } from '../kit/request/body-deadline.ts';
import { jobReply } from '../kit/reply/job-reply-codec.ts';
import { serve } from '../kit/route/serve.ts';
import type { DatasetDeps } from './dataset-deps.ts';

/** The route that brings examples in. Its body goes to a file as it arrives, whatever its media type. */
export function uploadRoute(app: FastifyInstance, { store, uploads }: DatasetDeps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    serve(scope, routes.uploadDataset, async ({ query, request, signal, caller: { userNumber } }) => {
      const contentType = request.headers['content-type'] ?? '';
      const { body }: { readonly body: unknown } = request;
      if (contentType === '' || !(body instanceof Readable))
        throw new AppError('invalid_request', 'Missing content-type header: it is application/json or multipart/form-data.');
      assertPlain(request.headers['content-encoding'] ?? 'identity');
      liftBodyDeadline(request);
      if (query.sync === true) return { data: uploadDatasetData(await uploads.run(body, contentType, { signal, userNumber })) };
      const job = await findJob(store.db, await uploads.queue(body, contentType, { signal, userNumber }));
      if (job === null) throw new Error('A job that was just queued is gone.');
      return { data: jobReply(job) };
    });
  });
}

/** A body compressed as a whole would otherwise be taken for a broken document. */
function assertPlain(encoding: string): void {
  if (encoding.toLowerCase() !== 'identity')
    throw new AppError(
      'unprocessable',
      `The request has the Content-Encoding '${encoding.slice(0, 80)}': send the body uncompressed. The file in a form may be compressed: its part then needs that header.`,
    );
}
