import type { Static } from 'typebox';
import { encodeGlobalId } from '#contracts/ids.ts';
import type { SpanFilterParams } from '#contracts/span.ts';
import type { Page, PageAnchor, SpanQuery } from '#core/ports/span-store.ts';
import type { SpanPayload, SpanRow } from '#core/ports/span-rows.ts';
import { findProject } from '../kit/find-project.ts';
import { decodeIdCursor, decodeKeyset, encodeKeyset } from '../kit/page-cursor.ts';
import type { Query, ReadContext } from '../kit/query.ts';
import { ReplyText } from '../kit/reply-text.ts';
import { spanConditions } from '../kit/span-conditions.ts';
import { otlpSpanJson, spanJson } from './span-codec.ts';

export interface SpanListInput {
  readonly project: string;
  readonly filters: Static<typeof SpanFilterParams>;
  readonly sort: SpanQuery['sort'];
  readonly order: SpanQuery['order'];
  readonly limit: number;
  readonly cursor?: string;
}

/** Pages are read at up to 1,000 spans with all their attributes, so their JSON is put together here, span by span. */
export const listSpans: Query<SpanListInput, Uint8Array> = {
  name: 'spans.list',
  run: (context, input) => pageJson(context, input, spanJson),
};
export const listOtlpSpans: Query<SpanListInput, Uint8Array> = {
  name: 'spans.listOtlp',
  run: (context, input) => pageJson(context, input, otlpSpanJson),
};

async function pageJson(context: ReadContext, input: SpanListInput, toJson: (payload: SpanPayload) => string): Promise<Uint8Array> {
  const { rows, next } = await readPage(context, input);
  const payloads = await context.spans.payloadsOf(rows);
  const reply = new ReplyText();
  let before = '{"data":[';
  for (const payload of payloads) {
    reply.add(`${before}${toJson(payload)}`);
    before = ',';
  }
  const cursor = next === null ? 'null' : JSON.stringify(cursorOf(next, input.sort));
  reply.add(`${payloads.length === 0 ? before : ''}],"next_cursor":${cursor}}`);
  return reply.bytes();
}

async function readPage({ projects, spans, budget }: ReadContext, input: SpanListInput): Promise<Page<SpanRow>> {
  const conditions = spanConditions(input.filters);
  const anchor = input.cursor === undefined ? {} : { anchor: anchorOf(input.cursor, input.sort) };
  const found = await findProject(projects, input.project);
  return spans.spans({ projectId: found.id, ...conditions, sort: input.sort, order: input.order, limit: input.limit, ...anchor }, budget);
}

function anchorOf(cursor: string, sort: SpanQuery['sort']): PageAnchor {
  if (sort === 'start_time') return decodeKeyset(cursor, 'DATETIME', true);
  const number = decodeIdCursor(cursor);
  return { id: number, sortValue: BigInt(number), inclusive: true };
}

function cursorOf(next: PageAnchor, sort: SpanQuery['sort']): string {
  return sort === 'start_time' ? encodeKeyset('DATETIME', next) : encodeGlobalId('Span', next.id);
}
