import { ownIdentifier, type AnnotationResult } from '#web/annotations/annotated-thing.ts';
import { writeAnnotations } from './annotations.calls.ts';
import type { Progress } from '#web/lists/selection.calls.ts';

/** The size of one request: it takes a moment, and the work can be stopped after it. */
const STEP = 2000;

/** One annotation of many targets, by their senders' ids. */
export interface AnnotationOfMany {
  readonly target: 'span' | 'trace' | 'session';
  readonly ids: readonly string[];
  readonly name: string;
  readonly result: AnnotationResult;
  /** Global ID of who annotates; null while authentication is off. */
  readonly reviewer: string | null;
}

/**
 * Annotates many things alike, step by step; each step is stored whole or not at all. Resolves to
 * how many were annotated, fewer when it was stopped.
 */
export async function annotateMany(
  { target, ids, name, result, reviewer }: AnnotationOfMany,
  { onProgress, signal }: Progress,
): Promise<number> {
  const identifier = ownIdentifier(target, reviewer);
  for (let from = 0; from < ids.length; from += STEP) {
    if (signal.aborted) return from;
    const step = ids.slice(from, from + STEP).map((id) => ({ target, id, position: null }));
    await writeAnnotations(step, { name, result, identifier });
    onProgress(from + step.length);
  }
  return ids.length;
}
