import { expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import type { QueryRunner } from '#server/threads/query.ts';
import { warmUp } from './warm-up.ts';

interface Asked {
  readonly name: string;
  readonly params: unknown;
}

/** Answers every list of projects with these, and records what it is asked. */
function runner(projects: readonly string[], asked: Asked[]): QueryRunner {
  const answer = (query: { readonly name: string }, params: unknown): Promise<never> => {
    asked.push({ name: query.name, params });
    return Promise.resolve({ data: projects.map((id) => ({ id })) } as never); // as: an answer of any query
  };
  return { value: answer, json: answer };
}

it('compiles schemas, and reads the lists of the newest projects once', async () => {
  const steps: string[] = [];
  const asked: Asked[] = [];
  const compileAhead = ['a', 'b'].map((name) => () => void steps.push(name));
  const app = { compileAhead } as unknown as FastifyInstance; // as: all that is used of it
  await warmUp(app, runner(['one', 'two'], asked), new AbortController().signal);
  expect(steps).toEqual(['a', 'b']);
  const lists = asked.slice(1).map(({ name, params }) => [name, params]);
  const query = { limit: 20 };
  expect(asked[0]?.name).toBe('projects.list');
  expect(lists).toEqual([
    ['spans.rows', { project: 'one', query }],
    ['traces.rows', { project: 'one', query }],
    ['spans.rows', { project: 'two', query }],
    ['traces.rows', { project: 'two', query }],
  ]);
});

it('ends when the server stops', async () => {
  const asked: Asked[] = [];
  const stopped = new AbortController();
  const app = { compileAhead: [() => stopped.abort()] } as unknown as FastifyInstance; // as: all that is used of it
  await expect(warmUp(app, runner(['one'], asked), stopped.signal)).rejects.toThrow('aborted');
  expect(asked).toEqual([]);
});
