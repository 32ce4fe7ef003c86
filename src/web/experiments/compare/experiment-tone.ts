const TONES = ['tone-info', 'tone-agent', 'tone-llm', 'tone-tool'] as const;

/** The tone of an experiment by its place in a comparison; it says nothing besides. */
export function experimentTone(place: number): string {
  return TONES[place] ?? TONES[0];
}
