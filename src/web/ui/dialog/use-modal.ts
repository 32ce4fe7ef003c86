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
  const report = (): void => {
    if (isReported.current) return;
    isReported.current = true;
    onClose();
  };
  const props = {
    ref: element,
    // On Esc, before the browser closes it: its event comes so late that the key that opens it again
    // may be first, and would find it open.
    onCancel: (event: SyntheticEvent<HTMLDialogElement>): void => {
      if (!isOwn(event)) return;
      if (mayClose()) report();
      else event.preventDefault();
    },
    onClose: (event: SyntheticEvent<HTMLDialogElement>): void => {
      // A reopened one isn't closed.
      if (!isOwn(event) || event.currentTarget.open) return;
      // The browser doesn't let a page prevent that Esc closes it twice in a row.
      if (isReported.current || mayClose()) report();
      else event.currentTarget.showModal();
    },
    // A text that is selected up to beyond the dialog ends in a click on it as well.
    onPointerDown: (event: PointerEvent<HTMLDialogElement>): void => {
      isPressedBeside.current = event.target === event.currentTarget;
    },
    onClick: (event: MouseEvent<HTMLDialogElement>): void => {
      if (event.target === event.currentTarget && isPressedBeside.current && mayClose())
        event.currentTarget.close();
    },
    // Before the browser closes it: with the focus inside, this prevents it every time.
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

/** Nested dialogs and fields for files have events of the same names. */
function isOwn(event: SyntheticEvent<HTMLDialogElement>): boolean {
  return event.target === event.currentTarget;
}

function always(): boolean {
  return true;
}
