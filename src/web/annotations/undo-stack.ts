import { dismissToast, showToast } from '#web/ui/notices/toasts.ts';

const UNDO_MS = 10_000;
const FAILED_MS = 15_000;
/** So far back the key goes. */
const KEPT_MAX = 200;
const SAID_CHARS_MAX = 80;

interface Undo {
  readonly text: string;
  readonly run: () => Promise<void>;
}

const undos: Undo[] = [];
let toast: number | null = null;
/** The save in progress, remembered when it succeeds. */
const saving = new Set<Promise<unknown>>();
/** The undo asked for last, until it is done. */
let undoing: Promise<unknown> = Promise.resolve();

/**
 * Announces a completed action, with Undo. One notice at a time: a reviewer's hundred annotations
 * would otherwise queue up. Earlier actions stay available to `undoLast`. Why an undo failed is
 * shown here.
 */
export function rememberUndo(text: string, run: () => Promise<void>): void {
  const undo = { text, run };
  undos.push(undo);
  if (undos.length > KEPT_MAX) undos.shift();
  if (toast !== null) dismissToast(toast);
  toast = showToast({
    text: clipped(text),
    durationMs: UNDO_MS,
    action: { label: 'Undo', run: () => void undoOne(undo) },
  });
}

/**
 * Saves a change and records its undo. From the moment the save is requested, a later undo applies
 * to it and not to earlier ones; and a save requested after an undo starts when the undo has ended.
 */
export async function whileSaving<Result>(save: () => Promise<Result>): Promise<Result> {
  const work = undoing.then(save);
  saving.add(work);
  try {
    return await work;
  } finally {
    saving.delete(work);
  }
}

/**
 * Undoes what was done last, then what was done before it; resolves to false when there is nothing
 * left.
 */
export async function undoLast(): Promise<boolean> {
  const earlier = [...saving];
  const undo = undoing.then(async () => {
    await Promise.allSettled(earlier);
    const last = undos.at(-1);
    if (last === undefined) return false;
    await undoOne(last);
    return true;
  });
  undoing = undo.catch(() => false);
  return await undo;
}

async function undoOne(undo: Undo): Promise<void> {
  const at = undos.indexOf(undo);
  if (at < 0) return;
  undos.splice(at, 1);
  if (toast !== null) dismissToast(toast);
  toast = null;
  try {
    await undo.run();
    toast = showToast({ text: clipped(`Undone: ${undo.text}`) });
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown server error.';
    showToast({
      tone: 'error',
      text: `${clipped(undo.text)} could not be undone: ${why}`,
      durationMs: FAILED_MS,
    });
  }
}

function clipped(text: string): string {
  return text.length <= SAID_CHARS_MAX ? text : `${text.slice(0, SAID_CHARS_MAX)}…`;
}
