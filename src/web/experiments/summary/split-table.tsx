import type { SplitFigures } from '#contracts/experiments/experiment-figures.ts';
import { exactCount, formatCost, formatShare } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { figureText, headlineOf, intervalText, methodText } from './estimate-text.ts';

interface SplitTableProps {
  readonly splits: readonly SplitFigures[];
  readonly evaluators: readonly string[];
}

/** The figures of an experiment by split of its examples. */
export function SplitTable({ splits, evaluators }: SplitTableProps) {
  const head = 'h-26 px-8 text-11 font-normal whitespace-nowrap text-text3';
  const cell = 'h-30 border-t border-line1 px-8 whitespace-nowrap';
  const figure = `${cell} text-right`;
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Figures by split">
      <table className="nums text-12">
        <thead>
          <tr>
            <th scope="col" className={`${head} text-left`}>
              Split
            </th>
            {['Examples', ...evaluators, 'Latency p50', 'Cost', 'Error rate'].map((label) => (
              <th key={label} scope="col" className={`${head} text-right`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {splits.map((split) => (
            <tr key={split.split}>
              <th scope="row" className={`${cell} text-left font-normal`}>
                {split.split}
              </th>
              <td className={figure}>{exactCount(split.example_count)}</td>
              {evaluators.map((name) => (
                <td key={name} className={figure}>
                  <SplitScore split={split} evaluator={name} />
                </td>
              ))}
              <td className={figure}>{formatDuration(split.latency_p50_ms)}</td>
              <td className={figure}>{formatCost(split.cost_usd)}</td>
              <td className={figure}>{split.error_rate === null ? '' : formatShare(split.error_rate, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SplitScore({ split, evaluator }: { split: SplitFigures; evaluator: string }) {
  const figures = split.evaluators.find(({ name }) => name === evaluator);
  if (figures === undefined) return null;
  const { estimate, isShare } = headlineOf(figures);
  return (
    <span title={methodText(estimate)}>
      {figureText(estimate.value, isShare)} <span className="text-text3">{intervalText(estimate, isShare)}</span>
    </span>
  );
}
