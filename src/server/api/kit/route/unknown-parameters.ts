import { AppError } from '#contracts/wire/errors.ts';
import { nearestName } from '#core/filter/nearest-name.ts';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { TSchema } from 'typebox';

const NAMES_SHOWN = 30;

/**
 * Refuses requests with query parameters that the schema does not name, with the nearest one it
 * has. Runs before the body is read.
 */
export function refuseUnknownParameters(query: TSchema | undefined): onRequestAsyncHookHandler {
  const known = Object.keys(
    query !== undefined && 'properties' in query && query.properties instanceof Object
      ? query.properties
      : {},
  );
  const names = new Set(known);
  return async ({ query: sent }: FastifyRequest) => {
    for (const name of Object.keys(sent ?? {}))
      if (!names.has(name)) throw unknownParameter(name, known);
  };
}

function unknownParameter(name: string, known: readonly string[]): AppError {
  const nearest = nearestName(name, known);
  const wayOut =
    nearest !== null
      ? `Did you mean '${nearest}'?`
      : known.length === 0
        ? 'This route has no query parameters.'
        : `Known: ${known.slice(0, NAMES_SHOWN).join(', ')}.`;
  return new AppError('unprocessable', `Unknown query parameter '${name.slice(0, 80)}'. ${wayOut}`);
}
