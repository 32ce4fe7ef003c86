import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { listProjects } from '#server/api/projects/projects.service.ts';
import { listSpanRows } from '#server/api/spans/span-rows.service.ts';
import { searchStep } from '#server/api/search/span-search.service.ts';
import { listTraceRows } from '#server/api/traces/trace-rows.service.ts';
import type { QueryRunner } from '#server/threads/query.ts';

/** Requests that come with the start go first. */
const AFTER_MS = 250;
/** Between two steps, each of some ten milliseconds. */
const PAUSE_MS = 20;
/** The newest, since most have one or few that are looked at. */
const PROJECTS_MAX = 2;
const ROWS = 20;
/** Filters of words are kept in parts, and each of these words is in another. */
export const SEARCHED_WORDS =
  'ahead asleep brisk calm dawn early eager fresh gentle gray idle prompt quick ready slow warm'.split(
    ' ',
  );
/** Between two searches: lists come first. */
const SEARCH_PAUSE_MS = 200;
/** A search ends after this time, with what it found. */
const SEARCH_MS_MAX = 250;
/** No search begins later: of more spans, a few parts take as long, and memory can't hold them all. */
const SEARCHES_MS_MAX = 15_000;

/**
 * Does once, after the start, what else the first page of a list would wait for: compiles the
 * schemas of its requests, and has the reader run its code, prepare its statements and read the
 * pages of the file that every list begins with, and every search. In steps, so that a request never
 * waits for more than one.
 */
export async function warmUp(
  app: FastifyInstance,
  queries: QueryRunner,
  signal: AbortSignal,
  searchPauseMs = SEARCH_PAUSE_MS,
): Promise<void> {
  const wait = (millis: number): Promise<void> => delay(millis, undefined, { signal, ref: false });
  await wait(AFTER_MS);
  for (const compile of app.compileAhead) {
    compile();
    await wait(PAUSE_MS);
  }
  const newest = { limit: PROJECTS_MAX, withExperiments: false };
  const { data: projects } = await queries.value(listProjects, newest, signal);
  for (const { id: project } of projects) {
    const list = { project, query: { limit: ROWS } };
    for (const query of [listSpanRows, listTraceRows]) {
      await queries.json<typeof list, unknown>(query, list, signal);
      await wait(PAUSE_MS);
    }
  }
  await readWordFilters(queries, () => wait(searchPauseMs), signal);
}

/** A first search would wait for the pages of the filters: at ten million spans some 3 MB a word. */
async function readWordFilters(
  queries: QueryRunner,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const endMs = performance.now() + SEARCHES_MS_MAX;
  for (const text of SEARCHED_WORDS) {
    await pause();
    if (performance.now() > endMs) return;
    const search = { text, limit: 1, anchor: null, patienceMs: SEARCH_MS_MAX };
    await queries.value(searchStep, search, signal);
  }
}
