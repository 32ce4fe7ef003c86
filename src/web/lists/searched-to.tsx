import { useEffect, useRef } from 'react';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyNote } from '#web/ui/states.tsx';

interface SearchedToProps {
  /** How far the list was searched. */
  readonly time: string;
}

/** Below the rows that were found so far, where a list takes long to search. */
export function SearchedTo({ time }: SearchedToProps) {
  return (
    <p
      role="status"
      className="shrink-0 border-t border-line1 bg-bg0 px-12 py-6 text-12 text-text2"
    >
      The search has reached {formatWhen(time, Date.now())} and goes on at the end of the list.
    </p>
  );
}

interface StillSearchingProps extends SearchedToProps {
  /** What is listed, in the plural. */
  readonly what: string;
  readonly onFurther: () => void;
  readonly onClear: () => void;
}

/** A list in which nothing was found so far: it is searched on by itself. */
export function StillSearching({ what, time, onFurther, onClear }: StillSearchingProps) {
  const further = useRef(onFurther);
  useEffect(() => {
    further.current = onFurther;
  });
  useEffect(() => further.current(), [time]);
  return (
    <EmptyNote title={`No ${what} match so far`}>
      <p role="status">The search has reached {formatWhen(time, Date.now())} and goes on …</p>
      <Button onClick={onClear}>Clear filters</Button>
    </EmptyNote>
  );
}
