import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
}

/** A modal over the page: the browser's own dialog. The focus stays inside and comes back, Esc and a click beside it close it. */
export function Dialog({ title, onClose, children, wide = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog?.open === false) dialog.showModal();
    // Closed before it leaves the page, or the browser would not give the focus back.
    return () => dialog?.close();
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the click beside it; Esc is the browser's
    <dialog
      ref={element}
      onClose={(event) => {
        // Opened again meanwhile, it is not closed.
        if (!event.currentTarget.open) onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
      aria-label={title}
      className={`${wide ? 'w-[min(720px,calc(100vw-24px))]' : 'w-[min(480px,calc(100vw-24px))]'} rounded-popover border border-line2 bg-bg1 p-0 text-text1 shadow-popover backdrop:bg-[oklch(0_0_0/0.5)]`}
    >
      <div className="flex items-center justify-between border-b border-line1 py-8 pr-8 pl-16">
        <h2 className="text-14 font-semibold">{title}</h2>
        <IconButton icon="close" label="Close" onClick={() => element.current?.close()} />
      </div>
      <div className="p-16">{children}</div>
    </dialog>
  );
}
