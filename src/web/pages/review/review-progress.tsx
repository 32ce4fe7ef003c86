import { IconButton } from '../../components/button.tsx';
import { exactCount } from '../../lib/format-number.ts';

interface ReviewProgressProps {
  readonly judged: number;
  readonly of: number;
  /** Whether the list holds no more than that. */
  readonly complete: boolean;
  /** Asked for the next, there was none: only this one is open. */
  readonly isLast: boolean;
  readonly onGo: (by: 1 | -1) => void;
}

/** How far a review is, and its steps. */
export function ReviewProgress({ judged, of, complete, isLast, onGo }: ReviewProgressProps) {
  return (
    <>
      <span
        role="status"
        className="nums text-12 text-text2"
        title={complete ? undefined : `The list holds more than these ${exactCount(of)}`}
      >
        {exactCount(judged)} of {exactCount(of)}
        {complete ? '' : '+'} <span className="max-md:hidden">judged</span>
        {isLast && ' · this is the last one'}
      </span>
      <progress className="review-bar max-md:hidden" max={of} value={judged} aria-label="Judged" />
      <IconButton icon="arrowUp" label="Previous that is not judged (K)" onClick={() => onGo(-1)} />
      <IconButton icon="arrowDown" label="Next that is not judged (J, or Ctrl Enter)" onClick={() => onGo(1)} />
    </>
  );
}
