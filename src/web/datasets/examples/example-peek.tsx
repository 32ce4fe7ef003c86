import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { exampleOptions, exampleHistoryOptions } from './dataset-examples.calls.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { SplitChips } from '#web/datasets/split-chips.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { ValueViewer } from '#web/trace/open-value.tsx';
import { TextBlock } from '#web/trace/text-block.tsx';
import { JsonPane } from '#web/ui/value/json-pane.tsx';
import { exampleName, type ExampleRow } from './example-row.ts';
import type { ExamplesSearch } from '#web/datasets/dataset-search.ts';
import { formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';
import { asText, prop, type JsonObject } from '#web/platform/text/json.ts';
import { useState } from 'react';
import type { ExampleRevision } from '#contracts/datasets/dataset-history.ts';
import { useSelf } from '#web/accounts/use-author-names.ts';
import { DiffText } from '#web/ui/value/diff-text.tsx';
import { authorText } from '#web/accounts/author-text.ts';

const TABS = [
  { id: undefined, label: 'Content' },
  { id: 'json', label: 'JSON' },
  { id: 'history', label: 'History' },
] as const;

interface ExamplePeekProps {
  readonly dataset: Dataset;
  readonly id: string;
  /** Null if the list hasn't loaded it: then it is fetched. */
  readonly row: ExampleRow | null;
  /** Global ID; null for the newest. */
  readonly version: string | null;
  readonly tab: ExamplesSearch['tab'];
  readonly onTab: (tab: ExamplesSearch['tab']) => void;
  readonly onWalk: (by: number) => void;
  readonly onEdit: ((row: ExampleRow) => void) | null;
  readonly onRemove: ((row: ExampleRow) => void) | null;
  readonly onClose: () => void;
}

/** An example beside the list: what it holds, as text and as a tree, and what it held before. */
export function ExamplePeek({
  dataset,
  id,
  row,
  version,
  tab,
  onTab,
  onWalk,
  onEdit,
  onRemove,
  onClose,
}: ExamplePeekProps) {
  const { data, error, refetch } = useQuery({
    ...exampleOptions(dataset.id, id, version),
    enabled: row === null,
  });
  const shown = row ?? data ?? null;
  return (
    <aside
      aria-label="Example"
      className="flex w-[46%] min-w-320 shrink-0 flex-col border-l border-line2 bg-bg0 max-md:w-full"
    >
      <div className="flex h-36 shrink-0 items-center gap-4 border-b border-line1 pr-4 pl-12">
        <h2 className="clip min-w-0 font-semibold">
          {shown === null ? 'Example' : exampleName(shown)}
        </h2>
        {shown !== null && <CopyButton text={shown.ownId ?? shown.id} label="Copy id" quiet />}
        <span className="flex-1" />
        <IconButton icon="arrowUp" label="Previous (K)" onClick={() => onWalk(-1)} />
        <IconButton icon="arrowDown" label="Next (J)" onClick={() => onWalk(1)} />
        {onEdit !== null && shown !== null && (
          <Button look="quiet" onClick={() => onEdit(shown)} title="Edit (E)">
            Edit
          </Button>
        )}
        {onRemove !== null && shown !== null && (
          <IconButton
            icon="trash"
            label="Delete"
            onClick={() => {
              onRemove(shown);
              onClose();
            }}
          />
        )}
        <IconButton icon="close" label="Close (Esc)" onClick={onClose} />
      </div>
      {error !== null && shown === null && (
        <ErrorNote
          what="The example could not be read"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {error === null && shown === null && <SkeletonRows rows={10} height={30} />}
      {shown !== null && <ExampleTabs dataset={dataset} row={shown} tab={tab} onTab={onTab} />}
    </aside>
  );
}

interface ExampleTabsProps extends Pick<ExamplePeekProps, 'dataset' | 'tab' | 'onTab'> {
  readonly row: ExampleRow;
}

function ExampleTabs({ dataset, row, tab, onTab }: ExampleTabsProps) {
  return (
    <>
      <div
        role="tablist"
        aria-label="Example"
        className="flex h-36 shrink-0 items-stretch gap-16 pointer-coarse:h-44 border-b border-line1 px-12"
      >
        {TABS.map((one) => (
          <button
            key={one.label}
            type="button"
            role="tab"
            aria-selected={one.id === tab}
            onClick={() => onTab(one.id)}
            className={`border-b-2 text-13 font-medium ${one.id === tab ? 'border-focus text-text1' : 'border-transparent text-text2 hover:text-text1'}`}
          >
            {one.label}
          </button>
        ))}
      </div>
      <div
        key={`${row.id} ${tab ?? ''}`}
        role="tabpanel"
        aria-label={TABS.find((one) => one.id === tab)?.label ?? 'Content'}
        className="flex min-h-0 flex-1 flex-col"
      >
        {tab === undefined && <Content row={row} />}
        {tab === 'json' && <JsonPane text={wholeText(row)} label={exampleName(row)} needle="" />}
        {tab === 'history' && <ExampleHistory dataset={dataset.id} row={row} />}
      </div>
    </>
  );
}

function wholeText({ input, output, metadata }: ExampleRow): string {
  return JSON.stringify({ input, output, metadata });
}

function Content({ row }: { row: ExampleRow }) {
  return (
    <ValueViewer spanId="">
      <div
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col gap-16 overflow-auto px-12 py-12 focus-visible:outline-offset-[-2px]"
      >
        <Part title="Input" value={row.input} />
        <Part title="Output" value={row.output} />
        <Part title="Metadata" value={row.metadata} />
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-16 gap-y-4 border-t border-line1 pt-12 text-12">
          {row.splits !== null && row.splits.length > 0 && (
            <>
              <dt className="text-text3">Splits</dt>
              <dd>
                <SplitChips names={row.splits} />
              </dd>
            </>
          )}
          {row.number > 0 && (
            <>
              <dt className="text-text3">Number</dt>
              <dd className="nums">{row.number}</dd>
            </>
          )}
          <dt className="text-text3">Changed</dt>
          <dd className="nums" title={isoWithZone(Date.parse(row.updatedAt))}>
            {formatWhen(row.updatedAt, Date.now())}
          </dd>
          {row.spanId !== null && (
            <>
              <dt className="text-text3">Made from</dt>
              <dd>
                <Link
                  to="/redirects/$kind/$id"
                  params={{ kind: 'spans', id: row.spanId }}
                  className="mono text-link hover:underline"
                >
                  span {row.spanId}
                </Link>
              </dd>
            </>
          )}
        </dl>
      </div>
    </ValueViewer>
  );
}

function Part({ title, value }: { title: string; value: JsonObject }) {
  const keys = Object.keys(value);
  return (
    <section className="flex flex-col gap-8" aria-label={title}>
      <h3 className="text-12 font-semibold text-text2">{title}</h3>
      {keys.length === 0 && <p className="text-12 text-text3">Nothing</p>}
      {keys.slice(0, 200).map((key) => (
        <div key={key} className="flex flex-col gap-2">
          <h4 className="mono clip text-text3" title={key}>
            {key}
          </h4>
          <TextBlock
            text={asText(prop(value, key)) ?? 'null'}
            label={`${title.toLowerCase()}.${key}`}
          />
        </div>
      ))}
      {keys.length > 200 && (
        <p className="text-12 text-text3">and {keys.length - 200} more keys: see JSON</p>
      )}
    </section>
  );
}

const WORDS = { CREATE: 'Added', PATCH: 'Changed', DELETE: 'Deleted' } as const;

/** An example's revisions, newest first, with the changes of each. */
function ExampleHistory({ dataset, row }: { dataset: string; row: ExampleRow }) {
  const { data, isPending, error, refetch } = useQuery(
    exampleHistoryOptions(dataset, row.id, row.updatedAt),
  );
  const [at, setAt] = useState(0);
  if (data === undefined)
    return isPending ? (
      <SkeletonRows rows={4} height={34} />
    ) : (
      <ErrorNote
        what="The history could not be read"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  const chosen = data[at];
  const before = data[at + 1];
  return (
    <>
      <ol
        aria-label="Revisions"
        className="max-h-[40%] shrink-0 overflow-auto border-b border-line1"
      >
        {data.map((revision, index) => (
          <li key={revision.version_id}>
            <button
              type="button"
              aria-pressed={index === at}
              onClick={() => setAt(index)}
              className={`flex h-34 w-full items-center gap-8 px-12 text-left hover:bg-bg2 ${index === at ? 'bg-sel' : ''}`}
            >
              <span className="font-medium">{WORDS[revision.kind]}</span>
              <VersionNote revision={revision} />
              <span
                className="nums ml-auto text-12 text-text3"
                title={isoWithZone(Date.parse(revision.created_at))}
              >
                {formatWhen(revision.created_at, Date.now())}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {chosen !== undefined && (
        <DiffText before={before === undefined ? '' : textOf(before)} after={textOf(chosen)} />
      )}
    </>
  );
}

/** The version's author and description. */
function VersionNote({
  revision: { user_id: user, user_name: name, version_description: description },
}: {
  revision: ExampleRevision;
}) {
  const self = useSelf();
  const text = [user === null ? null : authorText(user, name, self), description]
    .filter((one) => one !== null && one !== '')
    .join(' · ');
  return (
    <span className="clip min-w-0 text-12 text-text2" title={text}>
      {text}
    </span>
  );
}

function textOf({ content }: ExampleRevision): string {
  return content === null ? '' : JSON.stringify(content, null, 2);
}
