/**
 * The start of an object with one key whose value is a text, whole or cut off: `{"question":"Where
 * is…`.
 */
const ONE_TEXT = /^\{\s*"(?:[^"\\]|\\.){1,60}"\s*:\s*"((?:[^"\\]|\\.)*)(?:"\s*\}\s*|\\?)$/s;

/** A preview as it is read: of an object with one text in it, that text; anything else as it is. */
export function readablePreview(preview: string): string {
  const text = ONE_TEXT.exec(preview)?.[1];
  if (text === undefined) return preview;
  try {
    return JSON.parse(`"${text}"`) as string; // a JSON string gives one
  } catch {
    // Cut inside of an escape.
    return text.replace(/\\u?[0-9a-f]{0,3}$/i, '');
  }
}
