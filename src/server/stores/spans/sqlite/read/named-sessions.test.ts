import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileSessionFilter } from '#core/filter/compile-filter.ts';
import {
  projectId,
  UNLIMITED,
  write,
  type StoreUnderTest,
} from '#test/conformance/store-under-test.ts';
import { openSpanStore } from '../open-writer.ts';

let directory: string;
let store: StoreUnderTest;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'named-sessions-'));
  store = openSpanStore(join(directory, 'spans.db'), { attributesOf: () => ({}), freeBytesMin: 0 });
  const many = Array.from({ length: 2_100 }, (_, n) => ({
    trace: 100 + n,
    span: 100 + n,
    session: `s${n % 700}`,
    user: 'every-user',
  }));
  await write(store, [
    ...many,
    { trace: 1, span: 1, startMs: 10, session: 'two', user: 'ann' },
    { trace: 2, span: 2, startMs: 20, session: 'two', user: 'bob' },
    { trace: 3, span: 3, startMs: 30, session: 'bobs', user: 'bob' },
    { trace: 4, span: 4, startMs: 50, session: 'apart' },
  ]);
  await write(store, [{ trace: 5, span: 5, startMs: 40, session: 'apart', user: 'ann' }], 'other');
});
afterAll(() => {
  void store.close();
  rmSync(directory, { recursive: true, force: true });
});

/** The sessions that match, and how many were asked. */
async function found(
  text: string,
): Promise<{ readonly ids: readonly string[]; readonly asked: number }> {
  const filter = compileSessionFilter(text);
  if (filter === null) throw new Error('a filter');
  let asked = 0;
  const matches: typeof filter.matches = (session) => {
    asked += 1;
    return filter.matches(session);
  };
  const query = {
    sort: 'end_time',
    order: 'asc',
    limit: 1_000,
    filter: { ...filter, matches },
  } as const;
  const { rows } = await store.reader.sessions(
    { ...query, projectId: await projectId(store) },
    UNLIMITED,
  );
  return { ids: rows.map(({ sessionId }) => sessionId), asked };
}

it('asks only the session of an id', async () => {
  expect(await found("session_id == 'two'")).toEqual({ ids: ['two'], asked: 1 });
  expect(await found("session.id in ['two', 'nobody'] and num_traces == 1")).toEqual({
    ids: [],
    asked: 1,
  });
  expect(await found("session_id == 'nobody'")).toEqual({ ids: [], asked: 0 });
});

it('asks only the sessions in which a user has a turn, in whichever project', async () => {
  expect(await found("user.id == 'ann'")).toEqual({ ids: ['two', 'apart'], asked: 2 });
  expect(await found("user.id == 'bob'")).toEqual({ ids: ['bobs'], asked: 2 });
  expect(await found("user.id in ['ann', 'bob'] and session_id == 'bobs'")).toEqual({
    ids: ['bobs'],
    asked: 1,
  });
});

it('walks the list for a user of very many turns', async () => {
  const { ids } = await found("user.id == 'every-user'");
  expect(ids).toHaveLength(700);
});
