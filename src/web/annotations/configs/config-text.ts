import type { AnnotationConfig } from '#contracts/annotations/annotation-config.ts';

export const TYPE_NAMES: Readonly<Record<AnnotationConfig['type'], string>> = {
  CATEGORICAL: 'Labels',
  CONTINUOUS: 'Score',
  FREEFORM: 'Free text',
};

const LABELS_SHOWN = 6;

/** Which scores are better. */
export const DIRECTION_WORDS = { MAXIMIZE: 'Higher', MINIMIZE: 'Lower', NONE: 'Neither' } as const;

/** A config's values in one line: "good 1 · bad 0", "0 to 1", "text, and a score". */
export function configText(config: AnnotationConfig): string {
  if (config.type === 'CATEGORICAL') {
    const shown = config.values
      .slice(0, LABELS_SHOWN)
      .map(({ label, score }) =>
        score === null || score === undefined ? label : `${label} ${score}`,
      );
    const rest = config.values.length - LABELS_SHOWN;
    return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(' · ');
  }
  const range = rangeText(config.lower_bound ?? null, config.upper_bound ?? null);
  if (config.type === 'CONTINUOUS') return range;
  const { threshold } = config;
  return threshold === null || threshold === undefined
    ? `text, and a score (${range})`
    : `text, and a score (${range}, good from ${threshold})`;
}

function rangeText(lower: number | null, upper: number | null): string {
  if (lower !== null && upper !== null) return `${lower} to ${upper}`;
  if (lower !== null) return `${lower} or more`;
  return upper === null ? 'any number' : `up to ${upper}`;
}
