import { expect, it } from 'vitest';
import { OffsetPages } from './offset-pages.ts';

/** A list of numbers that counts what was read of it. */
function counted(total: () => number, pageRows = 10) {
  const offsets: number[] = [];
  let failing = false;
  const pages = new OffsetPages<number>(async (offset, limit) => {
    offsets.push(offset);
    await Promise.resolve();
    if (failing) throw new Error('gone');
    const rows = Array.from(
      { length: Math.max(0, Math.min(limit, total() - offset)) },
      (_, at) => offset + at,
    );
    return { rows, total: total() };
  }, pageRows);
  const settled = async (): Promise<void> => {
    await expect.poll(() => pages.view().loading).toBe(false);
  };
  return { pages, offsets, settled, fail: (on: boolean) => (failing = on) };
}

it('reads the first page, then only what is seen and its neighbours', async () => {
  const { pages, offsets, settled } = counted(() => 10_000);
  pages.show(0, 5);
  await settled();
  expect(pages.view().count).toBe(10_000);
  expect(offsets).toEqual([0, 10]);
  pages.show(5_003, 5_012);
  await settled();
  expect(offsets.slice(2)).toEqual([5_000, 5_010, 5_020, 4_990]);
  expect(pages.view().row(5_004)).toBe(5_004);
  expect(pages.view().row(700)).toBeNull();
});

it('lets go of pages seen long ago', async () => {
  const { pages, settled } = counted(() => 10_000);
  pages.show(0, 5);
  await settled();
  for (let first = 0; first < 2_000; first += 20) {
    pages.show(first, first + 20);
    await settled();
  }
  expect([...pages.view().loaded()].length).toBeLessThanOrEqual(600);
  expect(pages.view().row(1_985)).toBe(1_985);
});

it('shows old rows until the new ones are here, and follows a list that grows', async () => {
  let total = 12;
  const { pages, settled } = counted(() => total);
  pages.show(0, 5);
  await settled();
  total = 30;
  pages.refresh();
  expect(pages.view().row(3)).toBe(3);
  await settled();
  expect(pages.view().count).toBe(30);
});

it('finds the next row that passes, reading on where it must', async () => {
  const { pages, settled } = counted(() => 200);
  pages.show(0, 5);
  await settled();
  expect(await pages.find(1, 1, (row) => row % 77 === 0)).toBe(77);
  expect(await pages.find(76, -1, (row) => row % 77 === 0)).toBe(0);
  expect(await pages.find(1, 1, () => false)).toBeNull();
});

it('reports the failure, and continues after a retry', async () => {
  const { pages, settled, fail } = counted(() => 50);
  fail(true);
  pages.show(0, 5);
  await settled();
  expect(pages.view().error?.message).toBe('gone');
  fail(false);
  pages.retry();
  await settled();
  expect(pages.view()).toMatchObject({ error: null, count: 50 });
});

it('changes rows in place', async () => {
  const { pages, settled } = counted(() => 5);
  pages.show(0, 5);
  await settled();
  pages.change((row) => (row === 2 ? 20 : row));
  expect(pages.view().row(2)).toBe(20);
});
