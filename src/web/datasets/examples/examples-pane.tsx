import { Suspense } from 'react';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { exampleOfKey, versionOfKey } from '#web/platform/address/address-ids.ts';
import { exampleName } from './example-row.ts';
import type { ExamplesSearch } from '#web/datasets/dataset-search.ts';
import { usePendingDeletes } from '#web/ui/notices/deferred-delete.ts';
import { useNarrow } from '#web/platform/browser/narrow.ts';
import { ExamplesTable } from './examples-table.tsx';
import { ExamplesToolbar } from './examples-toolbar.tsx';
import { useExamplesModel, type ExamplesModel } from './use-examples-model.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { DatasetCode } from '#web/datasets/dataset-code.tsx';

const ExamplePeek = lazyPart(async () => ({ default: (await import('./example-peek.tsx')).ExamplePeek }));
const ExampleEditor = lazyPart(async () => ({ default: (await import('./example-editor.tsx')).ExampleEditor }));
const SelectionBar = lazyPart(async () => ({ default: (await import('./selection-bar.tsx')).SelectionBar }));

interface ExamplesPaneProps {
  readonly dataset: Dataset;
  readonly search: ExamplesSearch;
}

/** A dataset's examples: the table, what is open beside it, what is chosen in it. */
export function ExamplesPane({ dataset, search }: ExamplesPaneProps) {
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
        <div className={`relative flex min-w-0 flex-1 flex-col ${narrow && peek !== undefined ? 'hidden' : ''}`}>
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
          what={view.count === 0 ? 'The examples could not be read' : 'The next examples could not be read'}
          error={view.error}
          onRetry={model.retry}
        />
      )}
      {view.count === 0 && !view.complete && view.error === null && <SkeletonRows rows={20} height={30} />}
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
          <Button onClick={() => change({ q: undefined, split: undefined })}>Show all examples</Button>
        </EmptyNote>
      )}
      {isEmpty && !isFiltered && <NoExamples dataset={dataset} onAdd={onEdit === null ? null : () => onEdit(null)} />}
      {chosen.length > 0 && (
        <Suspense>
          <SelectionBar dataset={dataset} rows={chosen} onSplit={model.assign} onRemove={model.removeChosen} onClear={selection.clear} />
        </Suspense>
      )}
    </>
  );
}

/** A dataset without examples: how they come into it. */
function NoExamples({ dataset, onAdd }: { dataset: Dataset; onAdd: (() => void) | null }) {
  return (
    <div className="min-h-0 flex-1 overflow-auto" tabIndex={0} role="region" aria-label="How to add examples">
      <div className="mx-auto flex max-w-720 flex-col items-start gap-16 px-16 py-48 max-md:py-24">
        <h2 className="text-16 font-semibold">{onAdd === null ? 'This version has no examples' : 'No examples yet'}</h2>
        {onAdd !== null && (
          <>
            <p className="text-13 text-text2">
              Upload a file (U), add one by hand, press D on a span of a trace, or send them from a program:
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
