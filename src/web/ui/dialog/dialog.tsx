import type { ReactNode } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import { useModal } from './use-modal.ts';

const WIDTHS = {
  medium: 'w-[min(480px,calc(100vw-24px))]',
  wide: 'w-[min(720px,calc(100vw-24px))]',
  large: 'w-[min(1080px,calc(100vw-24px))]',
};

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** `wide` has room for two columns, `large` for a table. */
  readonly size?: keyof typeof WIDTHS;
  /** Asked before it is closed by Esc, the cross or a click beside it. */
  readonly mayClose?: () => boolean;
}

/**
 * A modal over the page: the browser's own dialog. The focus stays inside and comes back, Esc and a
 * click beside it close it.
 */
export function Dialog({ title, onClose, children, size = 'medium', mayClose }: DialogProps) {
  const { props, close } = useModal(onClose, mayClose);
  return (
    <dialog
      {...props}
      aria-label={title}
      className={`${WIDTHS[size]} rounded-popover border border-line2 bg-bg1 p-0 text-text1 shadow-popover backdrop:bg-[oklch(0_0_0/0.5)]`}
    >
      <div className="flex items-center justify-between border-b border-line1 py-8 pr-8 pl-16">
        <h2 className="text-14 font-semibold">{title}</h2>
        <IconButton icon="close" label="Close" onClick={close} />
      </div>
      <div className="p-16">{children}</div>
    </dialog>
  );
}
