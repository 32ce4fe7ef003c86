import { AppError } from '#contracts/wire/errors.ts';
import type { ReadContext } from '#server/threads/query.ts';

/**
 * For deletes of many, which skip ids that name nothing: a caller who is limited to projects gets
 * all or none, so that a list with another project's ids in it, which look to that caller like ids
 * of nothing, deletes nothing by half. 404 names no more than was sent.
 */
export function assertAllFound(
  { limitedTo }: Pick<ReadContext, 'limitedTo'>,
  what: string,
  ids: readonly string[],
  isFound: (id: string) => boolean,
): void {
  if (limitedTo === null) return;
  const missing = ids.filter((id) => !isFound(id));
  if (missing.length === 0) return;
  const named = missing.slice(0, 10).map((id) => `'${id.slice(0, 80)}'`);
  throw new AppError(
    'not_found',
    `${what} ${named.join(', ')} not found${missing.length > 10 ? `, nor ${missing.length - 10} more` : ''}. Nothing was deleted.`,
  );
}
