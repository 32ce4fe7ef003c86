import { replaceEqualDeep } from '@tanstack/react-query';
import { rawNumber } from '#web/platform/text/exact-json.ts';
import type { Json } from '#web/platform/text/json.ts';

/**
 * A reply that was read again, with the parts of the last one that are equal, so that only what
 * changed is drawn. One that holds numbers as they were written stays as it is: merging would take
 * them for objects.
 */
export function mergeReplies(last: unknown, reply: unknown): unknown {
  return holdsRawNumber(reply) ? reply : replaceEqualDeep(last, reply);
}

function holdsRawNumber(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  // as: what isn't JSON has no raw numbers
  return rawNumber(value as Json) !== null || Object.values(value).some(holdsRawNumber);
}
