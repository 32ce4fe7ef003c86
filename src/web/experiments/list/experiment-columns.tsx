import type { ReactNode } from 'react';
import type { ExperimentSummary } from '#contracts/experiments/experiment-figures.ts';
import {
  compactCount,
  exactCost,
  exactCount,
  formatCost,
  formatShare,
  plural,
} from '#web/platform/text/format-number.ts';
import { formatDuration, formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';
import { RunProgress } from '../summary/run-progress.tsx';
import { scoreSort, tokensOf } from './experiment-order.ts';
import { ScoreCell } from './score-cell.tsx';

/** A column of the experiments of a dataset; cells have two lines. */
export interface ExperimentColumn {
  readonly key: string;
  readonly label: string;
  /** Null for what the list is not sorted by. */
  readonly sort: string | null;
  /** Of a CSS grid. */
  readonly width: string;
  readonly isNumeric: boolean;
  readonly cell: (summary: ExperimentSummary) => ReactNode;
  /** Shown on hover, if the cell is abbreviated. */
  readonly title: (summary: ExperimentSummary) => string;
}

interface Lines {
  readonly first: ReactNode;
  readonly second?: ReactNode;
}

function TwoLines({ first, second }: Lines) {
  return (
    <>
      <span className="clip block">{first}</span>
      <span className="clip block h-16 text-11 text-text3">{second}</span>
    </>
  );
}

/** When it was created, and on what of the dataset. */
const createdColumn = (versions: ReadonlyMap<string, number>): ExperimentColumn => ({
  key: 'created',
  label: 'Created',
  sort: null,
  width: 'minmax(112px, 150px)',
  isNumeric: true,
  cell: ({ experiment }) => {
    const number = versions.get(experiment.dataset_version_id);
    const version = number === undefined ? '' : `v${number} · `;
    return (
      <TwoLines
        first={formatWhen(experiment.created_at, Date.now())}
        second={version + splitsText(experiment.splits)}
      />
    );
  },
  title: ({
    experiment: { created_at: created, created_by: by, dataset_version_id: version, splits },
  }) =>
    [
      isoWithZone(Date.parse(created)),
      by === null ? '' : `by ${by}`,
      `Version ${versions.get(version) ?? ''} of the dataset, ${splits.length === 0 ? 'all examples' : `splits: ${splits.join(', ')}`}`,
    ]
      .filter(Boolean)
      .join('\n'),
});

function splitsText(splits: readonly string[]): string {
  return splits.length === 0 ? 'all examples' : splits.join(', ');
}

const RUNS: ExperimentColumn = {
  key: 'runs',
  label: 'Runs',
  sort: 'runs',
  width: '96px',
  isNumeric: false,
  cell: ({ experiment }) => <RunProgress experiment={experiment} />,
  title: ({ experiment }) => runsTitle(experiment),
};

function runsTitle(experiment: ExperimentSummary['experiment']): string {
  const {
    successful_run_count: done,
    failed_run_count: failed,
    missing_run_count: missing,
    example_count: examples,
    repetitions,
  } = experiment;
  return [
    `${plural(examples, 'example')} × ${plural(repetitions, 'repetition')}`,
    `${exactCount(done)} done, ${exactCount(failed)} failed, ${exactCount(missing)} missing`,
  ].join('\n');
}

const scoreColumn = (name: string): ExperimentColumn => ({
  key: `score ${name}`,
  label: name,
  sort: scoreSort(name),
  width: 'minmax(120px, 160px)',
  isNumeric: false,
  cell: (summary) => <ScoreCell summary={summary} evaluator={name} />,
  title: () => '',
});

const FIGURES: readonly ExperimentColumn[] = [
  {
    key: 'latency',
    label: 'Latency p50',
    sort: 'latency',
    width: '92px',
    isNumeric: true,
    cell: ({ latency_p50_ms: median, latency_p90_ms: slow }) => (
      <TwoLines
        first={formatDuration(median)}
        second={slow === null ? '' : `p90 ${formatDuration(slow)}`}
      />
    ),
    title: ({ latency_p99_ms: slowest }) =>
      slowest === null ? '' : `p99 ${formatDuration(slowest)}`,
  },
  {
    key: 'tokens',
    label: 'Tokens',
    sort: 'tokens',
    width: '68px',
    isNumeric: true,
    cell: (summary) => {
      // Tasks without a model call have none; the traces of others are not read yet.
      const tokens = tokensOf(summary) || null;
      return (
        <TwoLines
          first={tokens === null ? '' : compactCount(tokens)}
          second={perRun(tokens, summary.run_count)}
        />
      );
    },
    title: ({ prompt_tokens: prompt, completion_tokens: completion }) =>
      prompt === null && completion === null
        ? ''
        : `${exactCount(prompt ?? 0)} prompt, ${exactCount(completion ?? 0)} completion tokens`,
  },
  {
    key: 'cost',
    label: 'Cost',
    sort: 'cost',
    width: '100px',
    isNumeric: true,
    cell: ({ cost_usd: cost, run_count: runs }) => (
      <TwoLines
        first={formatCost(cost)}
        second={cost === null || runs === 0 ? '' : `${formatCost(cost / runs)}/run`}
      />
    ),
    title: ({ cost_usd: cost }) => exactCost(cost),
  },
  {
    key: 'errors',
    label: 'Error rate',
    sort: 'errors',
    width: '74px',
    isNumeric: true,
    cell: ({ error_rate: rate }) => (
      <span className={rate !== null && rate > 0 ? 'tone-error text-tone' : ''}>
        {rate === null ? '' : formatShare(rate, 1)}
      </span>
    ),
    title: () => '',
  },
];

function perRun(count: number | null, runs: number): string {
  return count === null || runs === 0 ? '' : `${compactCount(Math.round(count / runs))}/run`;
}

/**
 * The columns beside number and name: runs, one for each evaluator, what the runs took, and on
 * which version.
 */
export function experimentColumns(
  evaluators: readonly string[],
  versions: ReadonlyMap<string, number>,
): readonly ExperimentColumn[] {
  return [RUNS, ...evaluators.map(scoreColumn), ...FIGURES, createdColumn(versions)];
}
