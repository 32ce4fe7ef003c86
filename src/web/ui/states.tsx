import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '#web/platform/http/client.ts';
import { Button } from './button.tsx';
import { FailureMarks } from './failure-marks.tsx';

interface ErrorNoteProps {
  readonly what: string;
  readonly error: unknown;
  readonly onRetry?: () => void;
  /**
   * Where a whole screen is about one thing: what to say where there is none, and where the others
   * are.
   */
  readonly absent?: { readonly title: string; readonly others: string; readonly href: string };
}

/**
 * An error with its status, request id and, if it can help, a retry button; the rest of the page
 * keeps working.
 */
export function ErrorNote({ what, error, onRetry, absent }: ErrorNoteProps) {
  const detail = error instanceof Error ? error.message : 'Something unexpected happened.';
  // Not an error: the signed-in user may not see this.
  const isForbidden = error instanceof ApiError && error.status === 403;
  const isAbsent = absent !== undefined && error instanceof ApiError && error.status === 404;
  const title = isForbidden ? 'You don’t have access' : isAbsent ? absent.title : what;
  return (
    <div role="alert" className="mx-auto flex max-w-560 flex-col items-start gap-8 px-16 py-32">
      <h2
        className={`text-14 font-semibold ${isForbidden || isAbsent ? 'text-text1' : 'tone-error text-tone'}`}
      >
        {title}
      </h2>
      <p className="verbatim text-13 text-text2">{detail}</p>
      {isAbsent && (
        <p className="text-13 text-text2">The item may have been deleted, or hasn’t arrived yet.</p>
      )}
      {absent !== undefined && (
        <Link to={absent.href} className="touch text-13 text-link hover:underline">
          {absent.others}
        </Link>
      )}
      <div className="flex flex-wrap items-center gap-12 text-12 text-text3">
        {onRetry !== undefined && !isForbidden && <Button onClick={onRetry}>Retry</Button>}
        <FailureMarks error={error} />
      </div>
    </div>
  );
}

/** An empty state: one sentence, and the next step. */
export function EmptyNote({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-560 flex-col items-start gap-8 px-16 py-48">
      <h2 className="text-16 font-semibold">{title}</h2>
      {children !== undefined && (
        <div className="flex flex-col items-start gap-12 text-13 text-text2">{children}</div>
      )}
    </div>
  );
}

/**
 * Rows in their final place while the first ones load; they show only when the wait is long enough
 * to notice.
 */
export function SkeletonRows({ rows, height }: { rows: number; height: number }) {
  return (
    <div aria-hidden="true" className="pointer-events-none overflow-hidden">
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className="flex items-center gap-16 border-b border-line1 px-12"
          style={{ height }}
        >
          {[12, 18, 26, 22, 8].map((width, column) => (
            <div
              key={width}
              className="skeleton h-10"
              style={{ width: `${width + ((row * 7 + column * 5) % 5)}%` }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
