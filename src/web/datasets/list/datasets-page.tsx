import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch, Link } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { DATASETS_MAX, datasetsOptions, createDataset } from '#web/datasets/datasets.calls.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { Button } from '#web/ui/button.tsx';
import { CappedNote } from '#web/ui/capped-note.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import type { DatasetSort, DatasetsSearch } from '#web/datasets/dataset-search.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { withChanges, type Changes } from '#web/platform/address/search-schema.ts';
import { DatasetsTable } from './datasets-table.tsx';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { useMay } from '#web/accounts/may.tsx';
import { NameFilter } from '#web/datasets/name-filter.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { examplesPath, projectsPath } from '#web/platform/address/paths.ts';
import { isNamedLike } from '#web/platform/text/named-like.ts';
import { DatasetCode } from '#web/datasets/dataset-code.tsx';

const UploadDialog = lazyPart(async () => ({
  default: (await import('#web/datasets/upload/upload-dialog.tsx')).UploadDialog,
}));

const NO_LABELS: readonly string[] = [];

/** The list of all datasets. Search and sort order are in the address. */
export function DatasetsPage() {
  const search = useSearch({ from: '/datasets' });
  const navigate = useNavigate({ from: '/datasets' });
  const { data, isPending, error, refetch } = useQuery(datasetsOptions);
  const {
    find = '',
    label = NO_LABELS,
    sort = 'updated_at',
    order = sort === 'name' ? 'asc' : 'desc',
  } = search;
  const shown = useMemo(
    () => inOrder(matching(data ?? [], find, label), sort, order),
    [data, find, label, sort, order],
  );
  const change = (changes: Changes<DatasetsSearch>, replace = false): void => {
    void navigate({ search: (before) => withChanges<DatasetsSearch>(before, changes), replace });
  };
  const create = (): void => change({ new: true });
  const upload = (): void => change({ upload: true });
  const may = useMay('datasets:write');
  useKeys(
    may
      ? {
          n: { what: 'New dataset', run: create },
          u: { what: 'Upload a file', run: upload },
        }
      : {},
  );
  return (
    <PageFrame
      title="Datasets"
      crumbs={[{ label: 'Datasets' }]}
      actions={may && <CreateActions onUpload={upload} onCreate={create} />}
    >
      {data !== undefined && data.length > 0 && (
        <Toolbar datasets={data} found={shown} find={find} label={label} onChange={change} />
      )}
      {isPending && <SkeletonRows rows={8} height={38} />}
      {error !== null && data === undefined && (
        <ErrorNote
          what="The datasets could not be read"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && <NoneYet may={may} onUpload={upload} onCreate={create} />}
      {data !== undefined && data.length > 0 && shown.length === 0 && (
        <EmptyNote title={nothingText(find, label)}>
          <Button onClick={() => change({ find: undefined, label: undefined })}>
            Show all datasets
          </Button>
        </EmptyNote>
      )}
      {shown.length > 0 && (
        <DatasetsTable
          datasets={shown}
          sort={sort}
          order={order}
          onSort={(next) => change(nextSort(next, sort, order), true)}
        />
      )}
      <CappedNote shown={data?.length ?? 0} max={DATASETS_MAX} what="datasets" />
      {may && <OpenDialog search={search} onClose={(changes) => change(changes, true)} />}
    </PageFrame>
  );
}

interface WaysToCreate {
  readonly onUpload: () => void;
  readonly onCreate: () => void;
}

function CreateActions({ onUpload, onCreate }: WaysToCreate) {
  return (
    <>
      <Button onClick={onUpload}>
        <Icon name="upload" size={14} /> <span className="max-md:sr-only">Upload a file</span>
      </Button>
      <Button look="accent" onClick={onCreate}>
        <Icon name="plus" size={14} /> <span className="max-md:sr-only">New dataset</span>
      </Button>
    </>
  );
}

function NoneYet({ may, ...ways }: WaysToCreate & { readonly may: boolean }) {
  if (may) return <NoDatasets {...ways} />;
  return (
    <EmptyNote title="No datasets yet">
      A dataset contains examples. Members and admins can create datasets.
    </EmptyNote>
  );
}

interface OpenDialogProps {
  readonly search: DatasetsSearch;
  readonly onClose: (changes: Changes<DatasetsSearch>) => void;
}

function OpenDialog({ search, onClose }: OpenDialogProps) {
  return (
    <>
      {search.new === true && <CreateDataset onClose={() => onClose({ new: undefined })} />}
      {search.upload === true && (
        <Suspense>
          <UploadDialog dataset={null} onClose={() => onClose({ upload: undefined })} />
        </Suspense>
      )}
    </>
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
    if (find !== '' && first !== undefined)
      void navigate({ to: '/datasets/$dataset/examples', params: { dataset: first.id } });
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
        {find === '' && label.length === 0
          ? plural(found.length, 'dataset')
          : `${found.length} of ${plural(datasets.length, 'dataset')}`}
      </span>
    </div>
  );
}

function nothingText(find: string, labels: readonly string[]): string {
  const labelled =
    labels.length === 0 ? '' : ` with the label ${labels.map((name) => `“${name}”`).join(' or ')}`;
  return find === ''
    ? `There is no dataset${labelled}`
    : `No dataset${labelled} is named like “${find}”`;
}

/** A second click on a column turns its order round. */
function nextSort(
  next: DatasetSort,
  sort: DatasetSort,
  order: 'asc' | 'desc',
): Pick<Changes<DatasetsSearch>, 'sort' | 'order'> {
  const natural = next === 'name' ? 'asc' : 'desc';
  const turned = natural === 'asc' ? 'desc' : 'asc';
  return {
    sort: next === 'updated_at' ? undefined : next,
    order: next === sort && order === natural ? turned : undefined,
  };
}

interface LabelFilterProps {
  readonly datasets: readonly Dataset[];
  /** Names of labels; what has any of them is shown. */
  readonly chosen: readonly string[];
  readonly onChosen: (names: readonly string[]) => void;
}

/** Narrows the datasets to those with one of some labels. */
function LabelFilter({ datasets, chosen, onChosen }: LabelFilterProps) {
  const counts = new Map<string, number>();
  for (const { labels } of datasets)
    for (const { name } of labels) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([name, count]) => ({ name, count }));
  return <NameFilter noun="Label" names={names} chosen={chosen} onChosen={onChosen} />;
}

/** An empty dataset, to be filled by hand, from traces or by a program. */
function CreateDataset({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const create = useMutation({
    mutationFn: () =>
      createDataset(name.trim(), description.trim() === '' ? null : description.trim()),
    onSuccess: async (id) => {
      await client.invalidateQueries({ queryKey: ['datasets'] });
      await navigate({ to: examplesPath(id) });
    },
  });
  return (
    <FormDialog
      title="New dataset"
      action="Create"
      ready={name.trim() !== ''}
      send={create}
      onClose={onClose}
    >
      <Field label="Name" value={name} onValue={setName} maxLength={1024} />
      <Field
        label="Description (optional)"
        value={description}
        onValue={setDescription}
        maxLength={10_000}
      />
    </FormDialog>
  );
}

/**
 * Those whose name or description has every word typed, and with names of labels, that have one of
 * them.
 */
function matching(
  datasets: readonly Dataset[],
  typed: string,
  labelNames: readonly string[],
): readonly Dataset[] {
  return datasets.filter(
    ({ name, description, labels }) =>
      isNamedLike([name, description], typed) &&
      (labelNames.length === 0 || labels.some((one) => labelNames.includes(one.name))),
  );
}

function inOrder(
  datasets: readonly Dataset[],
  sort: DatasetSort,
  order: 'asc' | 'desc',
): readonly Dataset[] {
  const sign = order === 'asc' ? 1 : -1;
  return datasets.toSorted((a, b) => sign * compare(a[sort], b[sort]) || compare(a.name, b.name));
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}

/** Before there is any dataset: what one is for, and the ways to the first. */
function NoDatasets({ onUpload, onCreate }: WaysToCreate) {
  return (
    <div
      className="min-h-0 flex-1 overflow-auto"
      tabIndex={0}
      role="region"
      aria-label="How to create a dataset"
    >
      <div className="mx-auto flex max-w-720 flex-col gap-16 px-16 py-48 max-md:py-24">
        <h2 className="text-24 font-semibold">Create your first dataset</h2>
        <p className="max-w-560 text-14 text-text2">
          A dataset contains examples: inputs of your application and the outputs you expect. Every
          change creates a version, and all versions stay available.
        </p>
        <section className="flex flex-col items-start gap-8">
          <h3 className="text-14 font-semibold">From a file</h3>
          <p className="text-13 text-text2">
            CSV, JSON lines, Arrow or Parquet. You choose what each column becomes.
          </p>
          <Button look="accent" onClick={onUpload}>
            Upload a file
          </Button>
        </section>
        <section className="flex flex-col items-start gap-8">
          <h3 className="text-14 font-semibold">From traces</h3>
          <p className="text-13 text-text2">
            Open a trace, choose a span, and press D: its input and output become an example. Rows
            that are selected in a list go together.
          </p>
          <Link to={projectsPath} className="text-13 text-link hover:underline">
            Go to the projects
          </Link>
        </section>
        <section className="flex flex-col items-start gap-8">
          <h3 className="text-14 font-semibold">From code</h3>
          <DatasetCode name="parcel questions" id={null} />
        </section>
        <section className="flex flex-col items-start gap-8">
          <h3 className="text-14 font-semibold">By hand</h3>
          <Button onClick={onCreate}>New empty dataset</Button>
        </section>
      </div>
    </div>
  );
}
