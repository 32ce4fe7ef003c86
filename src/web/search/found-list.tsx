import { useState, type RefObject } from 'react';
import { setWalk } from '#web/lists/list-walk.ts';
import { useScrollMemory } from '#web/platform/browser/scroll-memory.ts';
import { Button } from '#web/ui/button.tsx';
import { useRowFocus } from '#web/ui/list/use-row-focus.ts';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { byTrace } from './found-traces.ts';
import { HitLine } from './hit-line.tsx';
import { NothingFound } from './nothing-found.tsx';
import { searchPath, type ContentSearch } from './search-address.ts';
import { pathOfHit } from './span-search.calls.ts';
import type { Found } from './use-found.ts';

/** More is read before the end of the list is in sight. */
const AHEAD_PX = 800;

interface FoundListProps {
  readonly text: string;
  readonly search: ContentSearch;
  readonly found: Found;
  readonly change: (changes: Partial<ContentSearch>) => void;
  readonly ref: RefObject<HTMLDivElement | null>;
}

/** What was found so far; while nothing was, why not. */
export function FoundList({ text, search, found, change, ref }: FoundListProps) {
  const { hits, searched, isSearching, error, hasMore } = found;
  if (error !== null && hits.length === 0)
    return <ErrorNote what="The search failed" error={error} onRetry={found.retry} />;
  if (hits.length > 0) return <Hits {...{ text, search, found, ref }} />;
  if (isSearching) return <SkeletonRows rows={8} height={54} />;
  if (hasMore) return <GoOn found={found} />;
  if (searched === null) return <SkeletonRows rows={8} height={54} />;
  return <NothingFound {...{ searched, search, change }} />;
}

function Hits({ text, search, found, ref }: Omit<FoundListProps, 'change'>) {
  const { hits, isFull, isSearching, hasMore } = found;
  useRowFocus(ref);
  useScrollMemory(ref, searchPath(search));
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const rows = byTrace(hits).flatMap(({ hit, others }) => [
    { hit, others: others.length },
    ...(opened.has(hit.trace_id) ? others.map((one) => ({ hit: one, others: 0 })) : []),
  ]);
  const addresses = rows.map(({ hit }) => pathOfHit(hit, text));
  const toggle = (trace: string): void =>
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(trace)) after.add(trace);
      return after;
    });
  const onScroll = (element: HTMLElement): void => {
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (below < AHEAD_PX && isFull && hasMore && !isSearching) found.more();
  };
  return (
    <div
      ref={ref}
      role="table"
      aria-label="Spans that were found"
      aria-busy={isSearching}
      onScroll={(event) => onScroll(event.currentTarget)}
      className="min-h-0 flex-1 overflow-auto"
    >
      {rows.map(({ hit, others }, index) => (
        <HitLine
          key={`${hit.trace_id} ${hit.span_id}`}
          hit={hit}
          href={addresses[index] ?? ''}
          onOpen={() => setWalk(addresses, { before: 0, at: index, list: null })}
          others={{
            count: others,
            isShown: opened.has(hit.trace_id),
            onToggle: () => toggle(hit.trace_id),
          }}
        />
      ))}
      {hasMore && !isSearching && <GoOn found={found} />}
      {found.error !== null && (
        <ErrorNote what="The search could not go on" error={found.error} onRetry={found.more} />
      )}
    </div>
  );
}

/** After a search that was ended early, or was long enough. */
function GoOn({ found }: { found: Found }) {
  return (
    <p className="flex flex-wrap items-center gap-12 px-12 py-12 text-12 text-text2">
      <Button onClick={found.more}>
        {found.isFull ? 'Show more results' : 'Continue searching'}
      </Button>
      {!found.isFull &&
        (found.searched === null
          ? 'The search was stopped.'
          : 'Older spans were not searched yet.')}
    </p>
  );
}
