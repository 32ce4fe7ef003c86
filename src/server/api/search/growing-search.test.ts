import { setImmediate as turn } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { SpanSearchHit, SpanSearchPage } from '#contracts/search/span-search.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { UNAUTHENTICATED } from '#core/access/principal.ts';
import { askerOf, type AskedQueries } from '../kit/route/asker.ts';
import { GrowingSearches } from './growing-search.ts';
import type { SearchStep, SearchStepParams } from './span-search.service.ts';

const HIT: SpanSearchHit = {
  project: { id: 'UHJvamVjdDox', name: 'p', description: null },
  trace_id: '1'.repeat(32),
  span_id: '1'.repeat(16),
  name: 'n',
  span_kind: 'LLM',
  status_code: 'OK',
  start_time: '2026-11-20T18:16:00+00:00',
  snippets: [],
};

/** A search whose steps find as many spans each. */
function searches(perStep: number, failsAt = Infinity, replyMsMax?: number) {
  const held = new Map<string, Promise<void>>();
  /** Holds up later steps for a text until that is called. */
  const hold = (text: string): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held.set(text, promise);
    return resolve;
  };
  const asked: SearchStepParams[] = [];
  /** Steps after the first of a search that run, and the most of them at once. */
  const later = { running: 0, most: 0 };
  const value = async (_query: unknown, _asker: unknown, params: SearchStepParams) => {
    asked.push(params);
    const isLater = params.anchor !== null;
    if (isLater) later.most = Math.max(later.most, (later.running += 1));
    await turn();
    if (isLater) await held.get(params.text);
    if (isLater) later.running -= 1;
    if (asked.length === failsAt) throw new AppError('deadline_exceeded', 'late');
    const step: SearchStep = {
      hits: Array.from({ length: Math.min(perStep, params.limit) }, () => HIT),
      searched: { terms: [], project_count: 1, projects: ['p'], back_to: null },
      next: { sortValue: BigInt(1_000 - asked.length), id: 7, inclusive: true },
    };
    return step;
  };
  const queries = { value } as unknown as AskedQueries; // as: of a runner only what a search touches
  return { asked, later, hold, growing: new GrowingSearches(queries, replyMsMax) };
}

async function linesOf(growing: GrowingSearches, signal: AbortSignal) {
  const reply = { header: () => reply } as unknown as FastifyReply; // as: what a search touches
  // as: see above
  const request = { headers: { accept: 'application/x-ndjson' } } as FastifyRequest;
  const asker = askerOf(UNAUTHENTICATED, null, signal);
  const stream = await growing.reply({ text: 'x', limit: 5 }, { request, reply, asker });
  if (!(stream instanceof Readable)) throw new Error('no stream');
  return stream.iterator({ destroyOnReturn: true });
}

async function pagesOf(growing: GrowingSearches): Promise<SpanSearchPage[]> {
  const parts: string[] = [];
  for await (const part of await linesOf(growing, new AbortController().signal))
    parts.push(String(part));
  const lines = parts.join('').trimEnd().split('\n');
  return lines.map((line): SpanSearchPage => JSON.parse(line));
}

it('goes on until the page is full, with longer and longer steps', async () => {
  const { asked, growing } = searches(2);
  const pages = await pagesOf(growing);
  expect(pages.map(({ data }) => data.length)).toEqual([2, 4, 5]);
  expect(asked.map(({ limit }) => limit)).toEqual([5, 3, 1]);
  expect(asked.map(({ anchor }) => anchor?.sortValue ?? null)).toEqual([null, 999n, 998n]);
  expect(asked[2]?.patienceMs).toBeGreaterThan(asked[0]?.patienceMs ?? Infinity);
  expect(pages.at(-1)?.next_cursor).not.toBe(null);
});

it('keeps what it found when a later step takes too long', async () => {
  const { growing } = searches(2, 2);
  const pages = await pagesOf(growing);
  expect(pages).toHaveLength(1);
  expect(pages[0]?.next_cursor).not.toBe(null);
});

it('takes turns with other searches, also for one reply', async () => {
  const { later, growing } = searches(2);
  const reply = {} as FastifyReply; // as: no part of it is used
  const request = { headers: {} } as FastifyRequest; // as: what a search touches
  const asker = askerOf(UNAUTHENTICATED, null, new AbortController().signal);
  const pages = await Promise.all(
    ['a', 'b', 'c'].map((text) => growing.reply({ text, limit: 5 }, { request, reply, asker })),
  );
  expect(pages.map((page) => 'data' in page && page.data.length)).toEqual([5, 5, 5]);
  expect(later.most).toBe(1);
});

it('replies in time with what it found while another has its turn for long, and goes on later', async () => {
  const { asked, growing, hold } = searches(1, Infinity, 20);
  const reply = {} as FastifyReply; // as: no part of it is used
  const request = { headers: {} } as FastifyRequest; // as: what a search touches
  const asker = askerOf(UNAUTHENTICATED, null, new AbortController().signal);
  const search = (text: string, cursor?: string) =>
    growing.reply({ text, limit: 5, ...(cursor === undefined ? {} : { cursor }) }, { request, reply, asker }); // prettier-ignore
  const release = hold('slow');
  const slow = search('slow');
  await expect.poll(() => asked.length).toBe(2);
  let cursor: string | undefined;
  for (let page = 0; page < 3; page += 1) {
    const found = await search('quick', cursor);
    if (!('data' in found)) throw new Error('a stream');
    expect(found.data).toHaveLength(1);
    cursor = found.next_cursor ?? undefined;
    expect(cursor).toBeDefined();
  }
  release();
  await slow;
  expect(asked.map(({ patienceMs }) => patienceMs > 0)).not.toContain(false);
});

it('takes no further step once its client has left', async () => {
  const { asked, growing } = searches(0);
  const left = new AbortController();
  const lines = await linesOf(growing, left.signal);
  await lines.next();
  left.abort();
  await lines.return?.();
  for (let i = 0; i < 5; i += 1) await turn();
  const seen = asked.length;
  for (let i = 0; i < 50; i += 1) await turn();
  expect(asked.length).toBe(seen);
});
