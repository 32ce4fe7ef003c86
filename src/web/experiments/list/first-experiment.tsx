import { Link } from '@tanstack/react-router';
import type { LiveState } from '#web/platform/http/live.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { examplesPath } from '#web/platform/address/paths.ts';
import { ExperimentCode } from './experiment-code.tsx';

interface FirstExperimentProps {
  readonly dataset: Dataset;
  readonly live: LiveState;
}

/**
 * Shown before a dataset has experiments: the code that runs the first. The page switches
 * automatically once it starts.
 */
export function FirstExperiment({ dataset, live }: FirstExperimentProps) {
  const hasExamples = dataset.example_count > 0;
  return (
    <div
      className="min-h-0 flex-1 overflow-auto"
      tabIndex={0}
      role="region"
      aria-label="Run a first experiment"
    >
      <div className="mx-auto flex max-w-800 flex-col gap-16 px-16 py-48 max-md:py-24">
        <h2 className="text-24 font-semibold">Run a first experiment</h2>
        <p className="max-w-560 text-14 text-text2">
          An experiment runs your application on every example of this dataset and scores the
          outputs. Run it again after a change to see what got better and what broke.
        </p>
        {hasExamples ? (
          <p role="status" className="flex items-center gap-8 text-13 text-text2">
            <span
              className={`${live === 'open' ? 'tone-ok' : 'tone-warn'} size-8 animate-[pulse-dot_1.6s_infinite] rounded-chip bg-bar`}
              aria-hidden="true"
            />
            {live === 'open'
              ? 'Waiting for the first run. This page updates automatically.'
              : 'Connecting to the server …'}
          </p>
        ) : (
          <p className="text-13 text-text2">
            This dataset has no examples yet.{' '}
            <Link to={examplesPath(dataset.id)} className="text-link underline">
              Add examples
            </Link>{' '}
            first.
          </p>
        )}
        <p className="text-13 text-text2">
          These lines run without changes on {plural(dataset.example_count, 'example')} and need no
          model. Replace <code className="mono">task</code> with a call of your application.
        </p>
        <ExperimentCode dataset={dataset.name} />
      </div>
    </div>
  );
}
