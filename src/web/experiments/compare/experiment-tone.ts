const TONES = ['tone-info', 'tone-agent', 'tone-llm', 'tone-tool'] as const;

/** The color of an experiment by its position in a comparison; it has no other meaning. */
export function experimentTone(place: number): string {
  return TONES[place] ?? TONES[0];
}
