import { useParams, useSearch } from '@tanstack/react-router';
import { versionOfKey, exampleOfKey } from '#web/platform/address/address-ids.ts';
import { DatasetFrame } from './dataset-frame.tsx';
import { Suspense } from 'react';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { exampleName } from './examples/example-row.ts';
import type { ExamplesSearch } from './dataset-search.ts';
import { usePendingDeletes } from '#web/ui/notices/deferred-delete.ts';
import { useNarrow } from '#web/platform/browser/narrow.ts';
import { ExamplesTable } from './examples/examples-table.tsx';
import {
  useExamplesModel,
  type ExamplesModel,
  type ChangeExamples,
} from './examples/use-examples-model.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { DatasetCode } from './dataset-code.tsx';
import { useQuery } from '@tanstack/react-query';
import { splitsOptions } from './dataset-splits.calls.ts';
import { versionsOptions } from './datasets.calls.ts';
import { NameFilter } from './name-filter.tsx';
import { RestoreVersion } from './restore-version.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TypedSearch } from '#web/ui/typed-search.tsx';
import type { ExamplesView } from './examples/example-pages.ts';
import { versionNumbers } from './version-numbers.ts';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { formatWhen } from '#web/platform/time/format-time.ts';

/** A dataset's examples, of its newest version or of the one in the address. */
export function ExamplesPage() {
  const { dataset: id } = useParams({ from: '/datasets/$dataset/examples' });
  const search = useSearch({ from: '/datasets/$dataset/examples' });
  return (
    <DatasetFrame
      id={id}
      tab="Examples"
      version={search.version === undefined ? null : versionOfKey(search.version)}
    >
      {(dataset, uploads) => (
        <ExamplesPane key={`${id} ${uploads}`} dataset={dataset} search={search} />
      )}
    </DatasetFrame>
  );
}

const ExamplePeek = lazyPart(async () => ({
  default: (await import('./examples/example-peek.tsx')).ExamplePeek,
}));
const ExampleEditor = lazyPart(async () => ({
  default: (await import('./examples/example-editor.tsx')).ExampleEditor,
}));
const SelectionBar = lazyPart(async () => ({
  default: (await import('./examples/selection-bar.tsx')).SelectionBar,
}));

interface ExamplesPaneProps {
  readonly dataset: Dataset;
  readonly search: ExamplesSearch;
}

/** A dataset's examples: the table, what is open beside it, what is chosen in it. */
function ExamplesPane({ dataset, search }: ExamplesPaneProps) {
  const model = useExamplesModel(dataset, search);
  const { view, keys, editing, onEdit, onRemove, change } = model;
  const peek = search.example === undefined ? undefined : exampleOfKey(search.example);
  const narrow = useNarrow();
  return (
    <>
      <ExamplesToolbar
        dataset={dataset}
        search={search}
        view={view}
        onChange={change}
        onAdd={onEdit === null ? null : () => onEdit(null)}
      />
      <div className="flex min-h-0 flex-1">
        <div
          className={`relative flex min-w-0 flex-1 flex-col ${narrow && peek !== undefined ? 'hidden' : ''}`}
        >
          <List dataset={dataset} search={search} model={model} />
        </div>
        {peek !== undefined && (
          <Suspense>
            <ExamplePeek
              dataset={dataset}
              id={peek}
              row={keys.rowOf(peek)}
              version={search.version === undefined ? null : versionOfKey(search.version)}
              tab={search.tab}
              onTab={(tab) => change({ tab }, { replace: true })}
              onWalk={keys.walk}
              onEdit={onEdit}
              onRemove={onRemove}
              onClose={keys.closePeek}
            />
          </Suspense>
        )}
      </div>
      {editing !== null && (
        <Suspense>
          <ExampleEditor
            dataset={dataset}
            row={editing.row}
            title={editing.row === null ? 'New example' : `Edit ${exampleName(editing.row)}`}
            onSaved={model.saved}
            onClose={model.stopEditing}
          />
        </Suspense>
      )}
    </>
  );
}

function List({ dataset, search, model }: ExamplesPaneProps & { model: ExamplesModel }) {
  const { view, keys, selection, chosen, onEdit, change } = model;
  const { ids: leaving } = usePendingDeletes();
  const isFiltered = search.q !== undefined || search.split !== undefined;
  const isEmpty = view.count === 0 && view.complete;
  return (
    <>
      {view.error !== null && (
        <ErrorNote
          what={
            view.count === 0
              ? 'The examples could not be read'
              : 'The next examples could not be read'
          }
          error={view.error}
          onRetry={model.retry}
        />
      )}
      {view.count === 0 && !view.complete && view.error === null && (
        <SkeletonRows rows={20} height={30} />
      )}
      {view.count > 0 && (
        <ExamplesTable
          dataset={dataset.id}
          view={view}
          activeIndex={keys.active}
          selected={selection.selected}
          leaving={leaving}
          control={model.control}
          onShow={model.show}
          onOpen={keys.open}
          onSelect={selection.toggle}
          onSelectLoaded={selection.toggleLoaded}
        />
      )}
      {isEmpty && isFiltered && (
        <EmptyNote title="No example matches">
          <Button onClick={() => change({ q: undefined, split: undefined })}>
            Show all examples
          </Button>
        </EmptyNote>
      )}
      {isEmpty && !isFiltered && (
        <NoExamples dataset={dataset} onAdd={onEdit === null ? null : () => onEdit(null)} />
      )}
      {chosen.length > 0 && (
        <Suspense>
          <SelectionBar
            dataset={dataset}
            rows={chosen}
            onSplit={model.assign}
            onRemove={model.removeChosen}
            onClear={selection.clear}
          />
        </Suspense>
      )}
    </>
  );
}

/** A dataset without examples: how they come into it. */
function NoExamples({ dataset, onAdd }: { dataset: Dataset; onAdd: (() => void) | null }) {
  return (
    <div
      className="min-h-0 flex-1 overflow-auto"
      tabIndex={0}
      role="region"
      aria-label="How to add examples"
    >
      <div className="mx-auto flex max-w-720 flex-col items-start gap-16 px-16 py-48 max-md:py-24">
        <h2 className="text-16 font-semibold">
          {onAdd === null ? 'This version has no examples' : 'No examples yet'}
        </h2>
        {onAdd !== null && (
          <>
            <p className="text-13 text-text2">
              Upload a file (U), add one by hand, press D on a span of a trace, or send them from a
              program:
            </p>
            <Button look="accent" onClick={onAdd}>
              Add example
            </Button>
            <DatasetCode name={dataset.name} id={dataset.id} />
          </>
        )}
      </div>
    </div>
  );
}

interface ExamplesToolbarProps {
  readonly dataset: Dataset;
  readonly search: ExamplesSearch;
  readonly view: ExamplesView;
  readonly onChange: ChangeExamples;
  readonly onAdd: (() => void) | null;
}

/** The examples' filters, their number, and a button to add one. */
function ExamplesToolbar({ dataset, search, view, onChange, onAdd }: ExamplesToolbarProps) {
  return (
    <div className="flex min-h-44 shrink-0 flex-wrap items-center gap-x-8 gap-y-6 border-b border-line1 px-12 py-6">
      <TypedSearch
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q === '' ? undefined : q }, { replace: true })}
        placeholder="Find in examples"
        className="w-280 max-md:flex-1"
      />
      <SplitFilter dataset={dataset.id} chosen={search.split ?? []} onChange={onChange} />
      {search.version !== undefined && (
        <VersionNote dataset={dataset} version={versionOfKey(search.version)} onChange={onChange} />
      )}
      <span role="status" className="nums text-12 text-text3">
        {countText(dataset, search, view)}
      </span>
      {onAdd !== null && (
        <Button className="ml-auto" onClick={onAdd} title="New example (N)">
          <Icon name="plus" size={14} /> <span className="max-md:sr-only">Add example</span>
        </Button>
      )}
    </div>
  );
}

function countText(dataset: Dataset, search: ExamplesSearch, view: ExamplesView): string {
  if (search.q !== undefined) {
    const looked = view.complete ? '' : `, ${exactCount(view.scanned)} looked through`;
    return `${exactCount(view.count)} found${looked}`;
  }
  if (view.complete) return plural(view.count, 'example');
  return search.split === undefined && search.version === undefined
    ? plural(dataset.example_count, 'example')
    : '';
}

interface SplitFilterProps {
  readonly dataset: string;
  readonly chosen: readonly string[];
  readonly onChange: ChangeExamples;
}

function SplitFilter({ dataset, chosen, onChange }: SplitFilterProps) {
  const { data } = useQuery(splitsOptions(dataset));
  const names = (data ?? []).map(({ name, example_count: count }) => ({ name, count }));
  const choose = (next: readonly string[]): void =>
    onChange({ split: next.length === 0 ? undefined : next });
  return <NameFilter noun="Split" names={names} chosen={chosen} onChosen={choose} />;
}

function VersionNote({
  dataset,
  version,
  onChange,
}: {
  dataset: Dataset;
  version: string;
  onChange: ChangeExamples;
}) {
  const { data } = useQuery(versionsOptions(dataset.id));
  const found = data?.find((one) => one.version_id === version);
  const number = versionNumbers(data ?? []).get(version);
  return (
    <>
      <span className="tone-info inline-flex h-24 items-center gap-8 rounded-chip bg-tint pl-8 text-12 text-tone">
        {number === undefined ? 'An earlier version' : `Version ${number}`}
        {found !== undefined && ` of ${formatWhen(found.created_at, Date.now())}`}, read only
        <button
          type="button"
          className="h-24 px-8 text-link hover:underline"
          onClick={() => onChange({ version: undefined })}
        >
          Show the newest
        </button>
      </span>
      <RestoreVersion
        dataset={dataset}
        versions={data ?? []}
        version={version}
        onRestored={() => onChange({ version: undefined })}
      />
    </>
  );
}
