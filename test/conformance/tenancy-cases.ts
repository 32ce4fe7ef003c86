import { expect } from 'vitest';
import { makeSpan, spanIdOf, traceIdOf } from './span-maker.ts';
import {
  allSpans,
  projectId,
  write,
  type ConformanceCase,
  type StoreUnderTest,
} from './store-under-test.ts';

/** Stores one span as a sender that is limited to projects. */
async function writeLimited(
  store: StoreUnderTest,
  trace: number,
  projectName: string | null,
  allowedProjectIds: readonly number[],
) {
  const [outcome] = await store.writer.write([
    { projectName, allowedProjectIds, records: [makeSpan({ trace, span: trace })] },
  ]);
  return outcome;
}

export const TENANCY_CASES: Readonly<Record<string, ConformanceCase>> = {
  'stores nothing of a limited batch that leaves its projects, and all of the others beside it':
    async (store) => {
      await write(store, [{ trace: 1, span: 1 }], 'a');
      await write(store, [{ trace: 2, span: 2 }], 'b');
      const a = await projectId(store, 'a');
      for (const [trace, name] of [
        [3, 'b'],
        [4, 'new'],
        [2, 'a'],
        [2, null],
      ] as const)
        expect(await writeLimited(store, trace, name, [a])).toMatchObject({
          isForbidden: true,
          stored: 0,
          projectIds: [],
        });
      expect(await store.projectReader.findProject({ name: 'new' })).toBeNull();
      expect(await writeLimited(store, 5, 'a', [])).toMatchObject({ isForbidden: true });
      const outcomes = await store.writer.write([
        { projectName: 'b', allowedProjectIds: [a], records: [makeSpan({ trace: 6, span: 6 })] },
        { projectName: 'b', records: [makeSpan({ trace: 7, span: 7 })] },
      ]);
      expect(outcomes.map(({ stored }) => stored)).toEqual([0, 1]);
      expect(await allSpans(store, 'a')).toHaveLength(1);
      expect(await allSpans(store, 'b')).toHaveLength(2);
    },

  'puts what names no project where a limited batch has only one to go': async (store) => {
    await write(store, [{ trace: 1, span: 1 }], 'a');
    await write(store, [{ trace: 2, span: 2 }], 'b');
    const [a, b] = [await projectId(store, 'a'), await projectId(store, 'b')];
    expect(await writeLimited(store, 3, null, [a])).toMatchObject({ stored: 1, projectIds: [a] });
    expect(await writeLimited(store, 4, null, [a, b])).toMatchObject({ isForbidden: true });
    expect(await writeLimited(store, 1, null, [a])).toMatchObject({ duplicates: 1 });
    expect(await writeLimited(store, 5, 'b', [a, b])).toMatchObject({ stored: 1, projectIds: [b] });
  },

  'says which project a row belongs to': async (store) => {
    await write(store, [{ trace: 1, span: 1, session: 's' }], 'a');
    await write(store, [{ trace: 2, span: 2 }], 'b');
    const [a, b] = [await projectId(store, 'a'), await projectId(store, 'b')];
    const traces = await store.reader.findTraces([
      { traceId: traceIdOf(1) },
      { traceId: traceIdOf(2) },
    ]);
    const [first, second] = traces.map(({ id }) => id);
    expect(await store.owners.projectsOf('trace', [first ?? 0, second ?? 0, 999])).toEqual(
      new Map([
        [first, a],
        [second, b],
      ]),
    );
    const [span] = await store.reader.findSpans([{ spanId: spanIdOf(2) }]);
    expect((await store.owners.projectsOf('span', [span?.id ?? 0])).get(span?.id ?? 0)).toBe(b);
    const [session] = await store.reader.findSessions([{ sessionId: 's' }]);
    const number = session?.session.id ?? 0;
    expect((await store.owners.projectsOf('session', [number])).get(number)).toBe(a);
    await store.eraser.deleteProject(a);
    expect((await store.owners.projectsOf('session', [number])).size).toBe(0);
    expect((await store.owners.projectsOf('trace', [first ?? 0])).size).toBe(0);
  },

  'lists only the projects asked for': async (store) => {
    for (const name of ['one', 'two', 'three']) await store.projectWriter.createProject(name, null);
    const [one, three] = [await projectId(store, 'one'), await projectId(store, 'three')];
    const names = async (query: object): Promise<readonly string[]> =>
      (await store.projectReader.projects({ limit: 9, ids: [one, three], ...query })).rows.map(
        ({ name }) => name,
      );
    expect(await names({})).toEqual(['three', 'one']);
    expect(await names({ nameContains: 'ON' })).toEqual(['one']);
    expect((await store.projectReader.projects({ limit: 1, ids: [one, three] })).next?.id).toBe(
      one,
    );
    expect(await names({ ids: [] })).toEqual([]);
  },
};
