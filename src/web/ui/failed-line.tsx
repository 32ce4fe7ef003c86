import { isRefusal } from '#web/platform/http/client.ts';
import { FailureMarks } from './failure-marks.tsx';

interface FailedLineProps {
  /** The failed part: "The charts". */
  readonly what: string;
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/**
 * A part of the page that failed to load, as one quiet line in its place. Invalid input is reported
 * at its field instead.
 */
export function FailedLine({ what, error, onRetry }: FailedLineProps) {
  if (error === null || isRefusal(error)) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-8 p-4 text-12 whitespace-normal text-text3"
      title={error.message}
    >
      <span className="tone-error text-tone">{what} could not be read.</span>
      <button type="button" onClick={onRetry} className="text-link hover:underline">
        Retry
      </button>
      <FailureMarks error={error} />
    </div>
  );
}
