import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import {
  PLACES_MAX,
  chunkAt,
  chunksOf,
  linesOf,
  partsOf,
  placesOf,
  type TextChunk,
  type TextPart,
} from './text-chunks.ts';
import { IconButton } from '#web/ui/button.tsx';
import { HitSteps } from './hit-steps.tsx';

const LINE_PX = 18;
/** About as many characters as a line of the viewer holds. */
const COLUMNS = 160;

/**
 * A text of any size: only the visible part is laid out, very long lines in parts. Search hits are
 * marked.
 */
export function TextPane({ text, needle }: { text: string; needle: string }) {
  const { chunks, heights, parts } = useMemo(() => laidOut(text), [text]);
  const wanted = useDeferredValue(needle);
  const places = useMemo(() => placesOf(text, wanted), [text, wanted]);
  const [at, setAt] = useState(0);
  const [chosenPart, setPart] = useState(0);
  const current = places.length === 0 ? -1 : Math.min(at, places.length - 1);
  const place = places[current];
  useEffect(() => {
    const chunk = place === undefined ? -1 : chunkAt(chunks, place);
    if (chunk >= 0) setPart(parts.findIndex(({ end }) => chunk < end));
  }, [place, chunks, parts]);
  const part = Math.min(chosenPart, parts.length - 1);
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
      {parts.length > 1 && <PartSteps part={part} count={parts.length} onPart={setPart} />}
      <TextRows
        key={part}
        part={parts[part] ?? { first: 0, end: 0 }}
        {...{ text, chunks, heights, places, place }}
        foundChars={wanted.length}
      />
    </>
  );
}

function laidOut(text: string) {
  const chunks = chunksOf(text);
  // Near what it will be: otherwise the end of a long text moves on as one scrolls to it.
  const heights = chunks.map(
    ({ start, end }) => LINE_PX * linesOf(text.slice(start, end), COLUMNS),
  );
  return { chunks, heights, parts: partsOf(heights) };
}

/** Leads through a text that is too tall to be laid out at once. */
function PartSteps({
  part,
  count,
  onPart,
}: {
  part: number;
  count: number;
  onPart: (part: number) => void;
}) {
  return (
    <div
      className="nums flex h-30 shrink-0 items-center gap-8 border-b border-line1 px-12 text-12 text-text2"
      role="status"
    >
      Part {part + 1} of {count}
      <IconButton
        icon="arrowUp"
        label="Earlier part"
        disabled={part === 0}
        onClick={() => onPart(part - 1)}
      />
      <IconButton
        icon="arrowDown"
        label="Later part"
        disabled={part === count - 1}
        onClick={() => onPart(part + 1)}
      />
    </div>
  );
}

interface TextRowsProps {
  readonly text: string;
  readonly chunks: readonly TextChunk[];
  readonly heights: readonly number[];
  readonly part: TextPart;
  readonly places: readonly number[];
  /** The place that is to be seen. */
  readonly place: number | undefined;
  readonly foundChars: number;
}

function TextRows({ text, chunks, heights, part, places, place, foundChars }: TextRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the compiler that this rule is about is not used
  const virtual = useVirtualizer({
    count: part.end - part.first,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[part.first + index] ?? LINE_PX,
    overscan: 4,
  });
  useEffect(() => {
    const chunk = place === undefined ? -1 : chunkAt(chunks, place);
    if (chunk >= part.first && chunk < part.end)
      virtual.scrollToIndex(chunk - part.first, { align: 'center' });
    // The virtualizer is the same for as long as the part is.
  }, [place, chunks, part, virtual]);
  return (
    <div ref={scroller} tabIndex={0} className="min-h-0 flex-1 overflow-auto px-16 py-8">
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const chunk = chunks[part.first + item.index];
          return chunk === undefined ? null : (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className="mono verbatim absolute inset-x-0 top-0 min-h-18"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {marked(text, chunk.start, chunk.end, places, foundChars, place)}
            </div>
          );
        })}
      </div>
    </div>
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
      <mark
        key={one}
        className={`tone-warn rounded-chip text-text1 ${one === current ? 'bg-bar/60' : 'bg-tint'}`}
      >
        {text.slice(markStart, markEnd)}
      </mark>,
    );
    from = markEnd;
  }
  pieces.push(text.slice(from, end));
  return pieces;
}
