import { AppError } from '#contracts/wire/errors.ts';
import { annotationsOf, type EvaluationBatch } from '#core/annotation/evaluation-batch.ts';
import type { EvaluationHead } from '#core/annotation/evaluation-frame.ts';
import type { AnnotationAuthor } from '#core/ports/annotation-rows.ts';
import type { AnnotationRule } from '#core/ports/annotation-store.ts';
import type { Command, Query } from '#server/threads/query.ts';

export interface StoreEvaluationsParams {
  readonly head: EvaluationHead;
  readonly batch: EvaluationBatch;
  readonly author: AnnotationAuthor;
  readonly rules: readonly AnnotationRule[];
  /** By row, the position of its span if known; empty if rows are about other targets. */
  readonly located: Float64Array;
  /** Only refuses what would be refused. */
  readonly onlyCheck: boolean;
}

/**
 * Stores some rows of a frame as annotations, all of them or none; annotations of something that
 * has not arrived yet wait for it.
 */
export const storeEvaluations: Command<StoreEvaluationsParams, null> = {
  name: 'evaluations.store',
  isBulk: true,
  async run({ annotationWriter }, { head, batch, author, rules, located, onlyCheck }) {
    const { refused } = await annotationWriter.annotate({
      items: annotationsOf(head, batch),
      author,
      rules,
      missing: 'wait',
      onlyCheck,
      located,
    });
    const [first] = refused;
    if (first === undefined) return null;
    const more = refused.length > 1 ? ` ${refused.length - 1} more of these rows are refused.` : '';
    throw new AppError(
      'unprocessable',
      `Invalid evaluations: row ${batch.firstRow + first.index}: ${first.reason}${more}`,
    );
  },
};

/**
 * Finds the positions of many rows' spans at once, so that the writer need not search batch by
 * batch.
 */
export const locateSpans: Query<{ readonly spanIds: Uint8Array }, Float64Array> = {
  name: 'evaluations.locate',
  run: ({ annotations, budget }, { spanIds }) => annotations.locateSpans(spanIds, budget),
};

export const evaluationCommands = [storeEvaluations];
