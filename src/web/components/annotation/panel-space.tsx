import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { SkeletonRows } from '../states.tsx';

/** Narrower than this, the panel lies over the lower part of what is judged. */
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

/** Where the panel stands: at the right of its parent (a row of flex, positioned), or over its lower part. */
export function PanelSpace({ width, children }: { width: number; children: ReactNode }) {
  const content = <Suspense fallback={<SkeletonRows rows={6} height={44} />}>{children}</Suspense>;
  if (width < BESIDE_MIN)
    return <div className="absolute inset-x-0 bottom-0 z-30 h-[64%] border-t border-line2 bg-bg0 shadow-popover">{content}</div>;
  return (
    <div className="shrink-0 border-l border-line2" style={{ width: width - widthBesidePanel(width, true) }}>
      {content}
    </div>
  );
}
