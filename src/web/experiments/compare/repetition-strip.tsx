import type { FullSide } from '../api/comparison.ts';

interface RepetitionStripProps {
  readonly sides: readonly FullSide[];
  readonly count: number;
  readonly chosen: number;
  readonly onChoose: (repetition: number) => void;
}

/** The repetitions of an example: which is shown, and which of them failed anywhere. */
export function RepetitionStrip({ sides, count, chosen, onChoose }: RepetitionStripProps) {
  return (
    <div role="group" aria-label="Repetition" className="flex min-w-0 items-center gap-4 overflow-x-auto text-12 text-text3">
      <span className="shrink-0">Repetition</span>
      {Array.from({ length: count }, (_, at) => at + 1).map((repetition) => {
        const failed = sides.filter(({ runs }) => {
          const run = runs.find((one) => one.run.repetition_number === repetition)?.run;
          return run?.error !== null && run?.error !== undefined;
        }).length;
        return (
          <button
            key={repetition}
            type="button"
            aria-pressed={repetition === chosen}
            title={failed > 0 ? `Repetition ${repetition}: ${failed} failed` : `Repetition ${repetition} (← →)`}
            onClick={() => onChoose(repetition)}
            className={`touch nums inline-flex h-24 min-w-24 shrink-0 items-center justify-center gap-2 rounded-chip px-6 font-medium ${repetition === chosen ? 'bg-sel text-text1' : 'text-text2 hover:bg-bg2'}`}
          >
            {repetition}
            {failed > 0 && (
              <span className="tone-error text-tone">
                ! <span className="sr-only">{failed} failed</span>
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
