import { SPAN_KINDS, STATUS_CODES } from '#contracts/spans/span-kind.ts';
import { copiedRecord } from '#core/otlp/copied-record.ts';
import { StoredContexts } from '#core/otlp/stored-contexts.ts';
import {
  NUMBERED_KINDS,
  type CopiedAnnotation,
  type CopiedItems,
  type CopiedKind,
  type CopiedSpan,
  type CopiedWaitingAnnotation,
  type CopiedWaitingEvent,
  type LastNumbers,
  type SpanCopyCounts,
  type SpanCopyTarget,
} from '#core/ports/span-copy.ts';
import { targetNumberOf } from '../annotations/annotation-sql.ts';
import { insertRevisions } from '../annotations/annotation-table.ts';
import { waitingItemText } from '../annotations/waiting-annotations.ts';
import { ClickHouse, type ClickHouseOptions } from '../client/clickhouse.ts';
import { RowWriter } from '../client/row-writer.ts';
import { openSchema } from '../schema/open-schema.ts';
import type { StoredSpan } from '../schema/stored-span.ts';
import { noteReading } from '../upkeep/span-rereader.ts';
import { putProjects } from '../write/projects.ts';
import { SenderReader } from '../write/sender-reader.ts';
import { insertSpans } from '../write/span-table.ts';
import { clickHouseCounts, COPY_READ_SECONDS_MAX } from './clickhouse-counts.ts';

/** Keeps the state of a copy: ClickHouse has no transactions that it could be part of. */
export interface CopyNotes {
  read(): Promise<ReadonlyMap<string, string>>;
  write(name: string, state: string): Promise<void>;
}

type Puts = { [Kind in CopiedKind]: (items: readonly CopiedItems[Kind][]) => Promise<void> };

/** Tables that a server which was started once fills, though nothing was sent to it. */
const BEGUN = ['projects', 'numbers', 'marks'] as const;

/**
 * A ClickHouse database that is copied to. Rows that are inserted twice count once, so a part may
 * be repeated whose note was lost.
 */
export class ClickHouseCopyTarget implements SpanCopyTarget {
  readonly name: string;
  readonly #db: ClickHouse;
  readonly #notes: CopyNotes;
  readonly #contexts = new StoredContexts();
  readonly #senders = new SenderReader();
  readonly #puts: Puts = {
    projects: async (projects) => {
      for (const table of BEGUN) await this.#db.command(`TRUNCATE TABLE ${table}`);
      if (projects.length > 0)
        await putProjects(
          this.#db,
          projects.map((project) => ({ ...project, version: 1 })),
        );
    },
    spans: (spans) =>
      insertSpans(
        this.#db,
        spans.map((span) => this.#stored(span)),
      ),
    annotations: (annotations) => insertRevisions(this.#db, annotations.flatMap(revisionsOf)),
    waitingAnnotations: (waiting) => this.#putWaitingAnnotations(waiting),
    waitingEvents: (events) => this.#putWaitingEvents(events),
  };

  private constructor(name: string, db: ClickHouse, notes: CopyNotes) {
    this.name = name;
    this.#db = db;
    this.#notes = notes;
  }

  static async open(
    options: ClickHouseOptions & { readonly cluster: string | null },
    notes: CopyNotes,
  ): Promise<ClickHouseCopyTarget> {
    const db = await ClickHouse.connect({ ...options, readSecondsMax: COPY_READ_SECONDS_MAX });
    try {
      await openSchema(db, options.cluster);
      return new ClickHouseCopyTarget(
        `database '${options.database}' of ClickHouse at ${options.url}`,
        db,
        notes,
      );
    } catch (error) {
      await db.close();
      throw error;
    }
  }

  async isEmpty(): Promise<boolean> {
    const { projects, ...others } = await this.counts();
    return projects <= 1 && Object.values(others).every((count) => count === 0);
  }

  state(): Promise<ReadonlyMap<string, string>> {
    return this.#notes.read();
  }

  async put<Kind extends CopiedKind>(
    kind: Kind,
    items: readonly CopiedItems[Kind][],
    note: { readonly name: string; readonly state: string },
  ): Promise<void> {
    await this.#puts[kind](items);
    await this.#notes.write(note.name, note.state);
  }

  counts(): Promise<SpanCopyCounts> {
    return clickHouseCounts(this.#db);
  }

  async finish(numbers: LastNumbers, readingVersion: number): Promise<void> {
    const writer = new RowWriter();
    for (const kind of NUMBERED_KINDS) {
      writer.text(kind);
      writer.uint64(numbers[kind]);
    }
    await this.#db.insert('numbers', ['kind', 'taken_up_to'], writer.finish());
    await noteReading(this.#db, readingVersion);
  }

  close(): Promise<void> {
    return this.#db.close();
  }

  #stored(span: CopiedSpan): StoredSpan {
    const record = copiedRecord(span, this.#contexts);
    const { row, sessionNumber } = span;
    return {
      project: row.projectId,
      // Where a span lies never changes; the session of its trace places it as well as its own.
      conversation: row.sessionId ?? '',
      traceId: row.traceId,
      spanId: row.spanId,
      number: row.id,
      revision: 0,
      traceNumber: row.traceNumber,
      sessionNumber: sessionNumber ?? 0,
      session: row.sessionId ?? '',
      parentSpanId: row.parentSpanId,
      name: row.name,
      kind: SPAN_KINDS.indexOf(row.kind),
      otelKind: row.otelKind,
      startTimeUnixNano: row.startTimeUnixNano,
      endTimeUnixNano: row.endTimeUnixNano,
      status: STATUS_CODES.indexOf(row.statusCode),
      errorMessage: row.errorMessage,
      modelName: row.modelName,
      modelProvider: row.modelProvider,
      tokens: row.tokens,
      costUsd: row.costUsd,
      repeats: row.repeats,
      userId: row.userId,
      documentCount: row.documentCount,
      firstTokenNano: row.firstTokenNano,
      sender: this.#senders.of(record.resource, record.scope),
      bytes: span.bytes,
    };
  }

  async #putWaitingAnnotations(waiting: readonly CopiedWaitingAnnotation[]): Promise<void> {
    if (waiting.length === 0) return;
    const writer = new RowWriter();
    for (const { item, rules, allowedProjectIds, bytes } of waiting) {
      writer.uint64(item.id);
      writer.uint8(targetNumberOf(item.target));
      writer.text(item.targetId);
      writer.int64(item.receivedAtUnixNano);
      writer.uint32(bytes);
      writer.text(waitingItemText(item, item, rules, allowedProjectIds ?? undefined));
    }
    await this.#db.insert(
      'waiting_annotations',
      ['id', 'target', 'target_id', 'received_at', 'size', 'item'],
      writer.finish(),
    );
  }

  async #putWaitingEvents(events: readonly CopiedWaitingEvent[]): Promise<void> {
    if (events.length === 0) return;
    const writer = new RowWriter();
    for (const { number, traceId, spanId, receivedAtUnixNano, allowedProjects, bytes } of events) {
      writer.hex(traceId);
      writer.hex(spanId);
      writer.int64(receivedAtUnixNano);
      writer.uint64(number);
      writer.text(allowedProjects ?? '');
      writer.bytes(bytes);
    }
    await this.#db.insert(
      'waiting_events',
      ['trace_id', 'span_id', 'received_at', 'event_number', 'allowed', 'event'],
      writer.finish(),
    );
  }
}

function revisionsOf({ id, targetNumber, key, revisions }: CopiedAnnotation) {
  return revisions.map((revision) => ({ ...revision, id, targetNumber, key }));
}
