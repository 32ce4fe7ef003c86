import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { DATASETS_MAX, datasetsOptions } from '#web/datasets/datasets.calls.ts';
import type { Dataset } from '#web/platform/http/model.ts';
import { Button } from '#web/ui/button.tsx';
import { LabelFilter } from '#web/datasets/labels/label-filter.tsx';
import { CappedNote } from '#web/ui/capped-note.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import type { DatasetSort, DatasetsSearch } from '#web/datasets/dataset-search.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { withChanges } from '#web/lists/search-params.ts';
import type { Changes } from '#web/lists/search-params.ts';
import { CreateDataset } from './create-dataset.tsx';
import { inOrder, matching } from './dataset-order.ts';
import { DatasetsTable } from './datasets-table.tsx';
import { NoDatasets } from './no-datasets.tsx';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { useMay } from '#web/accounts/may.tsx';

const UploadDialog = lazyPart(async () => ({ default: (await import('#web/datasets/upload/upload-dialog.tsx')).UploadDialog }));

const NO_LABELS: readonly string[] = [];

/** The list of all datasets. Search and sort order are in the address. */
export function DatasetsPage() {
  const search = useSearch({ from: '/datasets' });
  const navigate = useNavigate({ from: '/datasets' });
  const { data, isPending, error, refetch } = useQuery(datasetsOptions);
  const { find = '', label = NO_LABELS, sort = 'updated_at', order = sort === 'name' ? 'asc' : 'desc' } = search;
  const shown = useMemo(() => inOrder(matching(data ?? [], find, label), sort, order), [data, find, label, sort, order]);
  const change = (changes: Changes<DatasetsSearch>, replace = false): void => {
    void navigate({ search: (before) => withChanges<DatasetsSearch>(before, changes), replace });
  };
  const may = useMay('datasets:write');
  useKeys(
    may
      ? {
          n: { what: 'New dataset', run: () => change({ new: true }) },
          u: { what: 'Upload a file', run: () => change({ upload: true }) },
        }
      : {},
  );
  return (
    <PageFrame
      title="Datasets"
      crumbs={[{ label: 'Datasets' }]}
      actions={
        may && (
          <>
            <Button onClick={() => change({ upload: true })}>
              <Icon name="upload" size={14} /> <span className="max-md:sr-only">Upload a file</span>
            </Button>
            <Button look="accent" onClick={() => change({ new: true })}>
              <Icon name="plus" size={14} /> <span className="max-md:sr-only">New dataset</span>
            </Button>
          </>
        )
      }
    >
      {data !== undefined && data.length > 0 && <Toolbar datasets={data} found={shown} find={find} label={label} onChange={change} />}
      {isPending && <SkeletonRows rows={8} height={38} />}
      {error !== null && data === undefined && (
        <ErrorNote what="The datasets could not be read" error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && data.length === 0 && !may && (
        <EmptyNote title="No datasets yet">A dataset contains examples. Members and admins can create datasets.</EmptyNote>
      )}
      {data !== undefined && data.length === 0 && may && (
        <NoDatasets onUpload={() => change({ upload: true })} onCreate={() => change({ new: true })} />
      )}
      {data !== undefined && data.length > 0 && shown.length === 0 && (
        <EmptyNote title={nothingText(find, label)}>
          <Button onClick={() => change({ find: undefined, label: undefined })}>Show all datasets</Button>
        </EmptyNote>
      )}
      {shown.length > 0 && (
        <DatasetsTable datasets={shown} sort={sort} order={order} onSort={(next) => change(nextSort(next, sort, order), true)} />
      )}
      <CappedNote shown={data?.length ?? 0} max={DATASETS_MAX} what="datasets" />
      {may && search.new === true && <CreateDataset onClose={() => change({ new: undefined }, true)} />}
      {may && search.upload === true && (
        <Suspense>
          <UploadDialog dataset={null} onClose={() => change({ upload: undefined }, true)} />
        </Suspense>
      )}
    </PageFrame>
  );
}

interface ToolbarProps {
  readonly datasets: readonly Dataset[];
  /** Those of them that are shown, in order. */
  readonly found: readonly Dataset[];
  readonly find: string;
  readonly label: readonly string[];
  readonly onChange: (changes: Changes<DatasetsSearch>, replace: boolean) => void;
}

/** The list's search, and the number of matches. */
function Toolbar({ datasets, found, find, label, onChange }: ToolbarProps) {
  const navigate = useNavigate();
  const [first] = found;
  const openFirst = (): void => {
    if (find !== '' && first !== undefined) void navigate({ to: '/datasets/$dataset/examples', params: { dataset: first.id } });
  };
  return (
    <div className="flex min-h-44 shrink-0 flex-wrap items-center gap-x-12 gap-y-6 border-b border-line1 px-12 py-6">
      <SearchField
        value={find}
        onChange={(next) => onChange({ find: next === '' ? undefined : next }, true)}
        onEnter={openFirst}
        placeholder="Find a dataset"
        className="w-280 max-md:flex-1"
      />
      <LabelFilter
        datasets={datasets}
        chosen={label}
        onChosen={(names) => onChange({ label: names.length === 0 ? undefined : names }, true)}
      />
      <span className="text-12 text-text3 max-md:hidden" role="status">
        {find === '' && label.length === 0 ? plural(found.length, 'dataset') : `${found.length} of ${plural(datasets.length, 'dataset')}`}
      </span>
    </div>
  );
}

function nothingText(find: string, labels: readonly string[]): string {
  const labelled = labels.length === 0 ? '' : ` with the label ${labels.map((name) => `“${name}”`).join(' or ')}`;
  return find === '' ? `There is no dataset${labelled}` : `No dataset${labelled} is named like “${find}”`;
}

/** A second click on a column turns its order round. */
function nextSort(next: DatasetSort, sort: DatasetSort, order: 'asc' | 'desc'): Pick<Changes<DatasetsSearch>, 'sort' | 'order'> {
  const natural = next === 'name' ? 'asc' : 'desc';
  const turned = natural === 'asc' ? 'desc' : 'asc';
  return { sort: next === 'updated_at' ? undefined : next, order: next === sort && order === natural ? turned : undefined };
}
