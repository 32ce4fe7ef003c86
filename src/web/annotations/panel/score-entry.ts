import type { AnnotationConfig } from '#contracts/annotations/annotation-config.ts';

/** The bounds a score has to keep; null where there is none. */
export interface ScoreBounds {
  readonly least: number | null;
  readonly most: number | null;
}

export const NO_BOUNDS: ScoreBounds = { least: null, most: null };

export function boundsOf(config: AnnotationConfig | undefined): ScoreBounds {
  if (config === undefined || config.type === 'CATEGORICAL') return NO_BOUNDS;
  return { least: config.lower_bound ?? null, most: config.upper_bound ?? null };
}

/** A score that was typed: the number, null for an empty field, or why it is none. */
export type ScoreEntry =
  | { readonly ok: true; readonly score: number | null }
  | { readonly ok: false; readonly why: string };

/** Parses a typed score, with a comma as the decimal separator too. */
export function readScore(text: string, { least, most }: ScoreBounds): ScoreEntry {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return { ok: true, score: null };
  const score = Number(typed);
  if (!Number.isFinite(score))
    return { ok: false, why: `“${text.trim()}” is not a number. Write one such as 0.8.` };
  if (least !== null && score < least)
    return { ok: false, why: `${typed} is below ${least}, the minimum.` };
  if (most !== null && score > most)
    return { ok: false, why: `${typed} is above ${most}, the maximum score here.` };
  return { ok: true, score };
}

/**
 * The step of a slider between two bounds: a hundredth of the way, rounded to 1, 2 or 5 of a power
 * of ten; whole where bounds are far.
 */
export function sliderStep(least: number, most: number): number {
  const raw = (most - least) / 100;
  const power = 10 ** Math.floor(Math.log10(raw));
  const digit = [1, 2, 5].find((one) => one * power >= raw * 0.999) ?? 10;
  // 2 * 10 ** -2 is not quite 0.02.
  return Number((digit * power).toPrecision(1));
}
