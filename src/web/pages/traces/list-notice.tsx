import { ApiError } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';

interface ListNoticeProps {
  readonly error: Error;
  /** Whether a filter was asked for, which may be what was refused. */
  readonly filtered: boolean;
  readonly onRetry: () => void;
}

/** Whether the server understood and refused what was typed, rather than failed. */
export function isRefusal(error: Error): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 422);
}

/** A refusal or a failure in one line below the filter; the rows that were read before stay. */
export function ListNotice({ error, filtered, onRetry }: ListNoticeProps) {
  const refused = filtered && isRefusal(error);
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div
      role="alert"
      title={requestId === null ? undefined : `request ${requestId}`}
      className="tone-error flex min-h-32 shrink-0 flex-wrap items-center gap-x-12 gap-y-4 border-b border-line1 bg-tint px-12 py-4 text-12"
    >
      <span className="verbatim min-w-0 text-tone">
        <strong className="font-semibold">{refused ? 'The filter was refused' : 'The list could not be read'}</strong> {error.message}
      </span>
      {!refused && <Button onClick={onRetry}>Retry</Button>}
    </div>
  );
}
