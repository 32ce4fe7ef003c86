import { expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { hashOfWord } from '#core/search/word-hashes.ts';
import { partOf, WORD_PARTS } from '#server/stores/spans/sqlite/index/word-parts.ts';
import type { QueryRunner } from '#server/threads/query.ts';
import { SEARCHED_WORDS, warmUp } from './warm-up.ts';

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
  await warmUp(app, runner(['one', 'two'], asked), new AbortController().signal, 0);
  expect(steps).toEqual(['a', 'b']);
  const lists = asked.slice(1, 5).map(({ name, params }) => [name, params]);
  const query = { limit: 20 };
  expect(asked[0]?.name).toBe('projects.list');
  expect(lists).toEqual([
    ['spans.rows', { project: 'one', query }],
    ['traces.rows', { project: 'one', query }],
    ['spans.rows', { project: 'two', query }],
    ['traces.rows', { project: 'two', query }],
  ]);
});

it('searches for a word of each part of the filters', async () => {
  const asked: Asked[] = [];
  const app = { compileAhead: [] } as unknown as FastifyInstance; // as: all that is used of it
  await warmUp(app, runner([], asked), new AbortController().signal, 0);
  const searches = asked.filter(({ name }) => name === 'spans.search');
  expect(searches).toHaveLength(SEARCHED_WORDS.length);
  expect(searches[0]?.params).toMatchObject({ text: SEARCHED_WORDS[0], limit: 1, anchor: null });
  const parts = SEARCHED_WORDS.map((word) => partOf(hashOfWord(word)));
  expect(new Set(parts).size).toBe(WORD_PARTS);
});

it('ends when the server stops', async () => {
  const asked: Asked[] = [];
  const stopped = new AbortController();
  const app = { compileAhead: [() => stopped.abort()] } as unknown as FastifyInstance; // as: all that is used of it
  await expect(warmUp(app, runner(['one'], asked), stopped.signal)).rejects.toThrow('aborted');
  expect(asked).toEqual([]);
});
