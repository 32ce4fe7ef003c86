import type { Static } from 'typebox';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { SpanFilterParams } from '#contracts/spans/span.ts';
import type { Page, PageAnchor, SpanQuery } from '#core/ports/span-store.ts';
import type { SpanPayload, SpanRow } from '#core/ports/span-rows.ts';
import { findProject } from '../kit/projects/find-project.ts';
import {
  assertCursorOf,
  cursorScope,
  decodeIdCursor,
  decodeKeyset,
  encodeKeyset,
} from '../kit/reply/page-cursor.ts';
import type { Query, ReadContext } from '#server/threads/query.ts';
import { ReplyText } from '../kit/reply/reply-text.ts';
import { spanConditions } from '../kit/spans/span-conditions.ts';
import { otlpSpanJson, spanJson } from './span-codec.ts';

export interface SpanListInput {
  readonly project: string;
  readonly filters: Static<typeof SpanFilterParams>;
  readonly sort: SpanQuery['sort'];
  readonly order: SpanQuery['order'];
  readonly limit: number;
  readonly cursor?: string;
}

/**
 * Pages are read at up to 1,000 spans with all their attributes, so their JSON is put together
 * here, span by span.
 */
export const listSpans: Query<SpanListInput, Uint8Array> = {
  name: 'spans.list',
  run: (context, input) => pageJson(context, input, spanJson),
};
export const listOtlpSpans: Query<SpanListInput, Uint8Array> = {
  name: 'spans.listOtlp',
  run: (context, input) => pageJson(context, input, otlpSpanJson),
};

async function pageJson(
  context: ReadContext,
  input: SpanListInput,
  toJson: (payload: SpanPayload) => string,
): Promise<Uint8Array> {
  const found = await findProject(context.projects, input.project);
  const scope = cursorScope('spans', found.id, {
    ...input.filters,
    sort: input.sort,
    order: input.order,
  });
  const { rows, next } = await readPage(context, input, { projectId: found.id, scope });
  const payloads = await context.spans.payloads(rows);
  const reply = new ReplyText();
  let before = '{"data":[';
  for (const payload of payloads) {
    reply.add(`${before}${toJson(payload)}`);
    before = ',';
  }
  const cursor = next === null ? 'null' : JSON.stringify(cursorOf(next, input, scope));
  reply.add(`${payloads.length === 0 ? before : ''}],"next_cursor":${cursor}}`);
  return reply.bytes();
}

/** A list as its cursors know it. */
interface List {
  readonly projectId: number;
  readonly scope: string;
}

async function readPage(
  context: ReadContext,
  input: SpanListInput,
  list: List,
): Promise<Page<SpanRow>> {
  const conditions = spanConditions(input.filters);
  const anchor =
    input.cursor === undefined
      ? {}
      : { anchor: await anchorOf(context, input.cursor, input.sort, list) };
  const { sort, order, limit } = input;
  return context.spans.spans(
    { projectId: list.projectId, ...conditions, sort, order, limit, mayEndEarly: true, ...anchor },
    context.budget,
  );
}

async function anchorOf(
  { spans }: ReadContext,
  cursor: string,
  sort: SpanQuery['sort'],
  list: List,
): Promise<PageAnchor> {
  if (sort === 'start_time') return decodeKeyset(cursor, 'DATETIME', true, list.scope);
  const number = decodeIdCursor(cursor, 'Span');
  const [row] = await spans.findSpans([{ number }]);
  assertCursorOf(list.projectId, row, cursor);
  return { id: number, sortValue: BigInt(number), inclusive: true };
}

/** A cursor is the first row that was not looked at, or its place. */
function cursorOf(next: PageAnchor, { sort, order }: SpanListInput, scope: string): string {
  if (sort !== 'start_time') return encodeGlobalId('Span', next.id);
  const step = next.inclusive ? 0 : order === 'asc' ? 1 : -1;
  return encodeKeyset('DATETIME', { ...next, id: next.id + step }, scope);
}
