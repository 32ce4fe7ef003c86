import type { ReactNode } from 'react';
import type { SessionRow } from '#web/platform/http/model.ts';
import { exactCount, formatCost } from '#web/platform/text/format-number.ts';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { durationSoFar } from '#web/platform/time/open-duration.ts';
import { AnnotationColours } from '#web/annotations/annotation-colours.ts';
import { NarrowChips } from '#web/annotations/row-chips.tsx';
import { useConfigsByName } from '#web/annotations/trace-annotations.ts';
import { SessionLink } from './session-link.tsx';

/** A session on a narrow screen: `children`, by which it is chosen, what it began with, and its totals. */
export function NarrowRow({ project, row, children }: { project: string; row: SessionRow; children: ReactNode }) {
  const configs = useConfigsByName(project);
  return (
    <div role="none" className="flex h-full">
      {children}
      <div role="cell" className="flex min-w-0 flex-1 flex-col justify-center gap-2 pr-12">
        <span className="flex items-baseline gap-8">
          <span className="clip min-w-0 flex-1">
            <SessionLink project={project} row={row} text={row.first_input ?? row.session_id} />
          </span>
          {row.error_trace_count > 0 && (
            <span className="tone-error shrink-0 text-12 text-tone">{exactCount(row.error_trace_count)} failed</span>
          )}
        </span>
        <span className="nums flex gap-12 text-12 text-text3">
          <span>{row.trace_count === 1 ? '1 turn' : `${exactCount(row.trace_count)} turns`}</span>
          <span>{durationSoFar(row.duration_ms, row.is_open)}</span>
          <span>{formatCost(row.cost_usd)}</span>
          <AnnotationColours value={configs}>
            <NarrowChips row={row} />
          </AnnotationColours>
          <span className="ml-auto">{formatWhen(row.end_time, Date.now())}</span>
        </span>
      </div>
    </div>
  );
}
