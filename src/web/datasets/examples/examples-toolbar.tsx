import { useQuery } from '@tanstack/react-query';
import { splitsOptions } from '#web/datasets/dataset-splits.calls.ts';
import { versionsOptions } from '#web/datasets/datasets.calls.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { Button } from '#web/ui/button.tsx';
import { NameFilter } from '#web/datasets/name-filter.tsx';
import { RestoreVersion } from '#web/datasets/restore-version.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TypedSearch } from '#web/ui/typed-search.tsx';
import type { ExamplesView } from './example-pages.ts';
import { versionOfKey } from '#web/platform/address/address-ids.ts';
import { versionNumbers } from '#web/datasets/version-numbers.ts';
import type { ExamplesSearch } from '#web/datasets/dataset-search.ts';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { formatWhen } from '#web/platform/time/format-time.ts';
import type { ChangeExamples } from './use-examples-model.ts';

interface ExamplesToolbarProps {
  readonly dataset: Dataset;
  readonly search: ExamplesSearch;
  readonly view: ExamplesView;
  readonly onChange: ChangeExamples;
  readonly onAdd: (() => void) | null;
}

/** The examples' filters, their number, and a button to add one. */
export function ExamplesToolbar({ dataset, search, view, onChange, onAdd }: ExamplesToolbarProps) {
  return (
    <div className="flex min-h-44 shrink-0 flex-wrap items-center gap-x-8 gap-y-6 border-b border-line1 px-12 py-6">
      <TypedSearch
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q === '' ? undefined : q }, { replace: true })}
        placeholder="Find in examples"
        className="w-280 max-md:flex-1"
      />
      <SplitFilter dataset={dataset.id} chosen={search.split ?? []} onChange={onChange} />
      {search.version !== undefined && <VersionNote dataset={dataset} version={versionOfKey(search.version)} onChange={onChange} />}
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
  return search.split === undefined && search.version === undefined ? plural(dataset.example_count, 'example') : '';
}

interface SplitFilterProps {
  readonly dataset: string;
  readonly chosen: readonly string[];
  readonly onChange: ChangeExamples;
}

function SplitFilter({ dataset, chosen, onChange }: SplitFilterProps) {
  const { data } = useQuery(splitsOptions(dataset));
  const names = (data ?? []).map(({ name, example_count: count }) => ({ name, count }));
  const choose = (next: readonly string[]): void => onChange({ split: next.length === 0 ? undefined : next });
  return <NameFilter noun="Split" names={names} chosen={chosen} onChosen={choose} />;
}

function VersionNote({ dataset, version, onChange }: { dataset: Dataset; version: string; onChange: ChangeExamples }) {
  const { data } = useQuery(versionsOptions(dataset.id));
  const found = data?.find((one) => one.version_id === version);
  const number = versionNumbers(data ?? []).get(version);
  return (
    <>
      <span className="tone-info inline-flex h-24 items-center gap-8 rounded-chip bg-tint pl-8 text-12 text-tone">
        {number === undefined ? 'An earlier version' : `Version ${number}`}
        {found !== undefined && ` of ${formatWhen(found.created_at, Date.now())}`}, read only
        <button type="button" className="h-24 px-8 text-link hover:underline" onClick={() => onChange({ version: undefined })}>
          Show the newest
        </button>
      </span>
      <RestoreVersion dataset={dataset} versions={data ?? []} version={version} onRestored={() => onChange({ version: undefined })} />
    </>
  );
}
