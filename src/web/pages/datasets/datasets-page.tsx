import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, lazy, useMemo } from 'react';
import { datasetsOptions } from '../../api/datasets.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '../../components/states.tsx';
import type { DatasetSort, DatasetsSearch } from '../../lib/dataset-search.ts';
import { plural } from '../../lib/format-number.ts';
import { useKeys } from '../../lib/keys.ts';
import { withChanges } from '../../lib/search-params.ts';
import type { Changes } from '../../lib/search-params.ts';
import { CreateDataset } from './create-dataset.tsx';
import { inOrder, matching } from './dataset-order.ts';
import { DatasetsTable } from './datasets-table.tsx';
import { NoDatasets } from './no-datasets.tsx';

const UploadDialog = lazy(async () => ({ default: (await import('../../components/dataset/upload/upload-dialog.tsx')).UploadDialog }));

/** Every dataset. What is found and sorted is in the address. */
export function DatasetsPage() {
  const search = useSearch({ from: '/datasets' });
  const navigate = useNavigate({ from: '/datasets' });
  const { data, isPending, error, refetch } = useQuery(datasetsOptions);
  const { find = '', sort = 'updated_at', order = sort === 'name' ? 'asc' : 'desc' } = search;
  const shown = useMemo(() => inOrder(matching(data ?? [], find), sort, order), [data, find, sort, order]);
  const change = (changes: Changes<DatasetsSearch>, replace = false): void => {
    void navigate({ search: (before) => withChanges<DatasetsSearch>(before, changes), replace });
  };
  useKeys({
    n: { what: 'New dataset', run: () => change({ new: true }) },
    u: { what: 'Upload a file', run: () => change({ upload: true }) },
  });
  return (
    <PageFrame
      title="Datasets"
      crumbs={[{ label: 'Datasets' }]}
      actions={
        <>
          <Button onClick={() => change({ upload: true })}>
            <Icon name="upload" size={14} /> <span className="max-md:sr-only">Upload a file</span>
          </Button>
          <Button look="accent" onClick={() => change({ new: true })}>
            <Icon name="plus" size={14} /> <span className="max-md:sr-only">New dataset</span>
          </Button>
        </>
      }
    >
      {data !== undefined && data.length > 0 && (
        <div className="flex h-44 shrink-0 items-center gap-12 border-b border-line1 px-12">
          <SearchField
            value={find}
            onChange={(next) => change({ find: next === '' ? undefined : next }, true)}
            placeholder="Find a dataset"
            className="w-280 max-md:flex-1"
          />
          <span className="text-12 text-text3 max-md:hidden" role="status">
            {find === '' ? plural(shown.length, 'dataset') : `${shown.length} of ${plural(data.length, 'dataset')}`}
          </span>
        </div>
      )}
      {isPending && <SkeletonRows rows={8} height={38} />}
      {error !== null && data === undefined && (
        <ErrorNote what="The datasets could not be read" error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && data.length === 0 && (
        <NoDatasets onUpload={() => change({ upload: true })} onCreate={() => change({ new: true })} />
      )}
      {data !== undefined && data.length > 0 && shown.length === 0 && (
        <EmptyNote title={`No dataset is named like “${find}”`}>
          <Button onClick={() => change({ find: undefined })}>Show all datasets</Button>
        </EmptyNote>
      )}
      {shown.length > 0 && (
        <DatasetsTable datasets={shown} sort={sort} order={order} onSort={(next) => change(nextSort(next, sort, order), true)} />
      )}
      {search.new === true && <CreateDataset onClose={() => change({ new: undefined }, true)} />}
      {search.upload === true && (
        <Suspense>
          <UploadDialog dataset={null} onClose={() => change({ upload: undefined }, true)} />
        </Suspense>
      )}
    </PageFrame>
  );
}

/** A second click on a column turns its order round. */
function nextSort(next: DatasetSort, sort: DatasetSort, order: 'asc' | 'desc'): Pick<Changes<DatasetsSearch>, 'sort' | 'order'> {
  const natural = next === 'name' ? 'asc' : 'desc';
  const turned = natural === 'asc' ? 'desc' : 'asc';
  return { sort: next === 'updated_at' ? undefined : next, order: next === sort && order === natural ? turned : undefined };
}
