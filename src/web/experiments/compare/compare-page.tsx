import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useEffect, type ReactNode } from 'react';
import { datasetOptions } from '#web/datasets/datasets.calls.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import {
  datasetExperimentsPath,
  datasetsPath,
  datasetPath,
  experimentComparisonPath,
} from '#web/platform/address/paths.ts';
import { ComparisonView } from './comparison-view.tsx';
import { experimentsText, numbersOf } from './comparison-search.ts';
import { ExperimentPicker } from './experiment-picker.tsx';
import { useCompared, type Compared } from './use-compared.ts';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import { download } from '#web/ui/notices/download.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu, MenuItem, MenuLabel } from '#web/ui/floating/menu.tsx';
import { copyLink } from '#web/ui/notices/copy-link.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { ApiError } from '#web/platform/http/client.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { readExperiment } from './comparison.calls.ts';
import { comparisonOf, type LinkedExperiment } from './linked-experiments.ts';

/** Long enough to read which experiments are left out, and why. */
const TOAST_MS = 15_000;

/**
 * Leads from Global IDs, as the official clients print them, to the numbers of the experiments in
 * their dataset.
 */
function LeadByIds({ dataset, ids }: { dataset: string; ids: readonly string[] }) {
  const navigate = useNavigate();
  const key = ids.join(' ');
  const { data, error, refetch } = useQuery({
    queryKey: ['experiment-comparison', 'numbers', key],
    queryFn: () => Promise.all(key.split(' ').map(readLinked)),
    retry: false,
  });
  useEffect(() => {
    if (data === undefined) return;
    const { dataset: home, numbers, leftOut } = comparisonOf(dataset, data);
    if (leftOut !== null) showToast({ text: leftOut, durationMs: TOAST_MS });
    const path =
      numbers.length === 0
        ? `${datasetPath(home)}/compare`
        : experimentComparisonPath(home, numbers);
    void navigate({ href: ROOT_PATH + path, replace: true });
  }, [data, dataset, navigate]);
  return error === null ? (
    <SkeletonRows rows={16} height={44} />
  ) : (
    <ErrorNote
      what="The experiments could not be read"
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

/**
 * An experiment that a link names; nothing where it does not exist, or the id is none of an
 * experiment.
 */
async function readLinked(id: string): Promise<LinkedExperiment> {
  try {
    return { id, experiment: await readExperiment(id) };
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422))
      return { id, experiment: null };
    throw error;
  }
}

const FORMATS = [
  { label: 'CSV', path: 'csv' },
  { label: 'JSON', path: 'json' },
] as const;

/** The runs of the experiments as files, and a link to what is on screen. */
function ComparisonExport({
  dataset,
  experiments,
}: {
  dataset: Dataset;
  experiments: readonly Experiment[];
}) {
  return (
    <>
      <IconButton icon="copy" label="Copy link (C)" onClick={copyLink} />
      <Menu
        align="end"
        trigger={
          <Button>
            <Icon name="download" size={14} /> <span className="max-md:sr-only">Export</span>
          </Button>
        }
      >
        {experiments.map(({ id, sequence_number: number, name }) => (
          <div key={id} role="group" aria-label={name}>
            <MenuLabel>
              #{number} <bdi>{name}</bdi>
            </MenuLabel>
            {FORMATS.map(({ label, path }) => (
              <MenuItem
                key={path}
                onSelect={() =>
                  void download(
                    `${ROOT_PATH}/v1/experiments/${encodeURIComponent(id)}/${path}`,
                    `${dataset.name}-${number}.${path}`,
                  )
                }
              >
                {label}
              </MenuItem>
            ))}
          </div>
        ))}
      </Menu>
    </>
  );
}

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
      actions={
        experiments.length > 0 && <ComparisonExport dataset={dataset} experiments={experiments} />
      }
    >
      {isPending && <SkeletonRows rows={16} height={44} />}
      {error !== null && (
        <ErrorNote what="The experiments could not be read" error={error} onRetry={retry} />
      )}
      {!isPending && error === null && (
        <>
          {numbers.length === 0 && (
            <Choose
              dataset={dataset}
              compared={compared}
              title="No experiments selected"
              onNumbers={onNumbers}
            >
              Choose an experiment of this dataset to look at, and up to three to compare with it.
            </Choose>
          )}
          {unknown.length > 0 && (
            <Unknown dataset={dataset} compared={compared} onNumbers={onNumbers} />
          )}
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
    ...(dataset === null
      ? []
      : [{ label: dataset.name, href: datasetExperimentsPath(dataset.id) }]),
    { label: title },
  ];
  return (
    <PageFrame
      title={dataset === null ? title : `${title} · ${dataset.name}`}
      crumbs={crumbs}
      actions={actions}
    >
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
          keepsText
          onPick={(one) => onNumbers([...known, one.sequence_number])}
        />
        <Link to={datasetExperimentsPath(dataset.id)} className="touch text-link hover:underline">
          All experiments of {dataset.name}
        </Link>
      </div>
    </EmptyNote>
  );
}

function Unknown({
  dataset,
  compared,
  onNumbers,
}: Pick<ChooseProps, 'dataset' | 'compared' | 'onNumbers'>) {
  const named = compared.unknown.map((number) => `#${number}`).join(', ');
  const isOne = compared.unknown.length === 1;
  return (
    <Choose
      dataset={dataset}
      compared={compared}
      title={`No experiment ${named}`}
      onNumbers={onNumbers}
    >
      {dataset.name} has no {isOne ? 'experiment' : 'experiments'} {named}.{' '}
      {isOne ? 'The experiment' : 'They'} may have been deleted.
    </Choose>
  );
}
