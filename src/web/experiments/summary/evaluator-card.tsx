import type { AnnotatorKind } from '#contracts/annotations/annotation-kind.ts';
import type {
  EvaluatorFigures,
  PairedDifference,
} from '#contracts/experiments/experiment-figures.ts';
import { compactCount, exactCount, formatShare, plural } from '#web/platform/text/format-number.ts';
import { DifferenceMark } from './difference-mark.tsx';
import { figureText, headlineOf, intervalText, methodNote, methodWords } from './estimate-text.ts';

const KIND_WORDS: Readonly<Record<AnnotatorKind, string>> = {
  HUMAN: 'Human',
  LLM: 'LLM',
  CODE: 'Code',
};
const LABELS_SHOWN = 5;

interface EvaluatorCardProps {
  readonly figures: EvaluatorFigures;
  /** Against the baseline; undefined without one. */
  readonly difference: PairedDifference | undefined;
}

/** An evaluator's results for an experiment, with the method and n beside each number. */
export function EvaluatorCard({ figures, difference }: EvaluatorCardProps) {
  const { estimate, isShare } = headlineOf(figures);
  const interval = intervalText(estimate, isShare);
  const kinds = figures.annotator_kinds.map((kind) => KIND_WORDS[kind]).join(', ');
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-popover border border-line1 p-12">
      <span className="flex items-baseline gap-8">
        <span className="clip text-13 font-medium" title={figures.name}>
          {figures.name}
        </span>
        <span className="ml-auto shrink-0 text-11 text-text3">
          {kinds}
          {figures.direction === 'MINIMIZE' && ' · lower is better'}
        </span>
      </span>
      {estimate.value !== null && (
        <>
          <span className="flex flex-wrap items-baseline gap-x-8">
            <span className="nums text-20 font-semibold">
              {figureText(estimate.value, isShare)}
            </span>
            {interval !== '' && <span className="nums text-12 text-text2">{interval}</span>}
            {difference !== undefined && (
              <DifferenceMark difference={difference} isShare={isShare} />
            )}
          </span>
          <span className="nums text-11 text-text3" title={methodNote(estimate)}>
            {isShare ? 'Pass rate' : 'Mean'} · {methodWords(estimate)}
          </span>
        </>
      )}
      {figures.error_count > 0 && (
        <span className="tone-error text-12 text-tone">
          {plural(figures.error_count, 'evaluation')} failed
        </span>
      )}
      {figures.labels.length > 0 && <Labels figures={figures} />}
      {figures.pass_at_k.length > 1 && <PassAtK figures={figures} />}
    </li>
  );
}

function Labels({ figures: { labels, count } }: Pick<EvaluatorCardProps, 'figures'>) {
  return (
    <span className="nums flex flex-wrap gap-x-12 text-12 text-text2">
      {labels.slice(0, LABELS_SHOWN).map(({ label, count: own }) => (
        <span
          key={label}
          className="clip max-w-200"
          title={`${label}: ${exactCount(own)} of ${exactCount(count)}`}
        >
          {label} <span className="text-text3">{formatShare(own, count)}</span>
        </span>
      ))}
      {labels.length > LABELS_SHOWN && (
        <span className="text-text3">+{compactCount(labels.length - LABELS_SHOWN)}</span>
      )}
    </span>
  );
}

/** pass@k: at least one of k repetitions passes; pass^k: all of them do. */
function PassAtK({ figures: { name, pass_at_k: rows } }: Pick<EvaluatorCardProps, 'figures'>) {
  return (
    <table className="nums mt-4 w-fit text-12" aria-label={`Repetitions of ${name}`}>
      <thead>
        <tr className="text-11 text-text3">
          <th scope="col" className="pr-12 text-left font-normal">
            k
          </th>
          <th
            scope="col"
            className="pr-12 text-right font-normal"
            title="At least one of k repetitions passes (Chen et al., 2021)"
          >
            pass@k
          </th>
          <th
            scope="col"
            className="text-right font-normal"
            title="All of k repetitions pass (Yao et al., 2024)"
          >
            pass^k
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ k, pass_at_k: ofAny, pass_power_k: ofAll }) => (
          <tr key={k}>
            <td className="pr-12">{k}</td>
            <td className="pr-12 text-right">{figureText(ofAny, true)}</td>
            <td className="text-right">{figureText(ofAll, true)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
