import { useRef, type ReactNode } from 'react';
import type { Work } from './use-long-work.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { useNoticesBeside } from '#web/ui/notices/use-notices-beside.ts';

interface SelectionToolbarProps {
  /** The selection: "3 traces selected". */
  readonly text: string;
  readonly work: Work | null;
  readonly onStop: () => void;
  readonly onClear: () => void;
  /** The selection's actions. */
  readonly children: ReactNode;
}

/** Over the foot of a list, while something is chosen in it. */
export function SelectionToolbar({ text, work, onStop, onClear, children }: SelectionToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useNoticesBeside(bar, 'above');
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Selection"
      className="absolute inset-x-8 bottom-12 z-20 mx-auto flex min-h-40 w-fit flex-wrap items-center gap-4 py-5 max-md:gap-x-0 max-md:gap-y-12 max-md:py-8 max-md:[&_button]:px-6 rounded-popover border border-line2 bg-bg2 px-8 shadow-popover"
    >
      <span
        className="nums px-4 text-12 font-medium whitespace-nowrap max-md:-order-2 max-md:flex-1 max-md:basis-4/5"
        role="status"
      >
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
      <IconButton
        icon="close"
        label="Clear the selection (Esc)"
        className="max-md:-order-1"
        onClick={onClear}
      />
    </div>
  );
}
