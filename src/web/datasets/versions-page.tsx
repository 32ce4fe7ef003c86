import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { versionsOptions } from './datasets.calls.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { ErrorNote, SkeletonRows, EmptyNote } from '#web/ui/states.tsx';
import { useKeys } from '#web/platform/keys/keys.ts';
import { versionKey, versionOfKey } from '#web/platform/address/address-ids.ts';
import type { VersionsSearch } from './dataset-search.ts';
import { examplesPath } from '#web/platform/address/paths.ts';
import { presentParts } from '#web/platform/address/search-schema.ts';
import { DatasetFrame } from './dataset-frame.tsx';
import { VersionList } from './versions/version-list.tsx';
import { versionDiffOptions } from './versions/dataset-versions.calls.ts';
import type { DatasetVersion } from '#contracts/datasets/dataset-version.ts';
import { Button } from '#web/ui/button.tsx';
import { RestoreVersion } from './restore-version.tsx';
import { ValueViewer, OpenValueButton } from '#web/trace/open-value.tsx';
import { versionNumbers } from './version-numbers.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import type { ExampleChange, FieldChange } from './examples/example-change.ts';
import { previewText } from '#web/platform/text/exact-json.ts';
import type { Json } from '#web/platform/text/json.ts';

/** A dataset's versions, and what changed between two of them. */
export function VersionsPage() {
  const { dataset: id } = useParams({ from: '/datasets/$dataset/versions' });
  const { to } = useSearch({ from: '/datasets/$dataset/versions' });
  const navigate = useNavigate();
  useKeys({
    Escape: { what: 'Back to the examples', run: () => void navigate({ to: examplesPath(id) }) },
  });
  return (
    <DatasetFrame id={id} tab="Versions" version={to === undefined ? null : versionOfKey(to)}>
      {(dataset) => <Versions dataset={dataset} />}
    </DatasetFrame>
  );
}

function Versions({ dataset }: { dataset: Dataset }) {
  const search = useSearch({ from: '/datasets/$dataset/versions' });
  const navigate = useNavigate({ from: '/datasets/$dataset/versions' });
  const { data: versions, isPending, error, refetch } = useQuery(versionsOptions(dataset.id));
  if (versions === undefined)
    return isPending ? (
      <SkeletonRows rows={10} height={44} />
    ) : (
      <ErrorNote
        what="The versions could not be read"
        error={error ?? new Error('No answer.')}
        onRetry={() => void refetch()}
      />
    );
  const to = search.to === undefined ? (versions[0]?.version_id ?? null) : versionOfKey(search.to);
  const at = versions.findIndex((one) => one.version_id === to);
  const from =
    search.from === undefined ? (versions[at + 1]?.version_id ?? null) : versionOfKey(search.from);
  const choose = (next: { readonly from: string | null; readonly to: string }): void => {
    const earlier = next.from === null ? undefined : versionKey(next.from);
    void navigate({
      search: presentParts<VersionsSearch>({ from: earlier, to: versionKey(next.to) }),
      replace: true,
    });
  };
  return (
    <div className="flex min-h-0 flex-1 max-md:flex-col">
      <VersionList dataset={dataset.id} versions={versions} from={from} to={to} onChoose={choose} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {to !== null && (
          <VersionDiff
            dataset={dataset}
            versions={versions}
            from={from}
            to={to}
            onChoose={choose}
            onRestored={() => void navigate({ search: {} })}
          />
        )}
      </div>
    </div>
  );
}

interface VersionDiffProps {
  readonly dataset: Dataset;
  readonly versions: readonly DatasetVersion[];
  /** Null compares with nothing: all of the first version is new. */
  readonly from: string | null;
  readonly to: string;
  readonly onChoose: (choice: { readonly from: string | null; readonly to: string }) => void;
  readonly onRestored: () => void;
}

/** The changes from one version to another, by example and field. */
function VersionDiff({ dataset, versions, from, to, onChoose, onRestored }: VersionDiffProps) {
  const numbers = versionNumbers(versions);
  return (
    <>
      <div className="flex min-h-44 shrink-0 flex-wrap items-center gap-8 border-b border-line1 px-12 py-6 text-12 text-text2">
        <VersionSelect
          label="From"
          versions={versions}
          numbers={numbers}
          value={from}
          onValue={(next) => onChoose({ from: next, to })}
        />
        <VersionSelect
          label="to"
          versions={versions}
          numbers={numbers}
          value={to}
          onValue={(next) => onChoose({ from, to: next })}
        />
        <span className="ml-auto">
          <RestoreVersion
            dataset={dataset}
            versions={versions}
            version={to}
            onRestored={onRestored}
          />
        </span>
      </div>
      {from === to ? (
        <EmptyNote title="The same version twice" />
      ) : (
        <Changes key={`${from} ${to}`} dataset={dataset.id} from={from} to={to} />
      )}
    </>
  );
}

interface VersionSelectProps {
  readonly label: string;
  readonly versions: readonly DatasetVersion[];
  readonly numbers: ReadonlyMap<string, number>;
  readonly value: string | null;
  readonly onValue: (version: string) => void;
}

function VersionSelect({ label, versions, numbers, value, onValue }: VersionSelectProps) {
  return (
    <label className="flex items-center gap-6">
      {label}
      <select
        value={value ?? ''}
        onChange={(event) => onValue(event.target.value)}
        className="h-28 rounded-control border border-line2 bg-bg1 px-6 text-12 text-text1 max-md:h-44"
      >
        {value === null && <option value="">nothing</option>}
        {versions.map(({ version_id: id }) => (
          <option key={id} value={id}>
            Version {numbers.get(id)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Changes({ dataset, from, to }: { dataset: string; from: string | null; to: string }) {
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(versionDiffOptions(dataset, from, to));
  if (isPending) return <SkeletonRows rows={10} height={44} />;
  if (data === undefined)
    return (
      <ErrorNote
        what="The two versions could not be compared"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  const totals = data.pages[0]?.totals ?? { added: 0, changed: 0, removed: 0 };
  const changes = data.pages.flatMap((page) => page.changes);
  if (changes.length === 0)
    return <EmptyNote title="No example differs between these two versions" />;
  return (
    <div tabIndex={0} role="region" aria-label="Changes" className="min-h-0 flex-1 overflow-auto">
      <p role="status" className="nums flex flex-wrap gap-x-16 px-12 py-8 text-12">
        {totals.added > 0 && (
          <span className="tone-ok text-tone">+{exactCount(totals.added)} added</span>
        )}
        {totals.changed > 0 && (
          <span className="tone-warn text-tone">~{exactCount(totals.changed)} changed</span>
        )}
        {totals.removed > 0 && (
          <span className="tone-error text-tone">−{exactCount(totals.removed)} removed</span>
        )}
      </p>
      <ValueViewer spanId="">
        {changes.map((change) => (
          <ChangedExample key={change.id} change={change} />
        ))}
      </ValueViewer>
      {hasNextPage && (
        <div className="p-12">
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

const LOOKS = {
  added: { sign: '+', tone: 'tone-ok' },
  changed: { sign: '~', tone: 'tone-warn' },
  removed: { sign: '−', tone: 'tone-error' },
} as const;
/** So much of a value is shown here; the rest in the viewer. */
const SHOWN_CHARS = 1200;
const FIELDS_MAX = 100;

/** One changed example: each field before and after, side by side. */
function ChangedExample({ change }: { change: ExampleChange }) {
  const look = LOOKS[change.kind];
  const fields = change.fields.slice(0, FIELDS_MAX);
  return (
    <section
      aria-label={`${change.name} ${change.kind}`}
      className="border-t border-line1 px-12 py-8"
    >
      <h2 className="flex items-baseline gap-8 pb-4">
        <span className={`${look.tone} mono text-tone`} aria-hidden="true">
          {look.sign}
        </span>
        <span className="font-medium">{change.name}</span>
        <span className={`${look.tone} text-12 text-tone`}>{change.kind}</span>
      </h2>
      <dl className="flex flex-col gap-4">
        {fields.map((field) => (
          <FieldLine key={field.path} field={field} kind={change.kind} />
        ))}
      </dl>
      {(change.fields.length > FIELDS_MAX || !change.isComplete) && (
        <p className="pt-4 text-12 text-text3">More fields differ than are shown here.</p>
      )}
    </section>
  );
}

function FieldLine({ field, kind }: { field: FieldChange; kind: ExampleChange['kind'] }) {
  const sides = kind === 'changed' ? 'grid-cols-2 max-md:grid-cols-1' : 'grid-cols-1';
  return (
    <div className="grid grid-cols-[minmax(120px,200px)_1fr] gap-x-12 max-md:grid-cols-1">
      <dt className="mono verbatim text-text3">{field.path}</dt>
      <dd className={`grid ${sides} min-w-0 gap-4`}>
        {kind !== 'added' && (
          <Side value={field.before} label={`${field.path} before`} tone="tone-error" />
        )}
        {kind !== 'removed' && (
          <Side value={field.after} label={`${field.path} after`} tone="tone-ok" />
        )}
      </dd>
    </div>
  );
}

/** A value on one side; an empty box where the field is not there. */
function Side({ value, label, tone }: { value: Json | undefined; label: string; tone: string }) {
  if (value === undefined)
    return (
      <span
        className="rounded-chip border border-dashed border-line2 max-md:hidden"
        aria-label={`${label}: not there`}
        role="img"
      />
    );
  const text = previewText(value, SHOWN_CHARS);
  const whole = (): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  return (
    <span className={`${tone} relative min-w-0 rounded-chip bg-tint px-8 py-2 text-13`}>
      <span className="verbatim text-text1">{text}</span>
      {text.length >= SHOWN_CHARS && (
        <>
          … <OpenValueButton text={whole()} label={label} />
        </>
      )}
    </span>
  );
}
