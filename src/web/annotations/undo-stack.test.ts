import { expect, it } from 'vitest';
import { actOnToast, dismissToast, shownToasts } from '#web/ui/notices/toasts.ts';
import { rememberUndo, undoLast, whileSaving } from './undo-stack.ts';

/** Saves that complete on demand, and undos, all recorded. */
function story() {
  const calls: string[] = [];
  const save = (what: string, until: Promise<void> = Promise.resolve()) =>
    whileSaving(async () => {
      calls.push(`save ${what}`);
      await until;
      rememberUndo(what, async () => {
        calls.push(`undo ${what}`);
      });
    });
  return { calls, save };
}

it('undoes what was asked to be saved before the undo, although it is not saved yet', async () => {
  const { calls, save } = story();
  const { promise, resolve } = Promise.withResolvers<void>();
  await save('first');
  const slow = save('second', promise);
  const undone = undoLast();
  resolve();
  expect(await undone).toBe(true);
  await slow;
  expect(calls).toEqual(['save first', 'save second', 'undo second']);
  expect(await undoLast()).toBe(true);
  expect(calls.at(-1)).toBe('undo first');
  expect(await undoLast()).toBe(false);
});

it('begins what was asked for after an undo when that is done', async () => {
  const { calls, save } = story();
  const { promise, resolve } = Promise.withResolvers<void>();
  const all = [save('first', promise), undoLast(), save('second'), undoLast(), save('third')];
  resolve();
  await Promise.all(all);
  expect(calls).toEqual(['save first', 'undo first', 'save second', 'undo second', 'save third']);
  await undoLast();
});

it('undoes what was done before something that failed', async () => {
  const { calls, save } = story();
  await save('first');
  const failed = whileSaving(() => Promise.reject(new Error('refused')));
  const undone = undoLast();
  await expect(failed).rejects.toThrow('refused');
  expect(await undone).toBe(true);
  expect(calls.at(-1)).toBe('undo first');
});

it.each(['by its key', 'by its notice'])(
  'says why an undo failed, and not that it was done: %s',
  async (way) => {
    rememberUndo('correctness: good', () => Promise.reject(new Error('The server is away.')));
    const { id = 0 } = shownToasts().at(-1) ?? {};
    if (way === 'by its key') await undoLast();
    else actOnToast(id);
    await expect
      .poll(() => shownToasts().map(({ tone, text }) => ({ tone, text })))
      .toEqual([
        { tone: 'error', text: 'correctness: good could not be undone: The server is away.' },
      ]);
    for (const one of shownToasts()) dismissToast(one.id);
  },
);
