import { Button } from '#web/ui/button.tsx';
import { FailureMarks } from '#web/ui/failure-marks.tsx';

interface ListFailureProps {
  readonly title: string;
  readonly error: Error;
  /** Undefined where trying again cannot help. */
  readonly onRetry: (() => void) | undefined;
}

/** A failure in one line above the rows that were read before. */
export function ListFailure({ title, error, onRetry }: ListFailureProps) {
  return (
    <div
      role="alert"
      className="tone-error flex min-h-32 shrink-0 flex-wrap items-center gap-x-12 gap-y-4 border-b border-line1 bg-tint px-12 py-4 text-12"
    >
      <span className="verbatim min-w-0 text-tone">
        <strong className="font-semibold">{title}</strong> {error.message}
      </span>
      {onRetry !== undefined && <Button onClick={onRetry}>Retry</Button>}
      <FailureMarks error={error} />
    </div>
  );
}
