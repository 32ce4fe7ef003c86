import type { Readable } from 'node:stream';
import type { EvaluationBatch } from '#core/annotation/evaluation-batch.ts';
import type { EvaluationHead } from '#core/annotation/evaluation-frame.ts';

/** The consumer of a frame's batches. */
export interface BatchWork {
  /**
   * Row numbers of spans by the eight bytes of their ids, for many rows at once; 0 for what is not
   * there.
   */
  readonly locate: (spanIds: Uint8Array) => Promise<Float64Array>;
  /**
   * Rejects when rows would be refused (`located` has the positions of their spans, from `locate`;
   * empty if rows are about other targets); called for each batch before the first is stored.
   * False: no need to check further batches.
   */
  readonly check: (
    head: EvaluationHead,
    batch: EvaluationBatch,
    located: Float64Array,
  ) => Promise<boolean>;
  readonly store: (
    head: EvaluationHead,
    batch: EvaluationBatch,
    located: Float64Array,
  ) => Promise<void>;
}

/** Reads frames of evaluations; `server/evaluations` does. */
export interface EvaluationIntake {
  /**
   * Receives a frame and has its rows stored batch by batch, none unless all can be read and none
   * would be refused. Rejects with the error to answer.
   */
  receive(
    body: Readable,
    frame: {
      readonly encoding: 'none' | 'gzip' | 'deflate';
      readonly evalName?: string;
      readonly evalType?: string;
    },
    work: BatchWork,
  ): Promise<void>;
}
