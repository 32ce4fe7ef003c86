import { useEffect, useRef, type RefObject } from 'react';
import type { WheelZoom } from './use-zoom.ts';

/** Where the timeline lies in an element, in CSS pixels from its edges. */
export interface TimelineInset {
  readonly left: number;
  readonly right: number;
}

/**
 * A notch of most wheels, 100 to 120 pixels, shows a third less or more; a pinch moves by a few
 * pixels at a time.
 */
const SCALE_PER_PX = 0.0035;
const PX_MAX = 200;
const PX_PER_LINE = 16;

/**
 * Ctrl or Command with the wheel, also sent for a pinch, zooms the timeline around the pointer; a
 * horizontal wheel, or one with Shift, moves the zoomed part. Every other wheel event is left
 * alone. Uses its own listener, because React's can't prevent the browser's zoom.
 */
export function useWheelZoom(
  box: RefObject<HTMLElement | null>,
  inset: TimelineInset | null,
  wheel: WheelZoom,
): void {
  const current = useRef({ inset, wheel });
  useEffect(() => {
    current.current = { inset, wheel };
  });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      const now = current.current;
      if (now.inset === null) return;
      const left = element.getBoundingClientRect().left + element.clientLeft + now.inset.left;
      const width = element.clientWidth - now.inset.left - now.inset.right;
      const share = (event.clientX - left) / Math.max(1, width);
      if (share < 0 || share > 1) return;
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? PX_PER_LINE : 1;
      const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        now.wheel.scale(
          Math.exp(SCALE_PER_PX * Math.max(-PX_MAX, Math.min(PX_MAX, event.deltaY * unit))),
          share,
        );
      } else if (
        now.wheel.zoomed &&
        (event.shiftKey || Math.abs(sideways) > Math.abs(event.deltaY))
      ) {
        event.preventDefault();
        now.wheel.move((sideways * unit) / Math.max(1, width));
      }
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [box]);
}
