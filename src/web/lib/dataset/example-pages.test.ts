import { expect, it, vi } from 'vitest';
import { encodeGlobalId } from '#contracts/ids.ts';
import { ExamplePages } from './example-pages.ts';
import type { ExamplesPage } from './example-pages.ts';
import { exampleColumns, exampleRow, holdsText } from './example-row.ts';
import type { ExampleRow } from './example-row.ts';

const row = (number: number, input: object = { q: `question ${number}` }): ExampleRow =>
  exampleRow({ id: `own-${number}`, node_id: encodeGlobalId('DatasetExample', number), input, output: {}, metadata: {}, updated_at: '' });

/** A server of so many examples, ten a page; the cursor is the number before the page. */
function served(of: ExampleRow[]) {
  const read = vi.fn<(cursor: string) => Promise<ExamplesPage>>((cursor) => {
    const rows = of.filter((one) => one.number > Number(cursor)).slice(0, 10);
    const last = rows.at(-1)?.number ?? 0;
    return Promise.resolve({ rows, scanned: rows.length, next: of.some((one) => one.number > last) ? String(last) : null });
  });
  return { read, pages: new ExamplePages(read) };
}
const until = async (what: () => boolean): Promise<void> =>
  await vi.waitFor(() => expect(what()).toBe(true), { interval: 2, timeout: 5000 });
async function scrollTo(pages: ExamplePages, index: number): Promise<void> {
  while (pages.view().count <= index && !pages.view().complete) {
    const before = pages.view().count;
    pages.show(before, before + 1);
    await until(() => pages.view().count > before || pages.view().complete);
  }
}

it('reads on as it is scrolled through, lets go what is far, and reads it again on the way back', async () => {
  const { read, pages } = served(Array.from({ length: 1005 }, (_, index) => row(index + 1)));
  await scrollTo(pages, 1004);
  expect(pages.view()).toMatchObject({ count: 1005, complete: true });
  expect(pages.view().row(1004)?.number).toBe(1005);
  expect(pages.view().row(0)).toBeNull();
  expect(pages.view().row(1005)).toBeUndefined();
  expect(read).toHaveBeenCalledTimes(101);
  pages.show(0, 12);
  await until(() => pages.view().row(11)?.number === 12);
  expect(read).toHaveBeenCalledTimes(103);
  expect(read).toHaveBeenLastCalledWith('10', 10, expect.anything());
});

it('changes in place: nothing else moves, and pages read again do not overlap', async () => {
  const all = Array.from({ length: 35 }, (_, index) => row(index + 1));
  const { pages } = served(all);
  await scrollTo(pages, 34);
  pages.replace(row(3, { q: 'changed' }));
  expect(pages.view().row(2)?.input).toEqual({ q: 'changed' });
  pages.remove(new Set([row(5).id]));
  expect(pages.view().count).toBe(34);
  expect(pages.view().row(4)?.number).toBe(6);
  all.push(row(36));
  pages.reopen();
  await until(() => pages.view().row(34)?.number === 36);
});

it('stops at a failure and goes on after it', async () => {
  const read = vi
    .fn<() => Promise<ExamplesPage>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue({ rows: [row(1)], scanned: 1, next: null });
  const pages = new ExamplePages(read);
  pages.show(0, 10);
  await until(() => pages.view().error !== null);
  pages.show(0, 10);
  expect(read).toHaveBeenCalledTimes(1);
  pages.retry();
  pages.show(0, 10);
  await until(() => pages.view().count === 1);
});

it('finds a text anywhere in an example', () => {
  const one = row(7, { a: [{ Deep: 'Refund ÄPFEL' }], n: 42 });
  expect(['äpfel', 'deep', '42', 'own-7'].map((wanted) => holdsText(one, wanted))).toEqual([true, true, true, true]);
  expect(holdsText(one, 'pear')).toBe(false);
});

it('makes columns of the keys most rows have', () => {
  const rows = [row(1, { a: 1, b: 1, ['__proto__']: 1 }), row(2, { b: 1, c: 1 }), row(3, { b: 1, d: 1, e: 1, f: 1, g: 1 })];
  expect(exampleColumns(rows).map(({ key }) => key)).toContain('b');
  expect(exampleColumns(rows)).toHaveLength(5);
});
