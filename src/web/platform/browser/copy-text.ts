/**
 * Copies a text. The clipboard needs a secure context; a page opened by address over plain HTTP
 * falls back to a selection.
 */
export async function copyText(text: string): Promise<void> {
  if (isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = document.createElement('textarea');
  area.value = text;
  // Inside an open dialog, or the selection is not allowed outside it.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const ok = document.execCommand('copy');
  area.remove();
  if (!ok) throw new Error('The browser blocked copying.');
}
