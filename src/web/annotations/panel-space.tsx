import { Suspense, useRef, type ReactNode } from 'react';
import { SkeletonRows } from '#web/ui/states.tsx';
import { useNoticesBeside } from '#web/ui/notices/use-notices-beside.ts';

/**
 * On narrower screens the panel is below the annotated content, which can still scroll to its end.
 */
const BESIDE_MIN = 600;
/** From here on it is as wide as it likes. */
const WIDE_MIN = 900;
const WIDE = 328;
const SLIM = 292;

/** How much of a width is left beside the panel. */
export function widthBesidePanel(width: number, open: boolean): number {
  if (!open || width < BESIDE_MIN) return width;
  return width - (width < WIDE_MIN ? SLIM : WIDE);
}

/**
 * The panel's place: at the right of its parent (a flex row), or below, if the parent is
 * `has-[>.panel-below]:flex-col`.
 */
export function PanelSpace({ width, children }: { width: number; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  const isBelow = width < BESIDE_MIN;
  useNoticesBeside(panel, isBelow ? 'above' : 'left');
  return (
    <div
      ref={panel}
      className={
        isBelow
          ? 'panel-below h-[56%] shrink-0 border-t border-line2 bg-bg0'
          : 'shrink-0 border-l border-line2'
      }
      style={isBelow ? {} : { width: width - widthBesidePanel(width, true) }}
    >
      <Suspense fallback={<SkeletonRows rows={6} height={44} />}>{children}</Suspense>
    </div>
  );
}
