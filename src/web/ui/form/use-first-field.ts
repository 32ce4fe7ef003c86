import { useLayoutEffect, useRef, type RefObject } from 'react';

const FIELDS = ':is(input, textarea, select):not(:disabled, [type="hidden"], [type="file"])';

/**
 * Focuses a form's first field, with its text selected: a dialog would focus its close button, and
 * typed text would be lost. If the fields appear later, the focus moves then, unless the user has
 * moved it.
 */
export function useFirstField<E extends HTMLElement = HTMLFormElement>(
  isReady = true,
): RefObject<E | null> {
  const form = useRef<E>(null);
  useLayoutEffect(() => {
    if (!isReady || form.current?.contains(document.activeElement) === true) return;
    const first = form.current?.querySelector<HTMLElement>(FIELDS);
    const isRadio = first instanceof HTMLInputElement && first.type === 'radio';
    const wished = isRadio
      ? (form.current?.querySelector<HTMLElement>('input[type="radio"]:checked') ?? first)
      : first;
    wished?.focus();
    if (wished instanceof HTMLInputElement && !isRadio) wished.select();
  }, [isReady]);
  return form;
}
