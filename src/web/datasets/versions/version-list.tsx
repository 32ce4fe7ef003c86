import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { VERSIONS_MAX } from '#web/datasets/datasets.calls.ts';
import type { DatasetVersion } from '#contracts/datasets/dataset-version.ts';
import { CappedNote } from '#web/ui/capped-note.tsx';
import { useSelf } from '#web/accounts/use-author-names.ts';
import { versionKey } from '#web/platform/address/address-ids.ts';
import { authorText } from '#web/accounts/author-text.ts';
import { versionNumbers } from '#web/datasets/version-numbers.ts';
import type { ExamplesSearch } from '#web/datasets/dataset-search.ts';
import { presentParts } from '#web/platform/address/search-schema.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';

const ROW_PX = 52;

interface VersionListProps {
  readonly dataset: string;
  /** Newest first. */
  readonly versions: readonly DatasetVersion[];
  readonly from: string | null;
  readonly to: string | null;
  readonly onChoose: (choice: { readonly from: string | null; readonly to: string }) => void;
}

/** Every version; a click shows what changed in it. */
export function VersionList({ dataset, versions, from, to, onChoose }: VersionListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const numbers = versionNumbers(versions);
  // oxlint-disable-next-line react/incompatible-library -- the compiler that this rule is about is not used
  const virtual = useVirtualizer({
    count: versions.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label="Versions"
      className="w-280 shrink-0 overflow-auto border-r border-line1 max-md:max-h-200 max-md:w-full max-md:border-r-0 max-md:border-b"
    >
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const version = versions[item.index];
          if (version === undefined) return null;
          const id = version.version_id;
          const chosen = id === to;
          return (
            <li
              key={id}
              className={`absolute inset-x-0 top-0 flex items-center border-b border-line1 hover:bg-bg2 ${chosen ? 'bg-sel shadow-[inset_2px_0_0_var(--focus)]' : id === from ? 'bg-bg2' : ''}`}
              style={{ height: ROW_PX, transform: `translateY(${item.start}px)` }}
            >
              <VersionButton
                version={version}
                number={numbers.get(id)}
                chosen={chosen}
                onClick={() =>
                  onChoose({ from: versions[item.index + 1]?.version_id ?? null, to: id })
                }
              />
              <Link
                to="/datasets/$dataset/examples"
                params={{ dataset }}
                search={presentParts<ExamplesSearch>({
                  version: item.index === 0 ? undefined : versionKey(id),
                })}
                className="px-12 text-12 text-link hover:underline"
                aria-label={`Show version ${numbers.get(id)}`}
              >
                Show
              </Link>
            </li>
          );
        })}
      </ul>
      <CappedNote shown={versions.length} max={VERSIONS_MAX} what="versions" />
    </div>
  );
}

interface VersionButtonProps {
  readonly version: DatasetVersion;
  readonly number: number | undefined;
  readonly chosen: boolean;
  readonly onClick: () => void;
}

function VersionButton({ version, number, chosen, onClick }: VersionButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onClick}
      className="flex h-full min-w-0 flex-1 flex-col justify-center px-12 text-left"
    >
      <span className="flex items-baseline gap-8">
        <span className="font-medium">Version {number}</span>
        <span
          className="nums ml-auto text-12 text-text3"
          title={isoWithZone(Date.parse(version.created_at))}
        >
          {formatWhen(version.created_at, Date.now())}
        </span>
      </span>
      <span className="flex min-w-0 items-baseline gap-8 text-12 text-text2">
        <VersionCounts version={version} />
        <VersionNote version={version} />
      </span>
    </button>
  );
}

/** The author and description. */
function VersionNote({
  version: { user_id: user, user_name: name, description },
}: {
  version: DatasetVersion;
}) {
  const self = useSelf();
  const text = [user === null ? null : authorText(user, name, self), description]
    .filter((one) => one !== null && one !== '')
    .join(' · ');
  return (
    <span className="clip" title={text}>
      {text}
    </span>
  );
}

/**
 * A version's changes from the previous one, such as +12 ~3 −1; nothing for versions without that
 * information.
 */
function VersionCounts({ version }: { version: DatasetVersion }) {
  const counts = [
    { count: version.num_created_examples, sign: '+', word: 'added', tone: 'tone-ok' },
    { count: version.num_updated_examples, sign: '~', word: 'changed', tone: 'tone-warn' },
    { count: version.num_deleted_examples, sign: '−', word: 'removed', tone: 'tone-error' },
  ];
  return counts.map(({ count, sign, word, tone }) =>
    count === null || count === 0 ? null : (
      <span
        key={word}
        className={`${tone} nums shrink-0 text-tone`}
        title={`${exactCount(count)} ${word}`}
      >
        <span aria-hidden="true">
          {sign}
          {exactCount(count)}
        </span>
        <span className="sr-only">
          {exactCount(count)} {word}
        </span>
      </span>
    ),
  );
}
