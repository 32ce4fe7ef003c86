import type { AnnotationConfig } from '#contracts/annotations/annotation-config.ts';

/**
 * Whether an annotation is good or bad according to its config; neutral if the config has no
 * preferred direction.
 */
export type Verdict = 'good' | 'bad' | 'neutral';

/** Within bounds, the best and the worst third are good and bad. */
const THIRD = 1 / 3;

/**
 * By the optimisation direction: of a label by its score among those of all labels (the best is
 * good, the worst bad), of a score by its place between the bounds, or beside the threshold of a
 * freeform config.
 */
export function verdictOf(
  config: AnnotationConfig | undefined,
  { label, score }: { readonly label: string | null; readonly score: number | null },
): Verdict {
  const direction = config?.optimization_direction;
  if (config === undefined || (direction !== 'MAXIMIZE' && direction !== 'MINIMIZE'))
    return 'neutral';
  if (config.type === 'CATEGORICAL') {
    const scores = config.values.flatMap((one) => one.score ?? []);
    const own =
      label === null ? score : (config.values.find((one) => one.label === label)?.score ?? null);
    return own === null
      ? 'neutral'
      : byEnds(own, Math.min(...scores), Math.max(...scores), direction);
  }
  if (score === null) return 'neutral';
  if (config.type === 'FREEFORM' && config.threshold !== undefined && config.threshold !== null)
    return (direction === 'MAXIMIZE' ? score >= config.threshold : score <= config.threshold)
      ? 'good'
      : 'bad';
  const { lower_bound: lower, upper_bound: upper } = config;
  if (
    lower === undefined ||
    lower === null ||
    upper === undefined ||
    upper === null ||
    lower >= upper
  )
    return 'neutral';
  const share = (score - lower) / (upper - lower);
  const towards = direction === 'MAXIMIZE' ? share : 1 - share;
  return towards >= 1 - THIRD ? 'good' : towards <= THIRD ? 'bad' : 'neutral';
}

function byEnds(
  score: number,
  least: number,
  most: number,
  direction: 'MAXIMIZE' | 'MINIMIZE',
): Verdict {
  if (least === most) return 'neutral';
  const [best, worst] = direction === 'MAXIMIZE' ? [most, least] : [least, most];
  return score === best ? 'good' : score === worst ? 'bad' : 'neutral';
}
