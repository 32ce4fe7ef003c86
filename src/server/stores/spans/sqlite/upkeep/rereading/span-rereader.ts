import { AppError } from '#contracts/wire/errors.ts';
import type { ReadStoredSpans } from '#core/otlp/read-stored-spans.ts';
import type {
  RereadCounts,
  RereadScope,
  RereadSpan,
  RereadStep,
  SpanRereader,
} from '#core/ports/span-rereader.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import { DamagedData } from '#server/stores/damaged-data.ts';
import { openBlock } from '#server/stores/spans/sqlite/blocks/block-codec.ts';
import { freeLarge } from '#server/stores/spans/sqlite/both/free-large.ts';
import { StepTime, type Clock } from '#server/stores/spans/sqlite/both/step-time.ts';
import type { WriteConnection } from '#server/stores/spans/sqlite/write/write-connection.ts';
import type { WriteParts } from '#server/stores/spans/sqlite/write/write-parts.ts';
import { noteReading, readingVersion } from './reading-mark.ts';
import { zoneOf, ZONE_SPANS } from '#server/stores/spans/sqlite/index/zone-writer.ts';
import { rereadSpans } from './reread-spans.ts';
import { Rereading } from './rereading.ts';
import type { StoredBlock } from './reread-statements.ts';
import type { ReadingCells } from './span-reading.ts';

/** A step begins no further block after this. */
const STEP_MS = 10;
/** Spans that are read in one transaction when they are named. */
const SPANS_AT_ONCE = 1_000;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** Reads stored spans again, block by block from the newest on. */
export class SqliteSpanRereader implements SpanRereader {
  readonly #connection: WriteConnection;
  readonly #read: ReadStoredSpans;
  readonly #clock: Clock;

  constructor(
    connection: WriteConnection,
    read: ReadStoredSpans,
    clock: Clock = () => performance.now(),
  ) {
    this.#connection = connection;
    this.#read = read;
    this.#clock = clock;
  }

  async countSpans({ projectIds }: RereadScope): Promise<number> {
    const { db } = this.#connection;
    const all = 'SELECT coalesce(sum(span_count), 0) FROM shapes';
    if (projectIds === undefined) return db.prepare<[], number>(all).pluck(true).get() ?? 0;
    const one = db.prepare<[number], number>(`${all} WHERE project_id = ?`).pluck(true);
    return projectIds.reduce((sum, id) => sum + (one.get(id) ?? 0), 0);
  }

  async readingVersion(): Promise<number> {
    return readingVersion(this.#connection.db);
  }

  async noteReading(version: number): Promise<void> {
    this.#connection.transaction(({ db }) => noteReading(db, version));
  }

  async step(scope: RereadScope, from: number | null): Promise<RereadStep> {
    const state = this.#connection.canWrite();
    if (!state.ok) throw new AppError('unavailable', state.reason, { retryAfterSeconds: 1 });
    const time = new StepTime(this.#clock, STEP_MS);
    return this.#connection.transaction((parts) => {
      const rereading = new Rereading(parts, this.#read, scope);
      const inScope = conditionOf(parts, scope);
      let end = from ?? Number.MAX_SAFE_INTEGER;
      let next: number | null = null;
      for (;;) {
        end = inScope.endOf(end);
        const block = parts.rereading.blockBefore.get(end);
        if (block === undefined) {
          next = null;
          break;
        }
        this.#readBlock(parts, rereading, { block, end, inScope });
        end = block.first_id;
        next = end;
        if (time.isOver) break;
      }
      return { ...rereading.finish(), next };
    }, 'few');
  }

  async rereadSpans(spans: readonly RereadSpan[]): Promise<RereadCounts> {
    if (spans.length > SPANS_AT_ONCE)
      throw new AppError(
        'internal',
        `${spans.length} spans are to be read again in one transaction; at most ${SPANS_AT_ONCE}.`,
      );
    return this.#connection.transaction((parts) => rereadSpans(parts, this.#read, spans));
  }

  /**
   * Blocks may be packed into one between two steps, so what lies at `end` or beyond was read
   * before.
   */
  #readBlock(
    parts: WriteParts,
    rereading: Rereading,
    {
      block,
      end,
      inScope,
    }: { readonly block: StoredBlock; readonly end: number; readonly inScope: Condition },
  ): void {
    const firstId = block.first_id;
    const spans = parts.rereading.spans
      .all(firstId, Math.min(firstId + block.span_count, end) - 1)
      .filter(inScope.isOfProject);
    rereading.pass(spans.length);
    const wanted = spans.filter(inScope.isInWindow);
    const frame = wanted.length === 0 ? undefined : parts.rereading.frame.get(firstId);
    if (frame === undefined) return;
    try {
      const opened = openBlock(frame, firstId);
      const read = this.#read(opened.raw);
      for (const cells of wanted) {
        const entry = opened.entry(cells[0] - firstId);
        if (entry === null) continue;
        const start = entry.bytes.byteOffset - opened.raw.byteOffset;
        rereading.span(cells, read, start, start + entry.bytes.length);
      }
      freeLarge(opened.raw);
    } catch (error) {
      if (!(error instanceof DamagedData)) throw error;
      rereading.giveUp(wanted.length);
    } finally {
      freeLarge(frame);
    }
  }
}

interface Condition {
  readonly isOfProject: (cells: ReadingCells) => boolean;
  readonly isInWindow: (cells: ReadingCells) => boolean;
  /**
   * Behind the last span before this one that may be in scope: what other projects sent is not
   * looked at.
   */
  readonly endOf: (end: number) => number;
}

function conditionOf(parts: WriteParts, { projectIds, window }: RereadScope): Condition {
  const projects = projectIds === undefined ? null : new Set(projectIds);
  const { startUnixNano = INT64_MIN, endUnixNano = INT64_MAX } =
    window ?? ({} satisfies TimeWindow);
  const hasWindow = window?.startUnixNano !== undefined || window?.endUnixNano !== undefined;
  const endOf = (end: number): number => {
    if (projectIds === undefined) return end;
    const zones = projectIds.map(
      (id) => parts.rereading.zoneBefore.get(id, zoneOf(end - 1), startUnixNano, endUnixNano) ?? -1,
    );
    return Math.min(end, (Math.max(-1, ...zones) + 1) * ZONE_SPANS);
  };
  return {
    endOf,
    isOfProject: (cells) => projects === null || projects.has(cells[16]),
    isInWindow: (cells) => {
      if (!hasWindow) return true;
      const start = parts.rereading.startOf.get(cells[0]) ?? INT64_MIN;
      return start >= startUnixNano && start < endUnixNano;
    },
  };
}
