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

/** Refuses a query that can't be decoded: it would be searched for with its percent signs. */
export const refuseUndecodable: onRequestAsyncHookHandler = async ({ url }) => {
  const query = url.slice(url.indexOf('?') + 1);
  if (isDecodable(query)) return;
  const broken = query.split('&').find((part) => !isDecodable(part)) ?? query;
  const name = /^[^=]*/.exec(broken)?.[0] ?? '';
  throw new AppError(
    'unprocessable',
    `Query parameter '${name.slice(0, 80)}' must be percent-encoded UTF-8. Write % itself as %25.`,
  );
};

function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
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
