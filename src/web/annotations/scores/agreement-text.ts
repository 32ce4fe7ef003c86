/** How a kappa reads: the words of Landis and Koch (1977). */
export function kappaWord(kappa: number): string {
  if (kappa < 0) return 'worse than chance';
  const words = ['slight', 'fair', 'moderate', 'substantial', 'almost perfect'] as const;
  return (
    words[Math.min(words.length - 1, Math.max(0, Math.ceil(kappa * words.length - 1e-9) - 1))] ??
    'slight'
  );
}

/** The definition of kappa, and its source. */
export const KAPPA_NOTE =
  'Agreement beyond what chance alone would give: κ = (pₒ − pₑ) / (1 − pₑ), with pₒ the share of equal labels and pₑ the share to expect by chance from how often each side gives each label. 1 is perfect, 0 is chance.\n\nJ. Cohen (1960), A coefficient of agreement for nominal scales, Educational and Psychological Measurement 20(1), 37–46. The words are those of Landis and Koch (1977), Biometrics 33(1), 159–174.';

/** A number of an annotation, to three significant digits. */
export function scoreText(score: number): string {
  return String(Number(score.toPrecision(3)));
}
