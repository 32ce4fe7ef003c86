import { AppError } from '#contracts/wire/errors.ts';
import { likelySlips } from '#core/filter/likely-slips.ts';
import type { FastifyReply } from 'fastify';

/** Where a reply says that its filter may not mean what was meant. */
export const FILTER_WARNING = 'x-filter-warning';

/**
 * Sets a warning header when a span filter uses a name that is nearly a field's: the name reads an
 * attribute, which unmodified clients rely on, and so probably matches nothing.
 */
export function warnOfSlips(reply: FastifyReply, filter: string | undefined): void {
  const [slip] = slipsIn(filter ?? '');
  if (slip === undefined) return;
  reply.header(
    FILTER_WARNING,
    `${printable(slip.name)} is no field of a span and was read as an attribute; did you mean ${slip.meant}?`,
  );
}

function slipsIn(filter: string): ReturnType<typeof likelySlips> {
  try {
    return likelySlips(filter);
  } catch (error) {
    // A filter that cannot be read is refused where it is compiled.
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** Headers carry ASCII. */
function printable(name: string): string {
  return name.slice(0, 80).replaceAll(/[^\x20-\x7e]/g, '?');
}
