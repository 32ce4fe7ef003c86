import type { Readable } from 'node:stream';
import type { EvaluationBatch } from '#core/annotation/evaluation-batch.ts';
import type { EvaluationHead } from '#core/annotation/evaluation-frame.ts';

/** What is done with the batches of a frame. */
export interface BatchWork {
  /** Rejects when rows would be refused; asked of each batch before the first is stored. False: it need not be asked about more of them. */
  readonly check: (head: EvaluationHead, batch: EvaluationBatch) => Promise<boolean>;
  readonly store: (head: EvaluationHead, batch: EvaluationBatch) => Promise<void>;
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
