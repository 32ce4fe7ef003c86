import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { DATASETS_MAX, datasetsOptions } from '#web/datasets/datasets.calls.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { Button } from '#web/ui/button.tsx';
import { CappedNote } from '#web/ui/capped-note.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';
import { isNamedLike } from '#web/platform/text/named-like.ts';
import {
  datasetExperimentsPath,
  datasetsPath,
  experimentComparisonPath,
} from '#web/platform/address/paths.ts';
import { shownName } from '#web/platform/text/shown-name.ts';
import { useRowFocus } from '#web/ui/list/use-row-focus.ts';

/** Datasets by their newest experiment: where experiments are, and where the next one may run. */
export function AllExperimentsPage() {
  const { find = '' } = useSearch({ from: '/experiments' });
  const navigate = useNavigate({ from: '/experiments' });
  const { data, isPending, error, refetch } = useQuery(datasetsOptions);
  const shown = useMemo(() => byNewestExperiment(data ?? [], find), [data, find]);
  const experiments = data?.reduce((sum, one) => sum + one.experiment_count, 0) ?? 0;
  const change = (text: string): void =>
    void navigate({ search: text === '' ? {} : { find: text }, replace: true });
  return (
    <PageFrame title="Experiments" crumbs={[{ label: 'Experiments' }]}>
      {isPending && <SkeletonRows rows={8} height={38} />}
      {error !== null && data === undefined && (
        <ErrorNote
          what="Experiments could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && data.length === 0 && (
        <EmptyNote title="No experiments yet">
          <p>
            An experiment runs your application on the examples of a dataset. Create a dataset
            first.
          </p>
          <Link to={datasetsPath} className="touch text-link hover:underline">
            Go to datasets
          </Link>
        </EmptyNote>
      )}
      {data !== undefined && data.length > 0 && (
        <>
          <div className="flex min-h-44 shrink-0 flex-wrap items-center gap-x-12 gap-y-6 border-b border-line1 px-12 py-6">
            <SearchField
              value={find}
              onChange={change}
              placeholder="Find a dataset or experiment"
              className="w-280 max-md:flex-1"
            />
            <span className="text-12 text-text3 max-md:hidden" role="status">
              {plural(experiments, 'experiment')} in{' '}
              {plural(data.filter((one) => one.experiment_count > 0).length, 'dataset')}
            </span>
          </div>
          {shown.length === 0 ? (
            <EmptyNote title={`No dataset or latest experiment is named like “${find}”`}>
              <Button onClick={() => change('')}>Clear search</Button>
            </EmptyNote>
          ) : (
            <DatasetTable datasets={shown} />
          )}
          <CappedNote shown={data.length} max={DATASETS_MAX} what="datasets" />
        </>
      )}
    </PageFrame>
  );
}

function byNewestExperiment(datasets: readonly Dataset[], find: string): readonly Dataset[] {
  return datasets
    .filter(({ name, latest_experiment: latest }) =>
      isNamedLike([name, latest?.name ?? null], find),
    )
    .toSorted(
      (a, b) =>
        (b.latest_experiment?.created_at ?? '').localeCompare(
          a.latest_experiment?.created_at ?? '',
        ) || b.updated_at.localeCompare(a.updated_at),
    );
}

const GRID =
  'grid grid-cols-[minmax(200px,1fr)_110px_minmax(200px,1fr)_130px] max-md:grid-cols-[minmax(110px,1fr)_minmax(110px,1fr)_100px]';

function DatasetTable({ datasets }: { datasets: readonly Dataset[] }) {
  const table = useRef<HTMLDivElement>(null);
  useRowFocus(table);
  const head = (label: string, className = '') => (
    <div role="columnheader" className={`clip px-8 text-11 text-text3 ${className}`}>
      {label}
    </div>
  );
  return (
    <div
      ref={table}
      role="table"
      aria-label="Datasets with experiments"
      className="min-h-0 flex-1 overflow-auto"
    >
      <div
        role="row"
        className={`${GRID} sticky top-0 z-10 h-30 items-center border-b border-line1 bg-bg0 px-4`}
      >
        {head('Dataset')}
        {head('Experiments', 'text-right max-md:hidden')}
        {head('Latest experiment')}
        {head('Created', 'text-right')}
      </div>
      {datasets.map((dataset) => (
        <DatasetLine key={dataset.id} dataset={dataset} />
      ))}
    </div>
  );
}

function DatasetLine({ dataset }: { dataset: Dataset }) {
  const { id, name, experiment_count: count, latest_experiment: latest } = dataset;
  return (
    <div
      role="row"
      className={`${GRID} relative h-38 items-center border-b border-line1 px-4 hover:bg-bg2 has-focus-visible:bg-sel max-md:h-52`}
    >
      <div role="cell" className="clip px-8">
        <Link
          to={datasetExperimentsPath(id)}
          className="font-medium after:absolute after:inset-0"
          title={name}
        >
          {name}
        </Link>
      </div>
      <div role="cell" className="nums px-8 text-right max-md:hidden">
        {count === 0 ? '' : exactCount(count)}
      </div>
      <div role="cell" className="clip px-8 text-text2">
        {latest === null ? (
          <span className="text-12 text-text3">No experiments yet</span>
        ) : (
          <Link
            to={experimentComparisonPath(id, [latest.sequence_number])}
            className="relative z-1 inline-flex min-h-24 max-w-full items-center gap-6 hover:underline"
            title={latest.name}
          >
            <span className="nums text-12 text-text3">#{latest.sequence_number}</span>
            <span className="clip">{shownName(latest.name)}</span>
          </Link>
        )}
      </div>
      <div
        role="cell"
        className="nums clip px-8 text-right text-text2"
        title={latest === null ? '' : isoWithZone(Date.parse(latest.created_at))}
      >
        {latest === null ? '' : formatWhen(latest.created_at, Date.now())}
      </div>
    </div>
  );
}
