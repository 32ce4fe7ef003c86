import { useMemo } from 'react';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { placeAmongFailed } from './trace-steps.ts';
import { Kbd } from '#web/ui/button.tsx';
import { subtreeFigures } from './subtree-text.ts';
import type { TraceModel } from './use-trace-model.ts';

/** Below the rows: how large the trace is, what the chosen row took with all below it, and the keys. */
export function TraceStatus({ model, selected, wide }: { model: TraceModel; selected: number; wide: boolean }) {
  const { columns, tree, concurrency } = model;
  const figures = selected < 0 ? [] : subtreeFigures(model, selected);
  const failed = useMemo(() => placeAmongFailed(tree, columns, selected), [tree, columns, selected]);
  return (
    // The keys wrap out of sight where the figures leave them no room.
    <div className="nums flex h-28 shrink-0 flex-wrap items-start gap-x-12 overflow-hidden border-t border-line1 px-12 text-11 leading-28 whitespace-nowrap text-text3">
      <span title={exactCount(columns.count)}>
        {plural(columns.count, 'span')} · {plural(tree.depthMax + 1, 'level')}
        {concurrency.max > 1 && ` · up to ${exactCount(concurrency.max)} at once`}
      </span>
      {wide && (
        <span className="clip max-w-full min-w-0 text-text2" aria-live="polite">
          {failed !== null && failed.count > 1 && `error ${exactCount(failed.number)} of ${exactCount(failed.count)} · `}
          {figures.map(({ short }) => short).join(' · ')}
        </span>
      )}
      <span className="ml-auto flex h-28 shrink-0 items-center gap-6 max-lg:hidden">
        <Kbd>E</Kbd> error <Kbd>S</Kbd> slow <Kbd>?</Kbd> keys
      </span>
    </div>
  );
}
