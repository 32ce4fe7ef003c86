import type { PairedDifference } from '#contracts/experiments/experiment-figures.ts';
import { Icon } from '#web/ui/icon.tsx';
import { differenceNote, differenceText, isUnchanged } from './estimate-text.ts';

type Verdict = PairedDifference['verdict'];

const LOOKS: Readonly<Record<Verdict, string>> = {
  better: 'tone-ok text-tone',
  worse: 'tone-error text-tone',
  different: 'text-text1',
  inconclusive: 'text-text3',
};
const WORDS: Readonly<Record<Verdict, string>> = {
  better: 'better',
  worse: 'worse',
  different: 'different',
  inconclusive: 'not clearly different',
};

/** A difference to the baseline: coloured only where interval and test leave little doubt. */
export function DifferenceMark({
  difference,
  isShare,
}: {
  difference: PairedDifference;
  isShare: boolean;
}) {
  const text = differenceText(difference, isShare);
  if (text === '') return null;
  const { verdict } = difference;
  const value = difference.difference.value ?? 0;
  return (
    <span
      className={`nums inline-flex items-center gap-1 text-12 ${LOOKS[verdict]}`}
      title={differenceNote(difference, isShare)}
    >
      {verdict !== 'inconclusive' && value !== 0 && (
        <Icon name={value > 0 ? 'arrowUp' : 'arrowDown'} size={11} />
      )}
      {text}
      <span className="sr-only">
        {' '}
        against the baseline, {isUnchanged(difference) ? 'the same' : WORDS[verdict]}
      </span>
    </span>
  );
}
