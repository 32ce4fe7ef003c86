import { useLayoutEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Work } from '../lib/use-long-work.ts';
import { Button, IconButton } from './button.tsx';

interface SelectionToolbarProps {
  /** What is chosen: "3 traces selected". */
  readonly text: string;
  readonly work: Work | null;
  readonly onStop: () => void;
  readonly onClear: () => void;
  /** What can be done with it. */
  readonly children: ReactNode;
}

/** Over the foot of a list, while something is chosen in it. */
export function SelectionToolbar({ text, work, onStop, onClear, children }: SelectionToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useNoticesAbove(bar);
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Selection"
      className="absolute inset-x-8 bottom-12 z-20 mx-auto flex min-h-40 w-fit items-center gap-4 overflow-x-auto md:flex-wrap md:py-5 rounded-popover border border-line2 bg-bg2 px-8 shadow-popover"
    >
      <span className="nums px-4 text-12 font-medium whitespace-nowrap" role="status">
        {text}
      </span>
      {work === null ? (
        children
      ) : (
        <>
          <span className="nums text-12 text-text2 whitespace-nowrap" role="status">
            {work.what} … {work.rows > 0 && work.rows}
          </span>
          <Button onClick={onStop}>Stop</Button>
        </>
      )}
      <IconButton icon="close" label="Clear the selection (Esc)" onClick={onClear} />
    </div>
  );
}

/** Notices stand above the bar: what one does next is on it. */
function useNoticesAbove(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (element === null) return undefined;
    const { style } = document.documentElement;
    const resized = new ResizeObserver(() => {
      style.setProperty('--notices-bottom', `${Math.round(window.innerHeight - element.getBoundingClientRect().top) + 8}px`);
    });
    resized.observe(element);
    return () => {
      resized.disconnect();
      style.removeProperty('--notices-bottom');
    };
  }, [bar]);
}
