import type { Verdict } from './verdict.ts';
import { VERDICT_SIGNS } from '#web/annotations/annotation-chip.tsx';
import { Kbd } from '#web/ui/button.tsx';

const CHOSEN: Readonly<Record<Verdict, string>> = {
  good: 'tone-ok border-bar bg-tint text-tone',
  bad: 'tone-error border-bar bg-tint text-tone',
  neutral: 'border-focus bg-sel text-text1',
};

interface LabelButtonsProps {
  readonly values: readonly { readonly label: string; readonly score?: number | null }[];
  readonly chosen: string | null;
  /** The description of the selected label. */
  readonly verdict: Verdict;
  /** How many of them have a number key now. */
  readonly keys: number;
  readonly onChoose: (index: number) => void;
}

/** Labels to choose one from, the first nine with their keys. */
export function LabelButtons({ values, chosen, verdict, keys, onChoose }: LabelButtonsProps) {
  return (
    <div className="flex flex-wrap gap-6">
      {values.map(({ label, score }, index) => {
        const on = label === chosen;
        return (
          <button
            key={label}
            type="button"
            aria-pressed={on}
            title={score === undefined || score === null ? label : `${label}, score ${score}`}
            onClick={() => onChoose(index)}
            className={`inline-flex h-28 max-w-full min-w-0 items-center gap-6 rounded-control border px-8 text-12 font-medium max-md:h-44 ${on ? CHOSEN[verdict] : 'border-line2 text-text1 hover:bg-bg2'}`}
          >
            {index < keys && <Kbd>{String(index + 1)}</Kbd>}
            <span className="clip">{label}</span>
            {on && verdict !== 'neutral' && (
              <span aria-hidden="true">{VERDICT_SIGNS[verdict]}</span>
            )}
          </button>
        );
      })}
      {chosen !== null && !values.some(({ label }) => label === chosen) && (
        <span className="verbatim text-12 text-text3">
          “{chosen}” is not a label of this config anymore.
        </span>
      )}
    </div>
  );
}
