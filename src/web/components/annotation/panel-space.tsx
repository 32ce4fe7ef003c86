import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { SkeletonRows } from '../states.tsx';

/** Narrower than this, the panel stands below what is judged, which goes on scrolling to its end. */
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

/** Where the panel stands: at the right of its parent (a row of flex), or below, where the parent is `has-[>.panel-below]:flex-col`. */
export function PanelSpace({ width, children }: { width: number; children: ReactNode }) {
  const content = <Suspense fallback={<SkeletonRows rows={6} height={44} />}>{children}</Suspense>;
  if (width < BESIDE_MIN) return <div className="panel-below h-[56%] shrink-0 border-t border-line2 bg-bg0">{content}</div>;
  return (
    <div className="shrink-0 border-l border-line2" style={{ width: width - widthBesidePanel(width, true) }}>
      {content}
    </div>
  );
}
