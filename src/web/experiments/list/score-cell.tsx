import type { ExperimentSummary } from '#contracts/experiments/experiment-figures.ts';
import { DifferenceMark } from '../summary/difference-mark.tsx';
import { figureText, headlineOf, intervalText, methodText } from '../summary/estimate-text.ts';
import { evaluatorOf } from './experiment-order.ts';
import { plural } from '#web/platform/text/format-number.ts';

/**
 * An evaluator's result for an experiment: the figure and its difference from the baseline, with
 * the interval below.
 */
export function ScoreCell({
  summary,
  evaluator,
}: {
  summary: ExperimentSummary;
  evaluator: string;
}) {
  const figures = evaluatorOf(summary, evaluator);
  if (figures === undefined) return null;
  const { estimate, isShare } = headlineOf(figures);
  const difference = summary.against_baseline.find(({ name }) => name === evaluator);
  const interval = intervalText(estimate, isShare);
  return (
    <>
      <span className="clip flex items-baseline gap-6">
        <span
          className="nums font-medium"
          title={scoreTitle(figures.direction, methodText(estimate))}
        >
          {figureText(estimate.value, isShare)}
        </span>
        {difference !== undefined && <DifferenceMark difference={difference} isShare={isShare} />}
      </span>
      <span className="nums clip block h-16 text-11 text-text3" title={methodText(estimate)}>
        {figures.error_count > 0 && (
          <span className="tone-error text-tone">{plural(figures.error_count, 'error')} </span>
        )}
        {interval}
      </span>
    </>
  );
}

function scoreTitle(direction: string, method: string): string {
  return direction === 'MINIMIZE' ? `${method}\nLower is better` : method;
}
