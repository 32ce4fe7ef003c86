import { Kbd } from '#web/ui/button.tsx';
import type { FilterProblem } from '#web/filter/language/filter-text.ts';

interface ProblemNoteProps {
  readonly id: string;
  readonly problem: FilterProblem | null;
  /** The suggested text; null without a suggestion. */
  readonly meant: string | null;
  readonly onCorrect: (text: string) => void;
  /** Enter in the field takes the suggestion. */
  readonly takesEnter?: boolean;
}

/** Why the filter cannot be read, below the bar. */
export function ProblemNote({
  id,
  problem,
  meant,
  onCorrect,
  takesEnter = false,
}: ProblemNoteProps) {
  if (problem === null) return null;
  return (
    <div className="flex w-max max-w-[max(100%,min(480px,calc(100vw-24px)))] items-start gap-12 rounded-control border border-line2 bg-bg2 px-10 py-6 text-12 shadow-popover">
      <p id={id} role="alert" className="tone-error verbatim min-w-0 text-tone">
        {problem.message}{' '}
        <span className="text-text3">At character {problem.at + 1} of the filter.</span>
      </p>
      {meant !== null && (
        <button
          type="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onCorrect(meant)}
          className="flex shrink-0 items-center gap-6 font-medium text-link hover:underline max-md:min-h-44"
        >
          Use suggestion
          {takesEnter && (
            <span aria-hidden className="pointer-coarse:hidden">
              <Kbd>Enter</Kbd>
            </span>
          )}
        </button>
      )}
    </div>
  );
}
