import type Database from 'better-sqlite3';
import { unpackedBytes } from './block-codec.ts';
import { SETTLED_LEVEL, type PackJob, type Packed } from './block-jobs.ts';
import { BlockTable } from './block-table.ts';
import { conversationOf } from './block-writer.ts';
import { BLOCK_BYTES_MAX } from './conversation-order.ts';
import { BlockFrames } from './damaged-blocks.ts';
import { FreshBlocks, SPANS_WORTH_SETTLING, type WaitingBlock } from './fresh-blocks.ts';
import { freeLarge } from '../both/free-large.ts';
import type { WordTable } from '../index/word-table.ts';
import type { Clock } from '../both/step-time.ts';

/** Of one job, as stored: what takes its place is written in one transaction. */
const FRAME_BYTES_MAX = 1.5 * 1024 * 1024;
/** Of one job, unpacked, and as much again of blocks that conversations had before. */
const RAW_BYTES_MAX = 24 * 1024 * 1024;
/** More only if what is left would not be worth a job. */
const SPANS_MAX = 2_048;
/** Numbers that one job may extend over. */
const NUMBERS_MAX = 32_768;
/** Numbers of a block written on ingest may lie apart by so much: other spans of the same group. */
const NUMBERS_PER_SPAN = 16;
/** Of a conversation with fewer new bytes, earlier blocks are left alone. */
const JOINED_BYTES_MIN = 32 * 1024;
/**
 * An earlier block is packed again when it is at most so many times as large as what is added. So
 * it grows by half each time, and no byte is packed more than ten times.
 */
const GROWTH = 2;
/** A job joins so many earlier blocks of one conversation. */
const JOINED_MAX = 4;
/** Numbers in a block lie no further apart. */
const DISTANCE_MAX = 2 ** 30;

type SpanCells = [id: number, traceNumber: number, bytes: number];
type TraceCells = [projectId: number, sessionNumber: number | null];

/** A job, and of which conversations it knows. */
export interface Merge {
  readonly job: PackJob;
  /** By rank. */
  readonly conversations: readonly Conversation[];
}

interface Conversation {
  readonly number: number;
  readonly projectId: number;
  bytes: number;
}

/** Finds old blocks whose spans can be arranged by conversation, and has others take their place. */
export class BlockMerger {
  readonly #fresh: FreshBlocks;
  readonly #table: BlockTable;
  readonly #words: WordTable;
  readonly #frames: BlockFrames;
  readonly #spans: Database.Statement<[number, number], SpanCells>;
  readonly #trace: Database.Statement<[number], TraceCells>;
  readonly #lastRun: Database.Statement<[number, number, string], number | null>;
  readonly #earlier: Database.Statement<[number, number], number>;
  readonly #dirty: Database.Statement<[number, number]>;

  constructor(db: Database.Database, clock: Clock, words: WordTable) {
    this.#fresh = new FreshBlocks(db, clock);
    this.#table = new BlockTable(db);
    this.#words = words;
    this.#frames = new BlockFrames(db);
    this.#spans = db
      .prepare<[number, number], SpanCells>(
        'SELECT id, trace_number, payload_bytes FROM spans WHERE id >= ? AND id < ? ORDER BY id',
      )
      .raw(true);
    this.#trace = db
      .prepare<[number], TraceCells>('SELECT project_id, session_number FROM traces WHERE id = ?')
      .raw(true);
    this.#lastRun = db
      .prepare<[number, number, string], number | null>(
        `SELECT max(first_id + span_count) FROM block_runs
         WHERE first_id BETWEEN ? AND ? AND block IN (SELECT value FROM json_each(?))`,
      )
      .pluck(true);
    this.#earlier = db
      .prepare<[number, number], number>(
        `SELECT block FROM conversation_blocks WHERE conversation = ? AND block < ?
         AND block NOT IN (SELECT first_id FROM damaged_blocks) ORDER BY block DESC LIMIT 1`,
      )
      .pluck(true);
    this.#dirty = db.prepare<[number, number]>(
      `SELECT 1 FROM dirty_blocks WHERE first_id = ?
       UNION ALL SELECT 1 FROM damaged_blocks WHERE first_id = ? LIMIT 1`,
    );
  }

  /** How many blocks wait, as of the last look for the next. */
  get blocksToSettle(): number {
    return this.#fresh.waiting;
  }

  /** Counts the blocks that wait. */
  look(): void {
    this.#fresh.toSettle();
  }

  /** The next blocks to settle, or null when all old blocks are. */
  next(): Merge | null {
    const waiting = this.#fresh.toSettle();
    if (waiting.length === 0) return null;
    const chosen = this.#choose(waiting);
    const { ids, ranks, conversations } = this.#ranked(
      waiting[0]?.first_id ?? 0,
      this.#endOf(waiting.slice(0, chosen.length)),
    );
    const blocks = [
      ...chosen.map((block) => ({ ...block, rank: null })),
      ...this.#joined(conversations, waiting[0]?.first_id ?? 0),
    ];
    const { newestList: list } = this.#words;
    return { job: { kind: 'pack', blocks, ids, ranks, list }, conversations };
  }

  /**
   * Stores what takes the place of a job's blocks with the filters of its words, unless one of them
   * is no longer what was packed: spans of it may have been deleted meanwhile.
   */
  replace({ job, conversations }: Merge, { blocks, before }: Packed): void {
    if (job.blocks.some(({ number, frame }) => this.#isChanged(number, frame))) return;
    const dropped = job.blocks.map(({ number, rank }, i) => ({
      number,
      rank,
      ids: before[i] ?? [],
    }));
    this.#table.dropAll(dropped.filter(({ rank }) => rank === null));
    for (const { number, rank, ids } of dropped) if (rank !== null) this.#table.drop(number, ids);
    for (const { number, ids, rank, frame, words } of blocks) {
      const conversation = rank === null ? null : (conversations[rank]?.number ?? null);
      this.#table.insert({ number, ids, level: SETTLED_LEVEL, conversation, frame });
      this.#words.insert(number, words);
    }
  }

  #isChanged(number: number, packed: Uint8Array): boolean {
    const now = this.#frames.get(number);
    if (now === null || this.#dirty.get(number, number) !== undefined) return true;
    const isChanged = Buffer.compare(now, packed) !== 0;
    freeLarge(now);
    return isChanged;
  }

  #choose(waiting: readonly WaitingBlock[]): { number: number; frame: Uint8Array }[] {
    const chosen: { number: number; frame: Uint8Array }[] = [];
    const first = waiting[0]?.first_id ?? 0;
    let [frameBytes, rawBytes, spans] = [0, 0, 0];
    let left = waiting.reduce((sum, { span_count: count }) => sum + count, 0);
    for (const { first_id: number, span_count: count, bytes } of waiting) {
      frameBytes += bytes;
      spans += count;
      const isOver =
        frameBytes > FRAME_BYTES_MAX ||
        (spans > SPANS_MAX && left >= SPANS_WORTH_SETTLING) ||
        number - first > NUMBERS_MAX;
      left -= count;
      if (chosen.length > 0 && isOver) break;
      const frame = this.#frames.get(number) ?? new Uint8Array();
      rawBytes += unpackedBytes(frame);
      if (chosen.length > 0 && rawBytes > RAW_BYTES_MAX) break;
      chosen.push({ number, frame });
    }
    return chosen;
  }

  /** Behind the highest number in these blocks. */
  #endOf(blocks: readonly WaitingBlock[]): number {
    const ends = blocks.map(({ first_id: first, span_count: count }) => first + count);
    const [first = { first_id: 0 }] = blocks;
    const far = Math.max(
      ...blocks.map((block) => block.first_id + NUMBERS_PER_SPAN * block.span_count),
    );
    const numbers = JSON.stringify(blocks.map(({ first_id: number }) => number));
    return Math.max(...ends, this.#lastRun.get(first.first_id, far, numbers) ?? 0);
  }

  /**
   * The conversation of each span with these numbers: those of a project one after the other, as
   * they began.
   */
  #ranked(
    from: number,
    end: number,
  ): {
    readonly ids: Float64Array;
    readonly ranks: Uint32Array;
    readonly conversations: readonly Conversation[];
  } {
    const spans = this.#spans.all(from, end);
    const byTrace = new Map<number, Conversation>();
    const byNumber = new Map<number, Conversation>();
    const found = spans.map(([, trace, bytes]) => {
      let conversation = byTrace.get(trace);
      if (conversation === undefined) {
        const [projectId, session] = this.#trace.get(trace) ?? [0, null];
        const number = conversationOf(trace, session);
        conversation = byNumber.get(number) ?? { number, projectId, bytes: 0 };
        byNumber.set(number, conversation);
        byTrace.set(trace, conversation);
      }
      conversation.bytes += bytes;
      return conversation;
    });
    const conversations = [...byNumber.values()].sort((a, b) => a.projectId - b.projectId);
    const rankOf = new Map(conversations.map((conversation, rank) => [conversation, rank]));
    return {
      ids: Float64Array.from(spans, ([id]) => id),
      ranks: Uint32Array.from(found, (conversation) => rankOf.get(conversation) ?? 0),
      conversations,
    };
  }

  /** Earlier blocks of conversations that are packed again with what was added. */
  #joined(conversations: readonly Conversation[], before: number): PackJob['blocks'] {
    const joined: { number: number; frame: Uint8Array; rank: number }[] = [];
    let left = RAW_BYTES_MAX;
    for (const [rank, { number: conversation, bytes: added }] of conversations.entries()) {
      if (added < JOINED_BYTES_MIN) continue;
      let [bytes, end] = [added, before];
      for (let count = 0; count < JOINED_MAX; count += 1) {
        const number = this.#earlier.get(conversation, end);
        if (number === undefined || before - number > DISTANCE_MAX) break;
        const frame = this.#frames.get(number) ?? new Uint8Array();
        const raw = unpackedBytes(frame);
        if (raw > GROWTH * bytes || bytes + raw > BLOCK_BYTES_MAX || raw > left) break;
        joined.push({ number, frame, rank });
        [bytes, end, left] = [bytes + raw, number, left - raw];
      }
    }
    return joined;
  }
}
