import { ReviewMenu } from '#web/annotations/review-menu.tsx';
import { FilterBar } from '#web/filter/bar/filter-bar.tsx';
import type { SessionListSearch, SessionSort } from '#web/lists/search-params.ts';
import { type Changes, presentParts } from '#web/platform/address/search-schema.ts';
import { RANGE_DEFAULT, type RangeText } from '#web/platform/time/time-range.ts';
import { useQuery } from '@tanstack/react-query';
import { sessionCountOptions, sessionParams } from './sessions.calls.ts';
import { compactCount } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { SortMenu } from '#web/ui/sort-menu.tsx';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { sessionsOfView, viewOfSessions } from '#web/lists/views/views.calls.ts';
import { FilterMenu } from '#web/filter/menu/filter-menu.tsx';
import { restCall } from '#web/filter/menu/rest-call.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';

const ORDERS: readonly {
  readonly sort: SessionSort;
  readonly order?: 'asc';
  readonly label: string;
}[] = [
  { sort: 'end_time', label: 'Latest first' },
  { sort: 'end_time', order: 'asc', label: 'Oldest first' },
  { sort: 'trace_count', label: 'Most turns first' },
  { sort: 'duration_ms', label: 'Longest first' },
  { sort: 'duration_ms', order: 'asc', label: 'Shortest first' },
  { sort: 'token_count', label: 'Most tokens first' },
  { sort: 'cost_usd', label: 'Most expensive first' },
  { sort: 'error_count', label: 'Most errors first' },
];

interface SessionSortMenuProps {
  readonly search: SessionListSearch;
  readonly onChange: (changes: Changes<SessionListSearch>) => void;
}

/** The order of sessions, by a menu. */
function SessionSortMenu({ search, onChange }: SessionSortMenuProps) {
  const choices = ORDERS.map(({ sort, order, label }) => ({
    key: keyOf(sort, order),
    label,
    onChoose: () =>
      onChange({ sort: sort === 'end_time' ? undefined : sort, order, annotation: undefined }),
  }));
  const byScore =
    search.sort === 'annotation_score' && search.annotation !== undefined
      ? [
          {
            key: keyOf('annotation_score', search.order),
            label: `${search.order === 'asc' ? 'Lowest' : 'Highest'} ${search.annotation} first`,
            onChoose: () => {},
          },
        ]
      : [];
  return (
    <SortMenu
      choices={[...choices, ...byScore]}
      current={keyOf(search.sort ?? 'end_time', search.order)}
    />
  );
}

function keyOf(sort: SessionSort, order: 'asc' | undefined): string {
  return `${sort} ${order ?? 'desc'}`;
}

/** Changes the address of the list; `replace` where that is no step to go back to. */
export type ChangeSessions = (
  changes: Changes<SessionListSearch>,
  how?: { readonly replace: boolean },
) => void;

interface SessionToolbarProps {
  readonly project: string;
  readonly search: SessionListSearch;
  readonly onChange: ChangeSessions;
}

/** The condition on what is listed, and its order. */
export function SessionToolbar({ project, search, onChange }: SessionToolbarProps) {
  const { range = RANGE_DEFAULT, q = '' } = search;
  return (
    <div className="flex shrink-0 items-center gap-12 border-b border-line1 px-12 py-6 max-md:flex-col max-md:items-stretch">
      <div className="flex min-w-0 flex-1 max-md:flex-none">
        <FilterBar
          project={project}
          range={range}
          of="sessions"
          value={q}
          onApply={(text, how) => onChange({ q: text === '' ? undefined : text }, how)}
          aside={<SessionMatchCount project={project} range={range} q={q} />}
        />
      </div>
      <div className="flex shrink-0 items-center gap-8 max-md:-my-8 max-md:gap-4 max-md:overflow-x-auto max-md:py-8">
        <ReviewMenu project={project} list={{ ...search, of: 'sessions' }} />
        <SessionSortMenu search={search} onChange={onChange} />
        <SessionFilterMenu project={project} search={search} onChange={onChange} />
      </div>
    </div>
  );
}

/** How many sessions of the range match, and how long it took to count them: "64 of 208 · 9 ms". */
function SessionMatchCount({
  project,
  range,
  q,
}: {
  project: string;
  range: RangeText;
  q: string;
}) {
  const found = useQuery(sessionCountOptions(project, range, q));
  const all = useQuery(sessionCountOptions(project, range, ''));
  if (found.data === undefined || all.data === undefined || found.isError) return null;
  const isAsked = found.isPlaceholderData;
  const total = textOf(all.data);
  const text =
    q === ''
      ? total
      : isAsked
        ? `… of ${total}`
        : `${textOf(found.data)} of ${total} · ${formatDuration(found.data.tookMs)}`;
  const note =
    found.data.complete && all.data.complete
      ? undefined
      : 'Counting ends after half a second; there may be more.';
  return (
    <span
      className={`nums shrink-0 text-12 text-text3 max-md:hidden ${isAsked ? 'opacity-60' : ''}`}
      title={note}
      aria-live="polite"
    >
      {text}
    </span>
  );
}

function textOf({
  count,
  complete,
}: {
  readonly count: number;
  readonly complete: boolean;
}): string {
  return `${compactCount(count)}${complete ? '' : '+'}`;
}

const SavedViews = lazyPart(async () => ({
  default: (await import('#web/lists/views/saved-views.tsx')).SavedViews,
}));

interface SessionFilterMenuProps {
  readonly project: string;
  readonly search: SessionListSearch;
  readonly onChange: ChangeSessions;
}

/** The menu of the filter of sessions, with the project's views of them. */
function SessionFilterMenu({ project, search, onChange }: SessionFilterMenuProps) {
  const {
    range = RANGE_DEFAULT,
    q = '',
    sort = 'end_time',
    order = 'desc',
    annotation = null,
  } = search;
  const [isOpen, setOpen] = useState(false);
  const router = useRouter();
  return (
    <FilterMenu
      project={project}
      of="sessions"
      q={q}
      name="Views"
      title="Views, history, explain, copy"
      views={
        <SavedViews
          project={project}
          listed={viewOfSessions(search)}
          onOpen={(view) => {
            setOpen(false);
            onChange(sessionsOfView(view), { replace: false });
          }}
          hrefOf={(view) => {
            const of = presentParts<SessionListSearch>({
              range: search.range,
              ...sessionsOfView(view),
            });
            return router.buildLocation({
              to: '/projects/$project/sessions',
              params: { project },
              search: of,
            }).publicHref;
          }}
        />
      }
      call={() =>
        restCall(
          project,
          'session_rows',
          sessionParams({ range, text: q, sort, order, annotation }),
        )
      }
      onChoose={(text) => onChange({ q: text }, { replace: false })}
      open={isOpen}
      onOpenChange={setOpen}
    />
  );
}
