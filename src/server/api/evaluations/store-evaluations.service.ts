import { AppError } from '#contracts/errors.ts';
import { annotationsOf } from '#core/annotation/evaluation-batch.ts';
import type { EvaluationBatch } from '#core/annotation/evaluation-batch.ts';
import type { EvaluationHead } from '#core/annotation/evaluation-frame.ts';
import type { AnnotationAuthor } from '#core/ports/annotation-rows.ts';
import type { AnnotationRule } from '#core/ports/annotation-store.ts';
import type { Command } from '../kit/query.ts';

export interface StoreEvaluationsParams {
  readonly head: EvaluationHead;
  readonly batch: EvaluationBatch;
  readonly author: AnnotationAuthor;
  readonly rules: readonly AnnotationRule[];
  /** Only refuses what would be refused. */
  readonly onlyCheck: boolean;
}

/** Stores some rows of a frame as annotations, all of them or none; what judges something that has not come yet waits for it. */
export const storeEvaluations: Command<StoreEvaluationsParams, null> = {
  name: 'evaluations.store',
  async run({ annotationWriter }, { head, batch, author, rules, onlyCheck }) {
    const { refused } = await annotationWriter.annotate({
      items: annotationsOf(head, batch),
      author,
      rules,
      missing: 'wait',
      onlyCheck,
    });
    const [first] = refused;
    if (first === undefined) return null;
    const more = refused.length > 1 ? ` ${refused.length - 1} more of these rows are refused.` : '';
    throw new AppError('unprocessable', `Invalid evaluations: row ${batch.firstRow + first.index}: ${first.reason}${more}`);
  },
};
export const evaluationCommands = [storeEvaluations];
