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
import type { ReadingCells } from './span-reading.ts';

/** A step begins no further block after this. */
const STEP_MS = 10;
/** Spans that are read in one transaction when they are named. */
const SPANS_AT_ONCE = 1_000;
/**
 * Numbers whose spans are read before any lower ones, block by block: a block holds spans of many
 * numbers, and is unpacked once for all of these.
 */
const WINDOW_NUMBERS = 8 * ZONE_SPANS;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** Numbers below `end` that are being read, and those of them whose spans still are to be. */
interface RereadWindow {
  readonly scope: string;
  readonly low: number;
  readonly end: number;
  readonly left: Set<number>;
  /** Spans read so far; they count with the whole window, since a restart reads all of it again. */
  passed: number;
}

/**
 * Reads stored spans again, window by window from the newest on. What was read of a window is
 * remembered between steps; after a restart the window is read from its start, which changes
 * nothing.
 */
export class SqliteSpanRereader implements SpanRereader {
  readonly #connection: WriteConnection;
  readonly #read: ReadStoredSpans;
  readonly #clock: Clock;
  #window: RereadWindow | null = null;

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
    try {
      return this.#step(scope, from);
    } catch (error) {
      // What was read of the window is not stored: all of it is read again.
      this.#window = null;
      throw error;
    }
  }

  #step(scope: RereadScope, from: number | null): RereadStep {
    const time = new StepTime(this.#clock, STEP_MS);
    return this.#connection.transaction((parts) => {
      const rereading = new Rereading(parts, this.#read, scope);
      const inScope = conditionOf(parts, scope);
      let end: number | null = from ?? Number.MAX_SAFE_INTEGER;
      do {
        const window = this.#windowBefore(parts, scope, inScope.endOf(end));
        if (window === null) end = null;
        else {
          this.#readBlock(parts, rereading, { window, inScope });
          end = window.left.size > 0 ? window.end : window.low;
        }
      } while (end !== null && !time.isOver);
      const next = end;
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

  /** The window that ends there: as far as it was read, or a new one; null when no span is left. */
  #windowBefore(parts: WriteParts, scope: RereadScope, end: number): RereadWindow | null {
    const name = JSON.stringify(scope, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    const known = this.#window;
    if (known?.scope === name && known.end === end && known.left.size > 0) return known;
    const last = parts.rereading.idBefore.get(end) ?? null;
    if (last === null) return null;
    const low = last - (last % WINDOW_NUMBERS);
    const left = new Set(parts.rereading.idsBetween.all(low, last + 1).toReversed());
    this.#window = { scope: name, low, end: last + 1, left, passed: 0 };
    return this.#window;
  }

  /** Reads the spans of one block whose numbers are left in the window. */
  #readBlock(
    parts: WriteParts,
    rereading: Rereading,
    { window, inScope }: { readonly window: RereadWindow; readonly inScope: Condition },
  ): void {
    const { blocks } = parts.rereading;
    const [id = 0] = window.left;
    const block = blocks.blockOf(id) ?? id;
    const runs = blocks.runsOf(block, window.low, window.end - 1);
    const isAmong = runs.some(([first, count]) => id >= first && id < first + count);
    const spans = (isAmong ? runs : [[id, 1] as const])
      .flatMap(([first, count]) => parts.rereading.spans.all(first, first + count - 1))
      .filter(([number]) => window.left.has(number));
    window.left.delete(id);
    for (const [number] of spans) window.left.delete(number);
    const own = spans.filter(inScope.isOfProject);
    window.passed += own.length;
    if (window.left.size === 0) rereading.pass(window.passed);
    const wanted = own.filter(inScope.isInWindow);
    const frame = wanted.length === 0 ? null : blocks.frame(block);
    if (frame === null) return;
    try {
      const opened = openBlock(frame, block);
      const read = this.#read(opened.raw);
      for (const cells of wanted) {
        const entry = opened.entry(cells[0]);
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
