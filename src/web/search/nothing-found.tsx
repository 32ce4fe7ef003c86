import type { SpanSearched } from '#contracts/search/span-search.ts';
import { labelOfRange } from '#web/platform/time/time-range.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyNote } from '#web/ui/states.tsx';
import { SEARCH_RANGE, type ContentSearch } from './search-address.ts';
import { asPrefixes, projectsText, termsText, withoutPhrases } from './searched-text.ts';

interface NothingFoundProps {
  readonly searched: SpanSearched;
  readonly search: ContentSearch;
  readonly change: (changes: Partial<ContentSearch>) => void;
}

/** What was searched in vain, and the ways to find more. */
export function NothingFound({ searched, search, change }: NothingFoundProps) {
  const { project = [], range = SEARCH_RANGE } = search;
  const [prefixes, apart] = [asPrefixes(searched), withoutPhrases(searched)];
  return (
    <EmptyNote title={`No spans hold ${termsText(searched)}`}>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-16 gap-y-4">
        <dt className="text-text3">Searched</dt>
        <dd>names, attributes, events, links and error messages, for whole words</dd>
        <dt className="text-text3">In</dt>
        <dd className="verbatim">{projectsText(searched)}</dd>
        <dt className="text-text3">Time range</dt>
        <dd>{labelOfRange(range, Date.now())}</dd>
      </dl>
      <div className="flex flex-wrap gap-8">
        {range !== SEARCH_RANGE && (
          <Button look="accent" onClick={() => change({ range: SEARCH_RANGE })}>
            Search all time
          </Button>
        )}
        {project.length > 0 && (
          <Button onClick={() => change({ project: [] })}>Search all projects</Button>
        )}
        {apart !== null && (
          <Button onClick={() => change({ q: apart })}>Search for the words anywhere</Button>
        )}
        {prefixes !== null && (
          <Button onClick={() => change({ q: prefixes })}>
            Search for <span className="mono clip max-w-200">{prefixes}</span>
          </Button>
        )}
      </div>
    </EmptyNote>
  );
}
