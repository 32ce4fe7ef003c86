/**
 * Saves a text as a file of the reader's. Characters that file systems take amiss become dashes.
 */
export function saveText(text: string, name: string, type = 'text/plain;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[^\w.-]+/g, '-').replace(/^[-.]+/, '') || 'value.txt';
  link.click();
  // The browser has taken the blob by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
