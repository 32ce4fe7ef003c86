import type { ReactNode } from 'react';
import { Button, IconButton, Kbd } from '#web/ui/button.tsx';
import { exactCount } from '#web/platform/text/format-number.ts';

/** Works in fields too, as J does not. */
const CTRL_ENTER = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ ↵' : 'Ctrl ↵';

interface ReviewProgressProps {
  readonly annotated: number;
  readonly of: number;
  /** A note about the list that these items are a part of; null if they are all of it. */
  readonly total: ReactNode;
  /** To the next part of the list; null where this is all of it, or its last part. */
  readonly onNextPart: (() => void) | null;
  /** Asked for the next, there was none: only this one is open. */
  readonly isLast: boolean;
  readonly onGo: (by: 1 | -1) => void;
}

/** How far a review is, and its steps. */
export function ReviewProgress({
  annotated,
  of,
  total,
  onNextPart,
  isLast,
  onGo,
}: ReviewProgressProps) {
  return (
    <>
      <span role="status" className="nums text-12 text-text2">
        {exactCount(annotated)} of {exactCount(of)}{' '}
        <span className="max-md:hidden">
          {total === null ? 'annotated' : 'of this part annotated'}
        </span>
        {total}
        {isLast && ' · this is the last one'}
      </span>
      <progress
        className="review-bar max-md:hidden"
        max={of}
        value={annotated}
        aria-label="Annotated"
      />
      {onNextPart !== null && (
        <Button look="quiet" title="The next part of the list (Shift J)" onClick={onNextPart}>
          Next part
        </Button>
      )}
      <IconButton icon="arrowUp" label="Back to the one before (K)" onClick={() => onGo(-1)} />
      <Button title="Next item without an annotation (J or Ctrl Enter)" onClick={() => onGo(1)}>
        Next
        <Kbd>{CTRL_ENTER}</Kbd>
      </Button>
    </>
  );
}
