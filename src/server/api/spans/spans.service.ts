import { AppError } from '#contracts/errors.ts';
import type { SpanDetail } from '#contracts/span.ts';
import type { AnyCommand, AnyQuery, Command, Query } from '../kit/query.ts';
import { spanRef } from '../kit/references.ts';
import { spanDetail } from '../kit/span-detail-codec.ts';
import { createSpans } from './span-create.service.ts';
import { listOtlpSpans, listSpans } from './span-list.service.ts';
import { listSpanRows } from './span-rows.service.ts';

/** Everything that was sent about one span. Where two traces hold the span id, the newest answers. */
export const getSpan: Query<{ readonly span: string }, { readonly data: SpanDetail }> = {
  name: 'spans.get',
  run: async ({ spans }, { span }) => {
    const [row] = await spans.findSpans(spanRef(span));
    const [payload] = row === undefined ? [] : await spans.payloads([row.id]);
    if (payload === undefined) throw spanNotFound(span);
    return { data: spanDetail(payload) };
  },
};

/** Deletes the span alone: its children stay, as orphans. */
export const deleteSpan: Command<{ readonly span: string }, null> = {
  name: 'spans.delete',
  run: async ({ spans, eraser }, { span }) => {
    const [row] = await spans.findSpans(spanRef(span));
    if (row === undefined) throw spanNotFound(span);
    await eraser.deleteSpans([row.id]);
    return null;
  },
};

function spanNotFound(span: string): AppError {
  return new AppError('not_found', `Span '${span.slice(0, 80)}' not found`);
}

export const spanQueries: readonly AnyQuery[] = [listSpans, listOtlpSpans, listSpanRows, getSpan];
export const spanCommands: readonly AnyCommand[] = [createSpans, deleteSpan];
