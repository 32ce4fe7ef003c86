import { experimentTone } from './experiment-tone.ts';

/** An experiment's number with the tone of its column. */
export function ExperimentMark({ number, place }: { number: number; place: number }) {
  return (
    <span className={`${experimentTone(place)} nums inline-flex shrink-0 items-center gap-4 text-12 font-medium text-text1`}>
      <span aria-hidden="true" className="size-8 rounded-chip bg-bar" />#{number}
    </span>
  );
}
