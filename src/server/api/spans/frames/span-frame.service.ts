import { AppError } from '#contracts/wire/errors.ts';
import { isoNano } from '#contracts/wire/time.ts';
import { compileSpanFilter } from '#core/filter/compile-filter.ts';
import { FilterRefusal } from '#core/filter/refuse-filter.ts';
import type { JsonValue, SpanPredicate } from '#core/filter/predicate.ts';
import { FrameColumns, type Cell, type FrameColumn } from '#core/frame/frame-columns.ts';
import type { FrameQuery } from '#core/frame/frame-query.ts';
import {
  frameRows,
  indexNames,
  WHOLE_FRAME_FIELDS,
  type FrameRow,
  type FrameSpan,
} from '#core/frame/frame-rows.ts';
import { fieldName } from '#core/frame/table-schema.ts';
import { keyValuesToJson } from '#core/otlp/any-value-json.ts';
import { attributesNested } from '#core/otlp/span-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import type { SpanPayload } from '#core/ports/span-rows.ts';
import type { PageAnchor, SpanQuery, TimeWindow } from '#core/ports/span-store.ts';
import type { Query } from '#server/threads/query.ts';
import { ReplyText } from '#server/api/kit/reply/reply-text.ts';
import { payloadSteps } from '#server/api/kit/spans/payload-steps.ts';

const PART_SPANS = 500;
/** Spans of one part are read until so much is together. */
const PART_CHARS = 2 * 1024 * 1024;
const COLUMNS_MAX = 10_000;
const NANOS_PER_MILLI = 1e6;

export interface FramePartInput {
  readonly project: string;
  readonly query: FrameQuery;
  readonly window: TimeWindow;
  readonly parent: 'none' | 'none_or_missing' | null;
  /** Spans at most. */
  readonly limit: number;
  readonly anchor: PageAnchor | null;
  /** Of the parts before; empty for the first. */
  readonly columns: readonly FrameColumn[];
}

/** Some rows of a frame: JSON objects with commas between them. */
export interface FramePart {
  readonly rows: Uint8Array;
  readonly rowCount: number;
  readonly spanCount: number;
  readonly columns: readonly FrameColumn[];
  /** Where the next part begins; null after the last. */
  readonly next: PageAnchor | null;
}

/** A part of a query's frame, newest span first. An unknown project has no rows. */
export const readFramePart: Query<FramePartInput, FramePart> = {
  name: 'spans.frame',
  run: async (
    { projects, spans, budget },
    { project, query, window, parent, limit, anchor, columns: before },
  ) => {
    const filter = spanFilter(query.condition);
    const columns = new FrameColumns(
      before.length > 0 ? before : firstColumns(query),
      indexNames(query).length,
    );
    const found = await projects.findProject({ name: project });
    const reply = new ReplyText();
    if (found === null || limit === 0)
      return {
        rows: reply.bytes(),
        rowCount: 0,
        spanCount: 0,
        columns: columns.columns,
        next: null,
      };
    const request: SpanQuery = {
      projectId: found.id,
      window,
      sort: 'start_time',
      order: 'desc',
      limit: Math.min(limit, PART_SPANS),
      ...(parent === null ? {} : { parent }),
      ...(filter === null ? {} : { filter }),
      ...(anchor === null ? {} : { anchor }),
    };
    const page = await spans.spans(request, budget);
    let [rowCount, spanCount, chars] = [0, 0, 0];
    for await (const { payloads, read } of payloadSteps(spans, page.rows)) {
      for (const payload of payloads) {
        for (const row of frameRows(frameSpan(payload), query)) {
          const text = `${rowCount === 0 ? '' : ','}${rowJson(row, query, columns)}`;
          rowCount += 1;
          chars += text.length;
          reply.add(text);
        }
      }
      spanCount = read;
      if (chars >= PART_CHARS) break;
    }
    const after = page.rows[spanCount];
    const next =
      after === undefined
        ? page.next
        : { id: after.id, sortValue: after.startTimeUnixNano, inclusive: true };
    return { rows: reply.bytes(), rowCount, spanCount, columns: columns.columns, next };
  },
};

export type ReadFramePart = (input: FramePartInput) => Promise<FramePart>;

/** A frame whose first part was read. */
export interface StartedFrame {
  readonly input: FramePartInput;
  readonly first: FramePart;
}

/** The parts of a frame, one after the other. */
export async function* partsOfFrame(
  { input, first }: StartedFrame,
  read: ReadFramePart,
): AsyncGenerator<FramePart> {
  let part = first;
  let left = input.limit;
  for (;;) {
    yield part;
    left -= part.spanCount;
    if (part.next === null || left <= 0) return;
    part = await read({ ...input, limit: left, anchor: part.next, columns: part.columns });
  }
}

/** 422 with the words that clients look for. */
function spanFilter(condition: string): SpanPredicate | null {
  try {
    return compileSpanFilter(condition);
  } catch (error) {
    if (error instanceof FilterRefusal)
      throw new AppError('unprocessable', `Invalid query: ${error.detail}`, { cause: error });
    throw error;
  }
}

/** Columns that a frame has even without rows. */
function firstColumns(query: FrameQuery): readonly FrameColumn[] {
  const names = [...indexNames(query), ...(query.select === null ? WHOLE_FRAME_FIELDS : [])];
  return names.map((name) => ({ name, kind: null, cells: 0 }));
}

function frameSpan({ row, bytes }: SpanPayload): FrameSpan {
  const span = decodeSpan(bytes);
  return {
    fields: {
      name: row.name,
      span_kind: row.kind,
      parent_id: row.parentSpanId,
      start_time: timeText(row.startTimeUnixNano),
      end_time: timeText(row.endTimeUnixNano),
      status_code: row.statusCode,
      status_message: span.status.message,
      events: span.events.map((event): JsonValue => ({
        name: event.name,
        timestamp: timeText(event.timeUnixNano),
        attributes: keyValuesToJson(event.attributes),
      })),
      'context.span_id': row.spanId,
      'context.trace_id': row.traceId,
      latency_ms: Number(row.endTimeUnixNano - row.startTimeUnixNano) / NANOS_PER_MILLI,
    },
    attributes: attributesNested(span),
  };
}

/** Frames alone write `Z`, which pandas reads as a time zone. */
function timeText(nanos: bigint): string {
  return isoNano(nanos).replace('+00:00', 'Z');
}

function rowJson({ index, cells }: FrameRow, query: FrameQuery, columns: FrameColumns): string {
  const levels = indexNames(query);
  let text = '';
  const add = (place: number, name: string, cell: Cell | null): void => {
    if (cell === null) return;
    columns.note(place, cell.kind);
    text += `${text === '' ? '' : ','}${JSON.stringify(fieldName(name, place))}:${JSON.stringify(cell.value)}`;
  };
  for (const [level, cell] of index.entries()) add(level, levels[level] ?? '', cell);
  for (const [name, cell] of cells) {
    const place = columns.place(name, COLUMNS_MAX);
    if (place === null)
      throw new AppError(
        'unprocessable',
        `The frame has more than ${COLUMNS_MAX} columns; select the ones that are needed.`,
      );
    add(place, name, cell);
  }
  return `{${text}}`;
}
