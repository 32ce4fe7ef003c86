import type { ReactNode } from 'react';
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
  return (
    <div
      role="toolbar"
      aria-label="Selection"
      className="absolute bottom-12 left-1/2 z-20 flex h-40 max-w-[calc(100%-16px)] -translate-x-1/2 items-center gap-4 overflow-x-auto rounded-popover border border-line2 bg-bg2 px-8 shadow-popover"
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
