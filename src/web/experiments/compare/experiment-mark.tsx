const TONES = ['tone-info', 'tone-agent', 'tone-llm', 'tone-tool'] as const;

/** The color of an experiment by its position in a comparison; it has no other meaning. */
function experimentTone(place: number): string {
  return TONES[place] ?? TONES[0];
}

/** An experiment's number with the tone of its column. */
export function ExperimentMark({ number, place }: { number: number; place: number }) {
  return (
    <span
      className={`${experimentTone(place)} nums inline-flex shrink-0 items-center gap-4 text-12 font-medium text-text1`}
    >
      <span aria-hidden="true" className="size-8 rounded-chip bg-bar" />#{number}
    </span>
  );
}
