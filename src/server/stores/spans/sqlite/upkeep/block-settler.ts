import type { Settled } from '#core/ports/upkeep.ts';
import { framesOf, type IndexJob, type JobResult, type PackJob } from '../blocks/block-jobs.ts';
import type { BlockMerger, Merge } from '../blocks/block-merger.ts';
import type { BlockRepacker, BlockWork } from '../blocks/block-repacker.ts';
import { freeLarge } from '../both/free-large.ts';
import type { StepTime } from '../both/step-time.ts';
import type { WriteConnection } from '../write/write-connection.ts';
import type { DamageNotes } from './damage-notes.ts';
import type { WordTable } from '../index/word-table.ts';
import type { WordIndexer } from './word-indexer.ts';

/** Which blocks to work on, and where results go. */
export interface BlockQueries {
  readonly merger: BlockMerger;
  readonly words: WordIndexer;
  readonly wordTable: WordTable;
}

/** `merge` is null for blocks that only lack filters, `work` until the job was begun. */
interface Running {
  readonly merge: Merge | null;
  readonly job: PackJob | IndexJob;
  work: BlockWork | null;
}

/**
 * Packs old blocks by conversation and gives blocks the filters of their words. The repacker
 * compresses and looks for words; here, on the writer's thread, blocks are chosen and results
 * stored, each in a step of its own.
 */
export class BlockSettler {
  readonly #connection: WriteConnection;
  readonly #repacker: BlockRepacker;
  readonly #damage: DamageNotes;
  readonly #onBlocksToSettle: (blocks: number) => void;
  #blocksToSettle = 0;
  #running: Running | null = null;
  /** Packing and filters that are missing take turns. */
  #isFiltersTurn = false;

  constructor(
    connection: WriteConnection,
    repacker: BlockRepacker,
    damage: DamageNotes,
    onBlocksToSettle: (blocks: number) => void = () => undefined,
  ) {
    this.#connection = connection;
    this.#repacker = repacker;
    this.#damage = damage;
    this.#onBlocksToSettle = onBlocksToSettle;
  }

  /** Chooses blocks, begins the job, does some of it or stores its result. */
  step(queries: BlockQueries, time: StepTime): Settled {
    const running = this.#running;
    if (running === null) return this.#damage.noting(() => this.#choose(queries)) ? 'more' : 'done';
    if (running.work === null) {
      // The thread may have to be started for it.
      running.work = this.#repacker.begin(running.job);
      return 'more';
    }
    if (!this.#repacker.isDone(running.work, time))
      return running.work.steps === null ? 'waiting' : 'more';
    this.#running = null;
    this.#store(queries, running, this.#repacker.take(running.work));
    return 'more';
  }

  #choose(queries: BlockQueries): boolean {
    this.#isFiltersTurn = !this.#isFiltersTurn;
    this.#running = this.#isFiltersTurn
      ? (this.#chooseForFilters(queries) ?? this.#chooseForPacking(queries))
      : (this.#chooseForPacking(queries) ?? this.#chooseForFilters(queries));
    if (this.#running === null) this.#repacker.rest();
    return this.#running !== null;
  }

  /** Tells how many blocks wait, before there is time for the first. */
  look({ merger }: BlockQueries): void {
    merger.look();
    this.#tell(merger);
  }

  #tell({ blocksToSettle }: BlockMerger): void {
    if (blocksToSettle !== this.#blocksToSettle)
      this.#onBlocksToSettle((this.#blocksToSettle = blocksToSettle));
  }

  #chooseForPacking({ merger }: BlockQueries): Running | null {
    const merge = merger.next();
    this.#tell(merger);
    return merge === null ? null : { merge, job: merge.job, work: null };
  }

  #chooseForFilters({ words }: BlockQueries): Running | null {
    const job = words.next();
    return job === null ? null : { merge: null, job, work: null };
  }

  #store(
    { merger, words, wordTable }: BlockQueries,
    { merge, job }: Running,
    result: JobResult,
  ): void {
    if (result.kind === 'damaged') this.#damage.note(result.numbers);
    this.#connection.stepTransaction(() => {
      if (result.kind === 'pack' && merge !== null) merger.replace(merge, result);
      if (result.kind === 'index' && job.kind === 'index') words.store(job, result);
      // Last: a list that no filter needs goes when another one takes its place.
      if ('list' in result && result.list !== null) wordTable.addList(result.list);
    });
    for (const { frame } of job.blocks) freeLarge(frame);
    framesOf(result).forEach(freeLarge);
  }
}
