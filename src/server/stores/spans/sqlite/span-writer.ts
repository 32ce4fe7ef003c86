import { invariant } from '#contracts/errors.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { SpanBatch, SpanWriter, WriteOutcome } from '#core/ports/span-store.ts';
import { spanParameters } from './columns.ts';
import type { SqlValue } from './columns.ts';
import { insertProject, projectByName } from './project-queries.ts';
import type { WriteConnection } from './write-connection.ts';
import type { WriteParts } from './write-parts.ts';

export const DEFAULT_PROJECT = 'default';
const INT64_MAX = 2n ** 63n - 1n;

interface OpenOutcome {
  stored: number;
  duplicates: number;
  readonly refused: { readonly index: number; readonly reason: string }[];
  readonly projectIds: Set<number>;
}

/**
 * Writes spans. Rows go in one by one, since each insert says whether the span was new; all else (traces, shapes, blocks, roll-ups) is
 * gathered in memory and written once at the end of the transaction.
 */
export class SqliteSpanWriter implements SpanWriter {
  readonly #connection: WriteConnection;
  readonly #parameters: SqlValue[] = [];

  constructor(connection: WriteConnection) {
    this.#connection = connection;
  }

  canWrite(): ReturnType<SpanWriter['canWrite']> {
    return this.#connection.canWrite();
  }

  async write(batches: readonly SpanBatch[]): Promise<readonly WriteOutcome[]> {
    return this.#connection.transaction((parts) => batches.map((batch) => this.#writeBatch(parts, batch)));
  }

  #writeBatch(parts: WriteParts, batch: SpanBatch): WriteOutcome {
    const outcome: OpenOutcome = { stored: 0, duplicates: 0, refused: [], projectIds: new Set() };
    for (let index = 0; index < batch.records.length; index += 1) {
      const record = batch.records[index];
      invariant(record !== undefined, 'a batch has no holes');
      const reason = refusal(record);
      if (reason !== null) outcome.refused.push({ index, reason });
      else if (this.#writeSpan(parts, record, batch.projectName, outcome)) outcome.stored += 1;
      else outcome.duplicates += 1;
    }
    return { ...outcome, projectIds: [...outcome.projectIds] };
  }

  /** False for a duplicate. */
  #writeSpan(parts: WriteParts, record: SpanRecord, projectName: string | null, outcome: OpenOutcome): boolean {
    const { traces, shapes, counters } = parts;
    const trace = traces.findOrCreate(record, () => projectNumber(parts, projectName ?? record.resource.projectName ?? DEFAULT_PROJECT));
    const shape = shapes.find(trace.projectId, record);
    const isNameless = shape.name === null;
    const id = counters.peek('span');
    const duration = durationOf(record);
    const parameters = spanParameters(
      {
        id,
        traceNumber: trace.number,
        spanId: record.spanId,
        parentSpanId: record.parentSpanId,
        shapeId: shape.id,
        startTime: record.startTimeUnixNano,
        duration,
        payloadBytes: record.bytes.length,
        tokens: record.tokens,
        costUsd: record.costUsd,
        documentCount: record.documentCount,
        userId: traces.userCell(trace, record.userId),
        errorMessage: record.errorMessage,
        name: isNameless ? record.name : null,
        modelName: isNameless ? record.modelName : null,
        modelProvider: isNameless ? record.modelProvider : null,
        firstTokenNano: record.firstTokenNano,
      },
      this.#parameters,
    );
    if (!parts.insertSpan(parameters)) return false;
    counters.take('span');
    traces.add(trace, record, id);
    shapes.count(shape, record.startTimeUnixNano);
    parts.blocks.add(id, { contextId: parts.contexts.add(record.resource, record.scope), bytes: record.bytes });
    parts.zones.add(trace.projectId, id, record.startTimeUnixNano, record.bytes.length);
    parts.spanIds.add(id, record.spanId);
    if (!parts.waiting.isEmpty) parts.waiting.note(record);
    parts.rollups.addSpan(
      {
        projectId: trace.projectId,
        startTime: record.startTimeUnixNano,
        durationNano: Number(duration),
        isRoot: record.parentSpanId === null,
        isError: record.statusCode === 2,
        isLlm: record.kind === 'LLM',
        modelName: record.modelName,
        prompt: record.tokens.prompt,
        completion: record.tokens.completion,
        costUsd: record.costUsd,
      },
      1,
    );
    outcome.projectIds.add(trace.projectId);
    return true;
  }
}

/** Why a record cannot be stored, or null. The skim before has said most of this already; the store does not rely on it. */
function refusal(record: SpanRecord): string | null {
  if (record.traceId.length !== 16) return `trace_id has ${record.traceId.length} bytes; it must have 16`;
  if (record.spanId.length !== 8) return `span_id has ${record.spanId.length} bytes; it must have 8`;
  if (record.parentSpanId !== null && record.parentSpanId.length !== 8)
    return `parent_span_id has ${record.parentSpanId.length} bytes; it must have 8`;
  return null;
}

/** May be negative (skewed clocks); an integer for SQLite whatever its size. */
function durationOf(record: SpanRecord): number | bigint {
  const nanos = record.endTimeUnixNano - record.startTimeUnixNano;
  if (nanos > INT64_MAX) return INT64_MAX;
  const short = Number(nanos);
  return Number.isSafeInteger(short) ? short : nanos;
}

function projectNumber(parts: WriteParts, name: string): number {
  const known = parts.projectIds.get(name);
  if (known !== undefined) return known;
  const id = projectByName(parts.db, name)?.id ?? insertProject(parts.db, name, null);
  parts.projectIds.set(name, id);
  return id;
}
