import { createContext, useContext, useEffect } from 'react';
import { exactCount } from '#web/platform/text/format-number.ts';
import { IconButton } from '#web/ui/button.tsx';

export type Step = (by: 1 | -1) => void;

/** Takes the way to the next hit, for the field that is searched with; null where there is none. */
export const TakeStep = createContext<(step: Step | null) => void>(() => undefined);

/** "3 of 12" of what was found, and the way to the others. */
export function HitSteps({
  at,
  count,
  most,
  onStep,
}: {
  at: number;
  count: number;
  most: number;
  onStep: Step;
}) {
  const take = useContext(TakeStep);
  useEffect(() => {
    take(count > 0 ? onStep : null);
    return () => take(null);
  });
  return (
    <div
      role="status"
      className="nums flex h-30 shrink-0 items-center gap-4 border-b border-line1 px-12 text-12 text-text2"
    >
      {count === 0
        ? 'Nothing found'
        : `${exactCount(at + 1)} of ${exactCount(count)}${count >= most ? ' or more' : ''}`}
      {count > 0 && (
        <>
          <IconButton icon="arrowUp" label="Previous hit" onClick={() => onStep(-1)} />
          <IconButton icon="arrowDown" label="Next hit" onClick={() => onStep(1)} />
        </>
      )}
    </div>
  );
}
