import { ApiError } from '#web/platform/http/client.ts';
import { CopyButton } from './copy-button.tsx';

/**
 * Details of a failure for the server's operator: the response's status and the request's id.
 * Nothing without a response.
 */
export function FailureMarks({ error }: { error: unknown }) {
  if (!(error instanceof ApiError)) return null;
  return (
    <>
      {error.status > 0 && <span className="whitespace-nowrap">HTTP {error.status}</span>}
      {error.requestId !== null && (
        <span className="inline-flex max-w-full items-center gap-4">
          request <span className="mono clip">{error.requestId}</span>
          <CopyButton text={error.requestId} label="Copy request id" quiet />
        </span>
      )}
    </>
  );
}
