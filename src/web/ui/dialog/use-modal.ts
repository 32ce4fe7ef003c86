import {
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type SyntheticEvent,
} from 'react';
import { useCloseOnBack } from '#web/platform/address/close-on-back.ts';

/**
 * Makes a `<dialog>` modal while it is on the page: the browser keeps the focus inside, restores it
 * afterwards and closes it on Esc; a click outside it and, on a phone, Back close it too, unless
 * `mayClose` returns false. Spread `props` on the element.
 */
export function useModal(onClose: () => void, mayClose: () => boolean = always) {
  const element = useRef<HTMLDialogElement>(null);
  const isPressedBeside = useRef(false);
  const isReported = useRef(false);
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog?.open === false) dialog.showModal();
    // Closed before it leaves the page, or the browser would not give the focus back.
    return () => dialog?.close();
  }, []);
  const report = (event: SyntheticEvent<HTMLDialogElement>): void => {
    // A nested dialog reports its own closing.
    if (event.target !== event.currentTarget || isReported.current) return;
    isReported.current = true;
    onClose();
  };
  const props = {
    ref: element,
    // On Esc, before the browser closes it: its event comes so late that the key that opens it again
    // may be first, and would find it open.
    onCancel: report,
    onClose: (event: SyntheticEvent<HTMLDialogElement>): void => {
      // A reopened one isn't closed.
      if (!event.currentTarget.open) report(event);
    },
    // A text that is selected up to beyond the dialog ends in a click on it as well.
    onPointerDown: (event: PointerEvent<HTMLDialogElement>): void => {
      isPressedBeside.current = event.target === event.currentTarget;
    },
    onClick: (event: MouseEvent<HTMLDialogElement>): void => {
      if (event.target === event.currentTarget && isPressedBeside.current && mayClose())
        event.currentTarget.close();
    },
    // Before the browser closes it: it can be prevented only if the browser allows it this time.
    onKeyDown: (event: KeyboardEvent<HTMLDialogElement>): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && !mayClose()) event.preventDefault();
    },
  };
  const close = (): void => {
    if (mayClose()) element.current?.close();
  };
  useCloseOnBack(true, close);
  return { props, close };
}

function always(): boolean {
  return true;
}
