import { embeddedFile } from '#web/platform/address/safe-link.ts';
import { saveFile } from '#web/platform/browser/save-file.ts';
import { showToast } from '#web/ui/notices/toasts.ts';

/**
 * Saves what a data URL holds as a file of the reader's; its name gets the ending that its type
 * has.
 */
export function saveEmbedded(url: string, name: string): void {
  const file = embeddedFile(url);
  if (file === null) return;
  const bytes = bytesOf(file.base64);
  if (bytes === null) {
    showToast({ tone: 'error', text: 'This file can’t be saved: its base64 is damaged.' });
    return;
  }
  const ending =
    /^\w+\/(?:x-)?([\w-]+)/
      .exec(file.mediaType)?.[1]
      ?.replace('octet-stream', 'bin')
      .replace('jpeg', 'jpg') ?? 'bin';
  // Never a type that a browser would run if the file were opened rather than saved.
  saveFile(
    name.includes('.') ? name : `${name}.${ending}`,
    new Blob([bytes], { type: 'application/octet-stream' }),
  );
}

/** Null where a sender cut the text, or padded it wrongly. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
