import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compileSpanFilter } from '#core/filter/compile-filter.ts';
import type { ReadBudget } from '#core/ports/span-store.ts';
import { projectId, settle, write } from '#test/conformance/store-under-test.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

let directory: string;
let store: OpenSpanStore;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'list-walk-'));
  store = openSpanStore(join(directory, 'spans.db'), { attributesOf: () => ({}), freeBytesMin: 0 });
  for (let at = 0; at < 3_000; at += 500)
    await write(
      store,
      Array.from({ length: 500 }, (_, n) => ({
        trace: at + n,
        span: at + n,
        startMs: at + n,
        session: `s${at + n}`,
        text: 'one two one three',
      })),
    );
  await settle(store);
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

/** Over after so many questions. */
function budgetOf(questions: number): ReadBudget {
  let left = questions;
  return { over: () => left-- <= 0 };
}

// In every block, and nowhere beside each other.
const PHRASE = `search('"two three"')`;

it('ends a page early, in the middle of a list in which nothing matches', async () => {
  const wish = { projectId: await projectId(store), order: 'desc', limit: 10 } as const;
  const phrase = compileSpanFilter(PHRASE);
  if (phrase === null) throw new Error('no filter');
  const none = { necessary: {}, matches: () => false };
  const pageOf = {
    spans: (mayEndEarly: boolean) =>
      store.reader.spans({ ...wish, sort: 'start_time', filter: phrase, mayEndEarly }, budgetOf(8)),
    traces: (mayEndEarly: boolean) =>
      store.reader.traces(
        { ...wish, sort: 'start_time', filter: none, mayEndEarly },
        budgetOf(300),
      ),
    sessions: (mayEndEarly: boolean) =>
      store.reader.sessions(
        { ...wish, sort: 'end_time', filter: none, mayEndEarly },
        budgetOf(300),
      ),
  };
  for (const [kind, page] of Object.entries(pageOf)) {
    const { rows, next } = await page(true);
    expect(rows, kind).toEqual([]);
    expect(next, kind).not.toBeNull();
    await expect(page(false), kind).rejects.toMatchObject({ code: 'deadline_exceeded' });
  }
});
