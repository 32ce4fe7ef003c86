import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readParameters, type AppParameters } from '#server/auth/apps/app-parameters.ts';

/** Reads bodies as forms, and no others. */
export function registerFormBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => done(null, text));
}

/** The fields of such a body; throws when one is there twice. */
export function formFields({ body }: FastifyRequest): AppParameters {
  return readParameters(typeof body === 'string' ? body : '');
}
