import { AppError } from '#contracts/wire/errors.ts';
import type { SpanPayload } from '#core/ports/span-rows.ts';
import type { ReadContext } from '#server/threads/query.ts';
import { spanRef } from '../request/references.ts';

/**
 * A span with its own bytes, by Global ID or span id; 404 when there is none. Where two traces hold
 * the id, the newest answers.
 */
export async function spanPayload(
  { spans }: Pick<ReadContext, 'spans'>,
  span: string,
): Promise<SpanPayload> {
  const [row] = await spans.findSpans([spanRef(span)]);
  const [payload] = row === undefined ? [] : await spans.payloads([row.id]);
  if (payload === undefined) throw spanNotFound(span);
  return payload;
}

export function spanNotFound(span: string): AppError {
  return new AppError('not_found', `Span '${span.slice(0, 80)}' not found`);
}
