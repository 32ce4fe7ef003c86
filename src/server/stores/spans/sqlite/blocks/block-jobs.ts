import { blockWords, type BlockWords } from '../index/block-words.ts';
import { freeLarge } from '../both/free-large.ts';
import {
  blockNumber,
  openBlock,
  packBlock,
  type BlockSpan,
  type OpenBlock,
} from './block-codec.ts';
import { arrange } from './conversation-order.ts';

/**
 * In this order the level matters little: level 9 takes a tenth less for texts without repetition,
 * in five times the time, and nothing less for conversations.
 */
export const SETTLED_LEVEL = 3;

/** Blocks whose spans are to be arranged by conversation. */
export interface PackJob {
  readonly kind: 'pack';
  readonly blocks: readonly {
    readonly number: number;
    readonly frame: Uint8Array;
    /** The rank of all its spans; null where `ids` tells. */
    readonly rank: number | null;
  }[];
  /** Numbers of spans, and the place of each one's conversation among all. */
  readonly ids: Float64Array;
  readonly ranks: Uint32Array;
}

/** Blocks that stay as they are, and lack filters of their words. */
export interface IndexJob {
  readonly kind: 'index';
  readonly blocks: readonly { readonly number: number; readonly frame: Uint8Array }[];
}

export type BlockJob = PackJob | IndexJob;

export interface Packed {
  readonly kind: 'pack';
  /** The blocks that take the place of the job's. */
  readonly blocks: readonly {
    readonly number: number;
    readonly ids: Float64Array;
    /** Of the conversation that it holds alone. */
    readonly rank: number | null;
    readonly frame: Uint8Array;
    readonly words: BlockWords;
  }[];
  /** The numbers in each block of the job. */
  readonly before: readonly Float64Array[];
}

export interface Indexed {
  readonly kind: 'index';
  /** Of each block of the job. */
  readonly words: readonly BlockWords[];
}

export type JobResult = Packed | Indexed;

/** Does a job in steps of some milliseconds each, of which the last gives the result. */
export function* stepsOf(job: BlockJob): Generator<void, JobResult> {
  return job.kind === 'pack' ? yield* pack(job) : yield* index(job);
}

function* pack({ blocks, ids, ranks }: PackJob): Generator<void, Packed> {
  const opened: OpenBlock[] = [];
  for (const { number, frame } of blocks) {
    opened.push(openBlock(frame, number));
    yield;
  }
  const rankOf = new Map(Array.from(ids, (id, i) => [id, ranks[i] ?? 0]));
  const last = ranks.reduce((most, rank) => Math.max(most, rank), 0) + 1;
  const byRank: BlockSpan[][] = [];
  for (const [i, block] of opened.entries())
    for (const span of block.spans())
      // Of a span that was deleted since, no conversation is known.
      (byRank[blocks[i]?.rank ?? rankOf.get(span.id) ?? last] ??= []).push(span);
  yield;
  const packed: Packed['blocks'][number][] = [];
  for (const { spans, rank } of arrange(byRank)) {
    const number = blockNumber(spans);
    const words = yield* blockWords(number, spans);
    packed.push({
      number,
      ids: Float64Array.from(spans, ({ id }) => id),
      rank: rank === last ? null : rank,
      frame: packBlock(number, spans, SETTLED_LEVEL),
      words,
    });
    yield;
  }
  const before = opened.map((block) => block.ids);
  for (const { raw } of opened) freeLarge(raw);
  return { kind: 'pack', blocks: packed, before };
}

function* index({ blocks }: IndexJob): Generator<void, Indexed> {
  const words: BlockWords[] = [];
  for (const { number, frame } of blocks) {
    const block = openBlock(frame, number);
    words.push(yield* blockWords(number, block.spans()));
    freeLarge(block.raw);
    yield;
  }
  return { kind: 'index', words };
}
