import { Link } from '@tanstack/react-router';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyNote } from '#web/ui/states.tsx';
import { exactCount } from '#web/platform/text/format-number.ts';
import { datasetExperimentsPath } from '#web/platform/address/paths.ts';
import type { ComparisonSummary } from './comparison.calls.ts';
import type { ComparisonSearch } from './comparison-search.ts';
import type { ChangeComparison } from './use-comparison-model.ts';

interface NoRowsProps {
  readonly dataset: Dataset;
  readonly experiments: readonly Experiment[];
  readonly search: ComparisonSearch;
  readonly summary: ComparisonSummary | undefined;
  readonly change: ChangeComparison;
}

const SHOWN = {
  regressed: 'No regressions',
  improved: 'No improvements',
  disagree: 'The experiments agree on every example',
  errors: 'No failed runs',
  missing: 'No missing runs',
} as const;

/** Why there is no row, and what to do about it. */
export function NoRows({ dataset, experiments, search, summary, change }: NoRowsProps) {
  const isNarrowed = search.filter !== undefined || search.split !== undefined;
  const runs = experiments.reduce(
    (sum, one) => sum + one.successful_run_count + one.failed_run_count,
    0,
  );
  if (search.show !== undefined)
    return (
      <EmptyNote title={SHOWN[search.show]}>
        <p>
          {isNarrowed ? 'None among the examples that match the filter' : 'None among all examples'}
          {summary !== undefined && ` (${exactCount(summary.example_count)})`}.
          {search.evaluation !== undefined && ` Only ${search.evaluation} is looked at.`}
        </p>
        <Button onClick={() => change({ show: undefined })}>Show all examples</Button>
      </EmptyNote>
    );
  if (isNarrowed)
    return (
      <EmptyNote title="No example matches">
        <p>
          {search.filter === undefined
            ? `No example of these experiments is in ${(search.split ?? []).join(' or ')}.`
            : 'No run of the base matches the filter.'}
        </p>
        <Button onClick={() => change({ filter: undefined, split: undefined })}>
          Clear filters
        </Button>
      </EmptyNote>
    );
  return (
    <EmptyNote title={runs === 0 ? 'No runs yet' : 'No examples'}>
      <p>
        {runs === 0
          ? 'Runs appear here as your program sends them.'
          : 'These experiments have no examples: they were created on an empty version or split of the dataset.'}
      </p>
      <Link to={datasetExperimentsPath(dataset.id)} className="text-link hover:underline">
        Experiments of {dataset.name}
      </Link>
    </EmptyNote>
  );
}
