/** A field that has not come by then does not come; the keys are the screen's again. */
const WAIT_MS_MAX = 10_000;

let early: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function onKey(event: KeyboardEvent): void {
  if (event.key === 'Escape') takeEarlyKeys();
  if (early === null || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  early += event.key;
}

/** Keeps what is typed from now on for a field that was asked for and is not there yet: it is not meant for the screen behind. */
export function keepEarlyKeys(): void {
  if (early === null) addEventListener('keydown', onKey, true);
  early ??= '';
  clearTimeout(timer);
  timer = setTimeout(takeEarlyKeys, WAIT_MS_MAX);
}

/** The keys typed meanwhile; the field receives later ones itself. */
export function takeEarlyKeys(): string {
  const text = early ?? '';
  early = null;
  clearTimeout(timer);
  removeEventListener('keydown', onKey, true);
  return text;
}
