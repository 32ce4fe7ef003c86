import { describe, expect, it } from 'vitest';
import { everyPage } from './every-page.ts';

/** A list of numbers in pages of three; the cursor is where the next one starts. */
function listOf(length: number) {
  const asked: (string | undefined)[] = [];
  const read = async ({ cursor }: { cursor?: string }) => {
    asked.push(cursor);
    const from = Number(cursor ?? 0);
    const data = Array.from({ length: Math.min(3, length - from) }, (_, at) => from + at);
    return await Promise.resolve({
      data,
      next_cursor: from + 3 < length ? String(from + 3) : null,
    });
  };
  return { asked, read };
}

describe('everyPage', () => {
  it('reads a list to its end, in order', async () => {
    const { asked, read } = listOf(7);
    expect(await everyPage(100, read)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(asked).toEqual([undefined, '3', '6']);
  });

  it('ends with the page that reaches the limit', async () => {
    const { asked, read } = listOf(1000);
    expect(await everyPage(5, read)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(asked).toHaveLength(2);
  });

  it('rejects when a page cannot be read', async () => {
    await expect(everyPage(5, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  });
});
