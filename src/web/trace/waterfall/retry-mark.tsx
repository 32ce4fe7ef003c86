import { use } from 'react';
import { formatDuration } from '#web/platform/time/format-time.ts';
import type { Retry } from '#web/trace/retries.ts';
import { TraceScope } from '#web/trace/trace-scope.ts';
import { RetryScope } from './use-retries.ts';

function wordOf({ attempt }: Retry): string {
  return attempt === 2 ? 'retry' : `retry ${attempt - 1}`;
}

/** In a row of the tree: that the span asks again for what had just failed. */
export function RetryMark({ row }: { row: number }) {
  const retry = use(RetryScope).get(row);
  if (retry === undefined) return null;
  return (
    <span
      className="shrink-0 rounded-chip bg-bg3 px-4 text-11 text-text2"
      title="Same input as the previous call, which failed"
    >
      {wordOf(retry)}
    </span>
  );
}

/** In the head of a span: of which call it is the retry. */
export function RetryNote({ span }: { span: string }) {
  const retries = use(RetryScope);
  const scope = use(TraceScope);
  if (scope === null || retries.size === 0) return null;
  const { columns, select } = scope;
  const retry = retries.get(columns.spanIds.indexOf(span));
  if (retry === undefined) return null;
  return (
    <button
      type="button"
      className="text-link hover:underline"
      onClick={() => select(columns.spanIds[retry.of] ?? '')}
    >
      {wordOf(retry)} of the call at +{formatDuration(columns.startsMs[retry.of])}, same input
    </button>
  );
}
