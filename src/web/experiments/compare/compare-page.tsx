import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { datasetOptions } from '#web/datasets/datasets.calls.ts';
import type { Dataset } from '#web/platform/http/model.ts';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { datasetExperimentsPath, datasetsPath } from '#web/platform/address/paths.ts';
import { ComparisonExport } from './comparison-export.tsx';
import { ComparisonView } from './comparison-view.tsx';
import { experimentsText, numbersOf } from './comparison-search.ts';
import { ExperimentPicker } from './experiment-picker.tsx';
import { LeadByIds } from './lead-by-ids.tsx';
import { useCompared } from './use-compared.ts';
import type { Compared } from './use-compared.ts';

/** Compares one to four experiments of a dataset; the first is the base. */
export function ComparePage() {
  const { dataset: id } = useParams({ from: '/datasets/$dataset/compare' });
  const search = useSearch({ from: '/datasets/$dataset/compare' });
  const { data: dataset, isPending, error, refetch } = useQuery(datasetOptions(id));
  if (search.experimentId !== undefined)
    return (
      <Frame dataset={null} title="Compare experiments">
        <LeadByIds dataset={id} ids={search.experimentId} />
      </Frame>
    );
  if (dataset === undefined)
    return (
      <Frame dataset={null} title="Compare experiments">
        {isPending ? (
          <SkeletonRows rows={16} height={44} />
        ) : (
          <ErrorNote
            what="The dataset could not be read"
            error={error}
            onRetry={() => void refetch()}
            absent={{ title: 'No such dataset', others: 'All datasets', href: datasetsPath }}
          />
        )}
      </Frame>
    );
  return <Experiments dataset={dataset} />;
}

function Experiments({ dataset }: { dataset: Dataset }) {
  const search = useSearch({ from: '/datasets/$dataset/compare' });
  const navigate = useNavigate({ from: '/datasets/$dataset/compare' });
  const numbers = useMemo(() => numbersOf(search.experiments), [search.experiments]);
  const compared = useCompared(dataset.id, numbers);
  const { experiments, unknown, isPending, error, retry } = compared;
  const [only] = experiments;
  const title =
    experiments.length === 1 && only !== undefined
      ? `#${only.sequence_number} ${only.name}`
      : `Compare ${numbers.map((number) => `#${number}`).join(', ')}`;
  const onNumbers = (next: readonly number[]): void =>
    void navigate({ search: (before) => ({ ...before, experiments: experimentsText(next) }) });
  return (
    <Frame
      dataset={dataset}
      title={numbers.length === 0 ? 'Compare experiments' : title}
      actions={experiments.length > 0 && <ComparisonExport dataset={dataset} experiments={experiments} />}
    >
      {isPending && <SkeletonRows rows={16} height={44} />}
      {error !== null && <ErrorNote what="The experiments could not be read" error={error} onRetry={retry} />}
      {!isPending && error === null && (
        <>
          {numbers.length === 0 && (
            <Choose dataset={dataset} compared={compared} title="No experiments selected" onNumbers={onNumbers}>
              Choose an experiment of this dataset to look at, and up to three to compare with it.
            </Choose>
          )}
          {unknown.length > 0 && <Unknown dataset={dataset} compared={compared} onNumbers={onNumbers} />}
          {unknown.length === 0 && experiments.length > 0 && (
            <ComparisonView
              key={experiments.map(({ id }) => id).join(' ')}
              dataset={dataset}
              compared={compared}
              search={search}
              onNumbers={onNumbers}
            />
          )}
        </>
      )}
    </Frame>
  );
}

interface FrameProps {
  readonly dataset: Dataset | null;
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

function Frame({ dataset, title, actions, children }: FrameProps) {
  const crumbs = [
    { label: 'Datasets', href: datasetsPath },
    ...(dataset === null ? [] : [{ label: dataset.name, href: datasetExperimentsPath(dataset.id) }]),
    { label: title },
  ];
  return (
    <PageFrame title={dataset === null ? title : `${title} · ${dataset.name}`} crumbs={crumbs} actions={actions}>
      {children}
    </PageFrame>
  );
}

interface ChooseProps {
  readonly dataset: Dataset;
  readonly compared: Compared;
  readonly title: string;
  readonly onNumbers: (numbers: readonly number[]) => void;
  readonly children: ReactNode;
}

function Choose({ dataset, compared, title, onNumbers, children }: ChooseProps) {
  const known = compared.experiments.map(({ sequence_number: number }) => number);
  return (
    <EmptyNote title={title}>
      <p>{children}</p>
      <div className="flex flex-wrap items-center gap-8">
        {known.length > 0 && (
          <Link
            to="/datasets/$dataset/compare"
            params={{ dataset: dataset.id }}
            search={{ experiments: experimentsText(known) }}
            className="touch text-link hover:underline"
          >
            Show {known.map((number) => `#${number}`).join(', ')}
          </Link>
        )}
        <ExperimentPicker
          compared={compared}
          text="Choose an experiment"
          label="Choose an experiment"
          onPick={(one) => onNumbers([...known, one.sequence_number])}
        />
        <Link to={datasetExperimentsPath(dataset.id)} className="touch text-link hover:underline">
          All experiments of {dataset.name}
        </Link>
      </div>
    </EmptyNote>
  );
}

function Unknown({ dataset, compared, onNumbers }: Pick<ChooseProps, 'dataset' | 'compared' | 'onNumbers'>) {
  const named = compared.unknown.map((number) => `#${number}`).join(', ');
  const isOne = compared.unknown.length === 1;
  return (
    <Choose dataset={dataset} compared={compared} title={`No experiment ${named}`} onNumbers={onNumbers}>
      {dataset.name} has no {isOne ? 'experiment' : 'experiments'} {named}. {isOne ? 'The experiment' : 'They'} may have been deleted.
    </Choose>
  );
}
