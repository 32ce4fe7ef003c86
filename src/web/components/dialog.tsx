import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';

/** A modal over the page: the browser's own dialog, which keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (element.current?.open === false) element.current.showModal();
  }, []);
  return (
    <dialog
      ref={element}
      onClose={onClose}
      aria-label={title}
      className="w-[min(480px,calc(100vw-24px))] rounded-popover border border-line2 bg-bg1 text-text1 shadow-popover backdrop:bg-[oklch(0_0_0/0.5)]"
    >
      <div className="flex items-center justify-between border-b border-line1 py-8 pr-8 pl-16">
        <h2 className="text-14 font-semibold">{title}</h2>
        <IconButton icon="close" label="Close" onClick={() => element.current?.close()} />
      </div>
      <div className="p-16">{children}</div>
    </dialog>
  );
}
