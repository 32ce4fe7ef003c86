import { expect } from 'vitest';
import { traceIdOf } from './span-maker.ts';
import { projectId, write, type ConformanceCase } from './store-under-test.ts';

export const ID_COMPLETION_CASES: Readonly<Record<string, ConformanceCase>> = {
  'finds users and sessions of a project by how their ids start, and its newest sessions by any part':
    async (store) => {
      await write(store, [
        { trace: 1, span: 1, session: 'chat-2', user: 'ann@example.com' },
        { trace: 2, span: 2, session: 'chat-2', user: 'ann@example.com' },
        { trace: 3, span: 3, session: 'chat-1', user: 'anna' },
        { trace: 4, span: 4, session: 'web-Chat-3', user: 'bob' },
        { trace: 5, span: 5, user: 'ann' },
      ]);
      await write(store, [{ trace: 6, span: 6, session: 'chat-0', user: 'anders' }], 'other');
      const id = await projectId(store);
      expect(await store.figures.idsLike(id, 'ann', 10)).toEqual({
        users: ['ann', 'ann@example.com', 'anna'],
        sessions: [],
      });
      expect(await store.figures.idsLike(id, 'ann', 2)).toEqual({
        users: ['ann', 'ann@example.com'],
        sessions: [],
      });
      expect(await store.figures.idsLike(id, 'chat', 10)).toEqual({
        users: [],
        sessions: ['chat-1', 'chat-2', 'web-Chat-3'],
      });
      expect(await store.figures.idsLike(id, 'chat', 1)).toEqual({
        users: [],
        sessions: ['chat-1'],
      });
      expect(await store.figures.idsLike(id, "%' OR 1", 10)).toEqual({ users: [], sessions: [] });
      expect(await store.figures.idsLike(404, 'chat', 10)).toEqual({ users: [], sessions: [] });
      const [trace] = await store.reader.findTraces([{ traceId: traceIdOf(3) }]);
      await store.eraser.deleteTraces([trace?.id ?? 0]);
      expect(await store.figures.idsLike(id, 'chat', 10)).toEqual({
        users: [],
        sessions: ['chat-2', 'web-Chat-3'],
      });
      expect(await store.figures.idsLike(id, 'anna', 10)).toEqual({ users: [], sessions: [] });
    },
};
