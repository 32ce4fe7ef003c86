import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { PLACES_MAX, chunkAt, chunksOf, linesOf, placesOf } from '../../lib/text-chunks.ts';
import { HitSteps } from './hit-steps.tsx';

const LINE_PX = 18;
/** About as many characters as a line of the viewer holds. */
const COLUMNS = 160;

/** A text of any size: only what is on screen is laid out. What is searched for is marked. */
export function TextPane({ text, needle }: { text: string; needle: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const chunks = useMemo(() => chunksOf(text), [text]);
  const wanted = useDeferredValue(needle);
  const places = useMemo(() => placesOf(text, wanted), [text, wanted]);
  const [at, setAt] = useState(0);
  const current = places.length === 0 ? -1 : Math.min(at, places.length - 1);
  // oxlint-disable-next-line react/incompatible-library -- the compiler that this rule is about is not used
  const virtual = useVirtualizer({
    count: chunks.length,
    getScrollElement: () => scroller.current,
    // Near what it will be: otherwise the end of a long text moves on as one scrolls to it.
    estimateSize: (index) => LINE_PX * linesOf(text.slice(chunks[index]?.start, chunks[index]?.end), COLUMNS),
    overscan: 4,
  });
  const place = places[current];
  useEffect(() => {
    if (place !== undefined) virtual.scrollToIndex(chunkAt(chunks, place), { align: 'center' });
    // The virtualizer is the same for as long as the text is.
  }, [place, chunks, virtual]);
  return (
    <>
      {wanted !== '' && (
        <HitSteps
          at={current}
          count={places.length}
          most={PLACES_MAX}
          onStep={(by) => setAt((current + by + places.length) % Math.max(1, places.length))}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard */}
      <div ref={scroller} tabIndex={0} className="min-h-0 flex-1 overflow-auto px-16 py-8">
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const chunk = chunks[item.index];
            return chunk === undefined ? null : (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className="mono verbatim absolute inset-x-0 top-0 min-h-18"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {marked(text, chunk.start, chunk.end, places, wanted.length, place)}
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

/** A piece of the text with the places in it marked, the current one more strongly. */
function marked(
  text: string,
  start: number,
  end: number,
  places: readonly number[],
  length: number,
  current: number | undefined,
): ReactNode[] {
  const inside = places.filter((one) => one < end && one + length > start);
  const pieces: ReactNode[] = [];
  let from = start;
  for (const one of inside) {
    const markStart = Math.max(one, start);
    const markEnd = Math.min(one + length, end);
    if (markStart > from) pieces.push(text.slice(from, markStart));
    pieces.push(
      <mark key={one} className={`tone-warn rounded-chip text-text1 ${one === current ? 'bg-bar/60' : 'bg-tint'}`}>
        {text.slice(markStart, markEnd)}
      </mark>,
    );
    from = markEnd;
  }
  pieces.push(text.slice(from, end));
  return pieces;
}
