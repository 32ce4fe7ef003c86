import { embeddedFile } from '#web/platform/address/safe-link.ts';
import { saveFile } from '#web/platform/browser/save-file.ts';

/**
 * Saves what a data URL holds as a file of the reader's; its name gets the ending that its type
 * has.
 */
export function saveEmbedded(url: string, name: string): void {
  const file = embeddedFile(url);
  if (file === null) return;
  const bytes = Uint8Array.from(atob(file.base64.replaceAll(/\s/g, '')), (char) =>
    char.charCodeAt(0),
  );
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
