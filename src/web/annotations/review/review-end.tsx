import { Button } from '#web/ui/button.tsx';
import { EmptyNote } from '#web/ui/states.tsx';
import { exactCount } from '#web/platform/text/format-number.ts';
import type { ReviewSearch } from '#web/annotations/review-search.ts';
import { ListLink } from './list-link.tsx';

interface ReviewEndProps {
  readonly project: string;
  readonly search: ReviewSearch;
  readonly count: number;
  /** To the next part of the list; null where there is none. */
  readonly onNextPart: (() => void) | null;
}

/** Nothing is left to annotate, or nothing in this part. */
export function ReviewEnd({ project, search, count, onNextPart }: ReviewEndProps) {
  const all = count === 1 ? 'The only one is annotated' : `All ${exactCount(count)} are annotated`;
  return (
    <EmptyNote title={onNextPart === null ? all : `${all} in this part of the list`}>
      <span className="flex items-center gap-16">
        {onNextPart !== null && (
          <Button look="accent" onClick={onNextPart}>
            Continue with the next part (J)
          </Button>
        )}
        <ListLink project={project} search={search}>
          Back to the list
        </ListLink>
      </span>
    </EmptyNote>
  );
}
