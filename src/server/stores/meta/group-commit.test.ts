import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { GroupCommit } from './group-commit.ts';

const LIMITS = { itemsMax: 3, bytesMax: 100, waitingItemsMax: 10, waitingBytesMax: 100 };

function committing(
  commit: (items: readonly number[]) => Promise<readonly string[]>,
  limits: Partial<typeof LIMITS> = {},
) {
  const groups: (readonly number[])[] = [];
  const commits = new GroupCommit<number, string>({
    commit: async (items) => {
      groups.push(items);
      return commit(items);
    },
    bytesOf: (item) => item,
    ...LIMITS,
    ...limits,
  });
  return { groups, commits };
}
const stored = async (items: readonly number[]) => items.map((item) => `stored ${item}`);

describe('committing in groups', () => {
  it('commits together what comes at the same time, within the bounds of a group', async () => {
    const { groups, commits } = committing(stored, { bytesMax: 10 });
    expect(await Promise.all([1, 2, 3, 4, 9, 5].map((item) => commits.add(item)))).toEqual(
      [1, 2, 3, 4, 9, 5].map((item) => `stored ${item}`),
    );
    expect(groups).toEqual([[1, 2, 3], [4], [9], [5]]);
    // An item larger than a group is written alone.
    expect(await commits.add(50)).toBe('stored 50');
  });

  it('waits where other work comes first, and takes along what is added meanwhile', async () => {
    const pauses = [Promise.withResolvers<void>()];
    const groups: (readonly number[])[] = [];
    const commits = new GroupCommit<number, string>({
      commit: async (items) => {
        groups.push(items);
        return stored(items);
      },
      bytesOf: (item) => item,
      ...LIMITS,
      pause: () => pauses.shift()?.promise ?? null,
    });
    const [pause] = pauses;
    const first = commits.add(1);
    await vi.waitFor(() => expect(pauses).toEqual([]));
    const second = commits.add(2);
    pause?.resolve();
    expect(await Promise.all([first, second])).toEqual(['stored 1', 'stored 2']);
    expect(await commits.add(3)).toBe('stored 3');
    expect(groups).toEqual([[1, 2], [3]]);
  });

  it('fails a bad item alone', async () => {
    const { commits } = committing(async (items) => {
      if (items.includes(2)) throw new Error('bad');
      return stored(items);
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map((item) => commits.add(item)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('tries nothing again one by one when the disk is full', async () => {
    const { groups, commits } = committing(async () => {
      throw new AppError('storage_full', 'full');
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map((item) => commits.add(item)));
    expect(outcomes).toMatchObject(
      [1, 2, 3].map(() => ({ status: 'rejected', reason: { code: 'storage_full' } })),
    );
    expect(groups).toEqual([[1, 2, 3]]);
  });

  it('refuses items beyond its bounds, and continues after that', async () => {
    const { commits } = committing(stored, { waitingItemsMax: 2 });
    const first = [commits.add(1), commits.add(2)];
    expect(() => commits.add(3)).toThrow('Too much waits to be stored');
    expect(await Promise.all(first)).toEqual(['stored 1', 'stored 2']);
    expect(await commits.add(3)).toBe('stored 3');
    const large = committing(stored);
    const one = large.commits.add(90);
    expect(() => large.commits.add(20)).toThrow('Too much waits to be stored');
    expect(await one).toBe('stored 90');
  });
});
