import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const FIELDS = ':is(input, textarea, select):not(:disabled, [type="hidden"], [type="file"])';

/**
 * The focus in a form's first field, with what stands there chosen: a dialog would give it to its cross, and what is typed would be lost. Where the
 * fields come later it goes there once they are, unless somebody was quicker.
 */
export function useFirstField<E extends HTMLElement = HTMLFormElement>(isReady = true): RefObject<E | null> {
  const form = useRef<E>(null);
  useLayoutEffect(() => {
    if (!isReady || form.current?.contains(document.activeElement) === true) return;
    const first = form.current?.querySelector<HTMLElement>(FIELDS);
    const isRadio = first instanceof HTMLInputElement && first.type === 'radio';
    const wished = isRadio ? (form.current?.querySelector<HTMLElement>('input[type="radio"]:checked') ?? first) : first;
    wished?.focus();
    if (wished instanceof HTMLInputElement && !isRadio) wished.select();
  }, [isReady]);
  return form;
}
