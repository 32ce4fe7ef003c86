import type { Settled } from '#core/ports/upkeep.ts';
import type { BlockRepacker, BlockWork } from '../blocks/block-repacker.ts';
import { framesOf } from '../blocks/block-jobs.ts';
import { freeLarge } from '../both/free-large.ts';
import type { Clock, StepTime } from '../both/step-time.ts';
import type { WriteConnection } from '../write/write-connection.ts';
import type { DamageNotes } from './damage-notes.ts';
import type { DirtyBlocks } from './dirty-blocks.ts';

/**
 * The repacker gives way to all other threads, and what was deleted has to go within a minute: a job
 * that takes longer there is done here, and so are all that follow for a while.
 */
const LATE_MS = 5_000;
const HERE_MS = 60_000;

/** What the rewriter works with. */
export interface BlockRewriterParts {
  readonly connection: WriteConnection;
  readonly repacker: BlockRepacker;
  readonly damage: DamageNotes;
  readonly clock: Clock;
}

/**
 * Rewrites blocks without the bytes of deleted spans. The repacker unpacks and packs; here, on the
 * writer's thread, blocks are chosen and results stored, each in a step of its own.
 */
export class BlockRewriter {
  readonly #parts: BlockRewriterParts;
  #running: BlockWork | null = null;
  #begunAt = 0;
  #hereUntil = Number.NEGATIVE_INFINITY;

  constructor(parts: BlockRewriterParts) {
    this.#parts = parts;
  }

  /** Begins a job, does some of it or stores its result. */
  step(dirty: DirtyBlocks, time: StepTime): Settled {
    const { repacker, damage, clock } = this.#parts;
    const running = this.#running;
    if (running === null) return damage.noting(() => this.#begin(dirty)) ? 'more' : 'done';
    if (clock() - this.#begunAt >= LATE_MS) {
      repacker.doHere(running);
      this.#hereUntil = clock() + HERE_MS;
    }
    if (!repacker.isDone(running, time)) return running.steps === null ? 'waiting' : 'more';
    this.#running = null;
    this.#store(dirty, running);
    return 'more';
  }

  #begin(dirty: DirtyBlocks): boolean {
    if (!dirty.areThere) return false;
    const { connection, repacker, clock } = this.#parts;
    const job = dirty.next();
    if (job === null) {
      connection.transaction(() => dirty.dropStrays());
      return true;
    }
    this.#begunAt = clock();
    this.#running = this.#begunAt < this.#hereUntil ? repacker.beginHere(job) : repacker.begin(job);
    return true;
  }

  #store(dirty: DirtyBlocks, work: BlockWork): void {
    const { connection, repacker, damage } = this.#parts;
    const result = repacker.take(work);
    const { job } = work;
    if (result.kind === 'damaged') {
      const left = connection.transaction(() =>
        result.numbers.filter((number) => !dirty.dropDead(number)),
      );
      if (left.length > 0) damage.note(left);
    } else if (result.kind === 'rewrite' && job.kind === 'rewrite')
      connection.transaction((parts) => dirty.store(parts, job, result));
    for (const { frame } of job.blocks) freeLarge(frame);
    framesOf(result).forEach(freeLarge);
  }
}
