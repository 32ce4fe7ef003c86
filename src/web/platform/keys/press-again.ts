/** Presses a key that was kept: listeners get it, and a field takes its text, which browsers give only to keys of the keyboard. */
export function pressAgain(pressed: KeyboardEvent): void {
  const { key, code, metaKey, shiftKey } = pressed;
  // AltGr is reported as Ctrl and Alt too, and is how many keyboards write @ and {.
  const isAltGraph = pressed.getModifierState('AltGraph');
  const [ctrlKey, altKey] = [pressed.ctrlKey && !isAltGraph, pressed.altKey && !isAltGraph];
  const target = document.activeElement ?? document.body;
  const again = new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, shiftKey, altKey, bubbles: true, cancelable: true });
  if (!target.dispatchEvent(again) || ctrlKey || metaKey || altKey) return;
  if (target instanceof HTMLTextAreaElement) typeInto(target, key === 'Enter' ? '\n' : key);
  else if (target instanceof HTMLInputElement && target.selectionStart !== null) typeInto(target, key);
}

function typeInto(field: HTMLInputElement | HTMLTextAreaElement, key: string): void {
  const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
  if (key === 'Backspace') field.setRangeText('', start === end ? Math.max(start - 1, 0) : start, end, 'end');
  // Names of keys are longer than what one types.
  else if ([...new Intl.Segmenter().segment(key)].length === 1) field.setRangeText(key, start, end, 'end');
  else return;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
