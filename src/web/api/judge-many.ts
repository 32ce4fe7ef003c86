import { ownIdentifier } from '../lib/annotation/judgement.ts';
import type { JudgementResult } from '../lib/annotation/judgement.ts';
import { writeJudgements } from './annotations.ts';
import type { Progress } from './selection.ts';

/** What one request takes: a moment, and it can be stopped after. */
const STEP = 2000;

/** One annotation of many things, by the ids of their senders. */
export interface JudgementOfMany {
  readonly target: 'span' | 'trace' | 'session';
  readonly ids: readonly string[];
  readonly name: string;
  readonly result: JudgementResult;
  /** Global ID of who annotates; null while authentication is off. */
  readonly reviewer: string | null;
}

/** Annotates many things alike, step by step; each step is stored whole or not at all. Resolves to how many were annotated, fewer when it was stopped. */
export async function judgeMany(
  { target, ids, name, result, reviewer }: JudgementOfMany,
  { onProgress, signal }: Progress,
): Promise<number> {
  const identifier = ownIdentifier(target, reviewer);
  for (let from = 0; from < ids.length; from += STEP) {
    if (signal.aborted) return from;
    const step = ids.slice(from, from + STEP).map((id) => ({ target, id, position: null }));
    await writeJudgements(step, { name, result, identifier });
    onProgress(from + step.length);
  }
  return ids.length;
}
