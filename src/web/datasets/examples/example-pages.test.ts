import { expect, it, vi } from 'vitest';
import { decodeGlobalId, encodeGlobalId } from '#contracts/wire/ids.ts';
import { ExamplePages, type ExamplesPage, type PageWish } from './example-pages.ts';
import { exampleColumns, exampleRow, type ExampleRow } from './example-row.ts';

const row = (number: number, input: object = { q: `question ${number}` }): ExampleRow =>
  exampleRow(
    {
      id: `own-${number}`,
      node_id: encodeGlobalId('DatasetExample', number),
      input,
      output: {},
      metadata: {},
      updated_at: '',
    },
    null,
  );

/** A server of so many examples, ten a page; the cursor is the number before the page. */
function served(of: ExampleRow[], total: number | null = null) {
  const read = vi.fn<(wish: PageWish) => Promise<ExamplesPage>>(({ cursor, skip }) => {
    const from = cursor === '' ? 0 : (decodeGlobalId(cursor)?.number ?? Number(cursor) + 1);
    const rows = of.filter((one) => one.number >= from).slice(skip, skip + 10);
    const last = rows.at(-1)?.number ?? Infinity;
    return Promise.resolve({
      rows,
      scanned: rows.length,
      next: of.some((one) => one.number > last) ? String(last) : null,
    });
  });
  return { read, pages: new ExamplePages(read, total) };
}
const until = async (what: () => boolean): Promise<void> =>
  await vi.waitFor(() => expect(what()).toBe(true), { interval: 2, timeout: 60_000 });
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
  expect(read).toHaveBeenLastCalledWith({ cursor: '10', skip: 0, rows: 10 }, expect.anything());
});

it('goes anywhere at once where the number of rows is known, and only reads what is seen', async () => {
  const all = Array.from({ length: 100_005 }, (_, index) => row(index + 1));
  const { read, pages } = served(all, 100_005);
  pages.show(0, 1);
  await until(() => pages.view().row(0)?.number === 1);
  expect(pages.view()).toMatchObject({ count: 100_005, complete: true });
  expect(pages.view().row(50_000)).toBeNull();
  pages.show(100_000, 100_005);
  await until(() => pages.view().row(100_004)?.number === 100_005);
  expect(read).toHaveBeenLastCalledWith({ cursor: '10', skip: 99_990, rows: 5 }, expect.anything());
  // From there on by cursor; pages skipped over are hardly requested.
  pages.show(99_995, 100_000);
  await until(() => pages.view().row(99_999)?.number === 100_000);
  pages.show(0, 100_005);
  expect(pages.view().loading).toBe(true);
  await until(() => !pages.view().loading);
  expect(read.mock.calls.length).toBeLessThan(8);
  expect([...pages.view().loaded()].at(-1)?.[1].number).toBe(100_005);
});

it('finds its way where the number of rows was another by then', async () => {
  const all = Array.from({ length: 47 }, (_, index) => row(index + 1));
  const fewer = served(all, 60);
  fewer.pages.show(0, 1);
  await until(() => fewer.pages.view().count === 60);
  for (let round = 0; round < 6; round++) {
    fewer.pages.show(0, 60);
    await until(() => !fewer.pages.view().loading);
  }
  expect(fewer.pages.view()).toMatchObject({ count: 47, complete: true });
  const more = served(all, 20);
  more.pages.show(0, 1);
  await until(() => more.pages.view().count === 20);
  await scrollTo(more.pages, 19);
  more.pages.show(15, 20);
  await until(() => !more.pages.view().complete);
  await scrollTo(more.pages, 46);
  expect(more.pages.view()).toMatchObject({ count: 47, complete: true });
  expect(more.pages.view().row(46)?.number).toBe(47);
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

it('stops at a failure and continues after it', async () => {
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

it('makes columns of the keys most rows have', () => {
  const rows = [
    row(1, { a: 1, b: 1, ['__proto__']: 1 }),
    row(2, { b: 1, c: 1 }),
    row(3, { b: 1, d: 1, e: 1, f: 1, g: 1 }),
  ];
  expect(exampleColumns(rows).map(({ key }) => key)).toContain('b');
  expect(exampleColumns(rows)).toHaveLength(5);
});
