import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError } from '#web/platform/http/client.ts';
import { rememberUndo, whileSaving } from '#web/annotations/undo-stack.ts';
import { isEmptyResult } from '#web/annotations/annotated-thing.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import {
  deleteEvaluation,
  saveEvaluation,
  type FullEvaluation,
  type FullRun,
  type RunVerdict,
} from './comparison.calls.ts';

const NOTHING: RunVerdict = { label: null, score: null, explanation: null };

/**
 * Saves and removes human evaluations of runs. `onChanged` is called after each change, including
 * undos.
 */
export function useAnnotateRun(onChanged: () => void) {
  const client = useQueryClient();
  const changed = useCallback(async () => {
    await client.invalidateQueries({ queryKey: ['experiment-comparison', 'example'] });
    onChanged();
  }, [client, onChanged]);
  const attempt = useCallback(async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await whileSaving(work);
      return true;
    } catch (error) {
      showToast({
        tone: 'error',
        text: error instanceof Error ? error.message : 'The annotation could not be saved.',
      });
      return false;
    }
  }, []);
  const remove = useCallback(
    (run: FullRun, evaluation: FullEvaluation) =>
      attempt(async () => {
        await gone(deleteEvaluation(evaluation.id));
        rememberUndo(`Deleted ${evaluation.name}`, async () => {
          await restore(run.run.id, evaluation);
          await changed();
        });
        await changed();
      }),
    [attempt, changed],
  );
  const save = useCallback(
    (run: FullRun, name: string, change: (before: RunVerdict) => RunVerdict) => {
      const before = run.evaluations.find((one) => one.name === name);
      const next = change(before ?? NOTHING);
      const verdict = { label: next.label, score: next.score, explanation: next.explanation };
      if (before !== undefined && isEmptyResult(verdict)) return remove(run, before);
      if (before === undefined && isEmptyResult(verdict)) return Promise.resolve(true);
      return attempt(async () => {
        const id = await saveEvaluation(run.run.id, name, 'HUMAN', verdict);
        rememberUndo(
          `${name}: ${verdict.label ?? verdict.score ?? verdict.explanation ?? ''}`,
          async () => {
            // The previous state is restored exactly, automatic scores included.
            if (before === undefined) await gone(deleteEvaluation(id));
            else await restore(run.run.id, before);
            await changed();
          },
        );
        await changed();
      });
    },
    [attempt, changed, remove],
  );
  return { save, remove };
}

async function restore(run: string, before: FullEvaluation): Promise<void> {
  const {
    name,
    annotator_kind: kind,
    label,
    score,
    explanation,
    metadata,
    trace_id,
    error,
  } = before;
  await saveEvaluation(
    run,
    name,
    kind,
    { label, score, explanation },
    { metadata, trace_id, error },
  );
}

/** Deleting an evaluation that another user has deleted counts as done. */
async function gone(deleting: Promise<void>): Promise<void> {
  try {
    await deleting;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
