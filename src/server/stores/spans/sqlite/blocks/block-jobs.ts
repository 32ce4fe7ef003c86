import { blockWords, type BlockWords, type FilterMaking } from '../index/block-words.ts';
import type { CommonWords } from '../index/common-words.ts';
import { WordList } from '../index/word-list.ts';
import type { StoredList } from '../index/word-table.ts';
import { freeLarge } from '../both/free-large.ts';
import {
  blockNumber,
  DamagedBlock,
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
  /** The list of common words for the filters. */
  readonly list: StoredList | null;
}

/** Blocks that stay as they are, and lack filters of their words. */
export interface IndexJob {
  readonly kind: 'index';
  readonly blocks: readonly { readonly number: number; readonly frame: Uint8Array }[];
  readonly list: StoredList | null;
}

/** Blocks that hold bytes of deleted spans. */
export interface RewriteJob {
  readonly kind: 'rewrite';
  readonly blocks: readonly {
    readonly number: number;
    readonly frame: Uint8Array;
    readonly level: number;
    /** The numbers of the spans that are not deleted. */
    readonly live: Float64Array;
  }[];
}

export type BlockJob = PackJob | IndexJob | RewriteJob;

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
  /** A better list of common words for the jobs to come. */
  readonly list: Uint32Array | null;
}

export interface Indexed {
  readonly kind: 'index';
  /** Of each block of the job. */
  readonly words: readonly BlockWords[];
  readonly list: Uint32Array | null;
}

export interface Rewritten {
  readonly kind: 'rewrite';
  /** Of each block of the job. */
  readonly blocks: readonly RewrittenBlock[];
}

export interface RewrittenBlock {
  /** The numbers in it before and after. */
  readonly before: Float64Array;
  readonly after: Float64Array;
  /** Empty where no span is left. */
  readonly frame: Uint8Array;
  /** The context of each span that went. */
  readonly released: readonly number[];
}

/** Nothing was made of the job, since some of its blocks cannot be read. */
export interface Damaged {
  readonly kind: 'damaged';
  readonly numbers: readonly number[];
}

export type JobResult = Packed | Indexed | Rewritten | Damaged;

/**
 * Does a job in steps of some milliseconds each, of which the last gives the result. Common words
 * are looked for across jobs.
 */
export function* stepsOf(job: BlockJob, common: CommonWords): Generator<void, JobResult> {
  switch (job.kind) {
    case 'pack':
      return yield* pack(job, makingOf(job, common));
    case 'index':
      return yield* index(job, makingOf(job, common));
    case 'rewrite':
      return yield* rewrite(job);
  }
}

function makingOf({ list }: PackJob | IndexJob, common: CommonWords): FilterMaking {
  return { list: list === null ? null : new WordList(list.id, list.hashes), common };
}

/** The frames of blocks that a job makes. */
export function framesOf(result: JobResult): readonly Uint8Array[] {
  return result.kind === 'pack' || result.kind === 'rewrite'
    ? result.blocks.map(({ frame }) => frame)
    : [];
}

/** Unpacks blocks, all or none, a step for each. */
function* openAll(blocks: BlockJob['blocks']): Generator<void, readonly OpenBlock[] | Damaged> {
  const opened: OpenBlock[] = [];
  const damaged: number[] = [];
  for (const { number, frame } of blocks) {
    try {
      opened.push(openBlock(frame, number));
    } catch (error) {
      if (!(error instanceof DamagedBlock)) throw error;
      damaged.push(number);
    }
    yield;
  }
  if (damaged.length === 0) return opened;
  for (const { raw } of opened) freeLarge(raw);
  return { kind: 'damaged', numbers: damaged };
}

function* pack(
  { blocks, ids, ranks }: PackJob,
  making: FilterMaking,
): Generator<void, Packed | Damaged> {
  const opened = yield* openAll(blocks);
  if ('kind' in opened) return opened;
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
    const words = yield* blockWords(number, spans, making);
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
  return { kind: 'pack', blocks: packed, before, list: making.common.take() };
}

function* index({ blocks }: IndexJob, making: FilterMaking): Generator<void, Indexed | Damaged> {
  const opened = yield* openAll(blocks);
  if ('kind' in opened) return opened;
  const words: BlockWords[] = [];
  for (const [i, block] of opened.entries()) {
    words.push(yield* blockWords(blocks[i]?.number ?? 0, block.spans(), making));
    freeLarge(block.raw);
    yield;
  }
  return { kind: 'index', words, list: making.common.take() };
}

function* rewrite({ blocks }: RewriteJob): Generator<void, Rewritten | Damaged> {
  const opened = yield* openAll(blocks);
  if ('kind' in opened) return opened;
  const rewritten: RewrittenBlock[] = [];
  for (const [i, { number, level, live }] of blocks.entries()) {
    const block = opened[i];
    if (block === undefined) continue;
    const lives = new Set(live);
    const spans = block.spans();
    const after = spans.filter(({ id }) => lives.has(id));
    rewritten.push({
      before: block.ids,
      after: Float64Array.from(after, ({ id }) => id),
      frame:
        after.length === 0
          ? new Uint8Array()
          : packBlock(number, after, Math.min(level, SETTLED_LEVEL)),
      released: spans.filter(({ id }) => !lives.has(id)).map(({ contextId }) => contextId),
    });
    freeLarge(block.raw);
    yield;
  }
  return { kind: 'rewrite', blocks: rewritten };
}
