import type { Readable } from 'node:stream';
import type { EvaluationBatch } from '#core/annotation/evaluation-batch.ts';
import type { EvaluationHead } from '#core/annotation/evaluation-frame.ts';

/** What is done with the batches of a frame. */
export interface BatchWork {
  /** Row numbers of spans by the eight bytes of their ids, for many rows at once; 0 for what is not there. */
  readonly locate: (spanIds: Uint8Array) => Promise<Float64Array>;
  /** Rejects when rows would be refused (`located` is where their spans stand, as `locate` gave it; empty where rows are about other things); asked of each batch before the first is stored. False: it need not be asked about more of them. */
  readonly check: (head: EvaluationHead, batch: EvaluationBatch, located: Float64Array) => Promise<boolean>;
  readonly store: (head: EvaluationHead, batch: EvaluationBatch, located: Float64Array) => Promise<void>;
}

/** Reads frames of evaluations; `server/evaluations` does. */
export interface EvaluationIntake {
  /** Receives a frame and has its rows stored batch by batch, none unless all can be read and none would be refused. Rejects with the error to answer. */
  receive(
    body: Readable,
    frame: { readonly encoding: 'none' | 'gzip' | 'deflate'; readonly evalName?: string; readonly evalType?: string },
    work: BatchWork,
  ): Promise<void>;
}
