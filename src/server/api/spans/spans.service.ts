import type { SpanDetail } from '#contracts/spans/span.ts';
import { otlpJsonOf, type OtlpJson } from '#core/otlp/otlp-json.ts';
import { decodeResource, decodeScope, decodeSpan } from '#core/otlp/span-codec.ts';
import { assertAllFound } from '../kit/spans/all-found.ts';
import type { AnyCommand, AnyQuery, Command, Query } from '#server/threads/query.ts';
import { spanRef } from '../kit/request/references.ts';
import { spanDetail } from '../kit/spans/span-detail-codec.ts';
import { spanNotFound, spanPayload } from '../kit/spans/span-payload.ts';
import { createSpans } from './span-create.service.ts';
import { encodeSpans } from './span-encode.service.ts';
import { listOtlpSpans, listSpans } from './span-list.service.ts';
import { exportSpanRows, exportSpans } from './span-export.service.ts';
import { listSpanRows } from './span-rows.service.ts';

/**
 * Everything that was sent about one span. Where two traces hold the span id, the newest answers.
 */
export const getSpan: Query<{ readonly span: string }, { readonly data: SpanDetail }> = {
  name: 'spans.get',
  run: async (context, { span }) => ({ data: spanDetail(await spanPayload(context, span)) }),
};

/** The span as its own export request, as it was sent. */
export const getSentSpan: Query<{ readonly span: string }, OtlpJson> = {
  name: 'spans.otlp',
  run: async (context, { span }) => {
    const payload = await spanPayload(context, span);
    return otlpJsonOf({
      span: decodeSpan(payload.bytes),
      resource: decodeResource(payload.resourceBytes),
      resourceSchemaUrl: payload.resourceSchemaUrl,
      scope: decodeScope(payload.scopeBytes),
      scopeSchemaUrl: payload.scopeSchemaUrl,
    });
  },
};

/** Deletes the span alone: its children stay, as orphans. */
export const deleteSpan: Command<{ readonly span: string }, null> = {
  name: 'spans.delete',
  run: async ({ spans, eraser }, { span }) => {
    const [row] = await spans.findSpans([spanRef(span)]);
    if (row === undefined) throw spanNotFound(span);
    await eraser.deleteSpans([row.id]);
    return null;
  },
};

/**
 * Deletes spans alone; ids that name none are skipped, but for callers who are limited to projects.
 */
export const deleteSpans: Command<{ readonly spans: readonly string[] }, null> = {
  name: 'spans.deleteMany',
  run: async ({ spans, eraser, limitedTo }, { spans: identifiers }) => {
    const numbers = new Map<string, number>();
    for (const identifier of identifiers) {
      const [row] = await spans.findSpans([spanRef(identifier)]);
      if (row !== undefined) numbers.set(identifier, row.id);
    }
    assertAllFound({ limitedTo }, 'Spans', identifiers, (identifier) => numbers.has(identifier));
    await eraser.deleteSpans([...new Set(numbers.values())]);
    return null;
  },
};

export const spanQueries: readonly AnyQuery[] = [
  listSpans,
  listOtlpSpans,
  listSpanRows,
  getSpan,
  getSentSpan,
  encodeSpans,
  exportSpans,
  exportSpanRows,
];
export const spanCommands: readonly AnyCommand[] = [createSpans, deleteSpan, deleteSpans];
