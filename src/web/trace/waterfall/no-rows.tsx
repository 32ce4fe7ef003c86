import type { Changes, TraceSearch } from '#web/lists/search-params.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyNote } from '#web/ui/states.tsx';

interface NoRowsProps {
  readonly search: TraceSearch;
  readonly onSearch: (changes: Changes<TraceSearch>) => void;
}

/** In place of rows when what was asked for leaves none: what that was, and the way back to all of them. */
export function NoRows({ search, onSearch }: NoRowsProps) {
  const isSearched = search.find !== undefined || search.kind !== undefined || search.service !== undefined || search.errors === true;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <EmptyNote
        title={isSearched ? `No span matches${search.find === undefined ? '' : ` “${search.find}”`}` : 'No LLM call in this trace'}
      >
        {search.find !== undefined && <p>Span names, models and span IDs were searched. To search content, use the list of all spans.</p>}
        <Button
          onClick={() =>
            onSearch({
              find: undefined,
              kind: undefined,
              service: undefined,
              errors: undefined,
              ...(isSearched ? {} : { view: undefined }),
            })
          }
        >
          Show all spans
        </Button>
      </EmptyNote>
    </div>
  );
}
