import type { Readable } from 'node:stream';
import type { EvaluationBatch } from '#core/annotation/evaluation-batch.ts';
import type { EvaluationHead } from '#core/annotation/evaluation-frame.ts';

/** Reads frames of evaluations; `server/evaluations` does. */
export interface EvaluationIntake {
  /** Receives a frame and has its rows stored batch by batch, none unless all can be read. Rejects with the error to answer. */
  receive(
    body: Readable,
    frame: { readonly encoding: 'none' | 'gzip' | 'deflate'; readonly evalName?: string; readonly evalType?: string },
    store: (head: EvaluationHead, batch: EvaluationBatch) => Promise<void>,
  ): Promise<void>;
}
