import type { FastifyInstance } from 'fastify';
import { WaitingListParams, WaitingParams } from '#contracts/annotations/annotation-list.ts';
import { WaitingAnnotationPage } from '#contracts/annotations/annotation.ts';
import type { ApiDeps } from '#server/api/kit/route/deps.ts';
import { route } from '#server/api/kit/route/route.ts';
import { deleteWaiting, listWaiting } from './waiting.service.ts';

type Deps = Pick<ApiDeps, 'queries' | 'commands' | 'waitingAnnotations'>;
const WAITING = '/v1/waiting_annotations';

/** Annotations that came before their span, trace or session. */
export function registerWaiting(app: FastifyInstance, { queries, commands, waitingAnnotations }: Deps): void {
  route(
    app,
    {
      method: 'GET',
      path: WAITING,
      id: 'listWaitingAnnotations',
      access: { scopes: ['traces:read'], workspace: true },
      tag: 'annotations',
      summary: 'List annotations that wait',
      description:
        'Annotations sent with `sync=false` whose span, trace or session has not arrived yet, oldest first, with their total number. They are applied when the target arrives, and expire after `SERVICE_ANNOTATION_WAIT`, with a line in the log.',
      query: WaitingListParams,
      ok: { status: 200, description: 'A page of what waits.', schema: WaitingAnnotationPage },
      errors: [],
    },
    async ({ query: { cursor, limit = 100 }, signal }) => {
      const { waitMs, expired } = waitingAnnotations;
      const from = cursor === undefined ? {} : { cursor };
      return queries.json(listWaiting, { limit, waitMs, expired: expired(), ...from }, signal);
    },
  );
  route(
    app,
    {
      method: 'DELETE',
      path: `${WAITING}/{waiting_id}`,
      id: 'deleteWaitingAnnotation',
      access: { scopes: ['traces:write'], workspace: true },
      audit: 'annotation.delete',
      tag: 'annotations',
      summary: 'Delete an annotation that waits',
      description: 'The annotation is dropped, and not applied when its target arrives.',
      params: WaitingParams,
      ok: { status: 204, description: 'Deleted.' },
      errors: ['not_found'],
    },
    async ({ params }) => commands.run(deleteWaiting, { id: params.waiting_id }),
  );
}
