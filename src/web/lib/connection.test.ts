import { afterEach, expect, it, vi } from 'vitest';
import { onResumed, reportReachable } from './connection.ts';

afterEach(() => vi.unstubAllGlobals());

/** How often everything is read anew after calls that were answered or cut off, by turns. */
async function resumedAfter(isServerThere: boolean): Promise<number> {
  let asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    if (!isServerThere) throw new TypeError('Failed to fetch');
    return new Response('');
  });
  let resumed = 0;
  const end = onResumed(() => (resumed += 1));
  for (let turn = 0; turn < 5; turn += 1) {
    reportReachable(false);
    await vi.waitFor(() => expect(asked).toBe(turn + 1));
    await new Promise(setImmediate);
    reportReachable(true);
  }
  end();
  return resumed;
}

it('a call that is cut off while the server answers does not read everything anew', async () => {
  expect(await resumedAfter(true)).toBe(0);
});

it('everything is read anew each time the server is back', async () => {
  expect(await resumedAfter(false)).toBe(5);
});
