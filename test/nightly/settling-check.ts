import path from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { compileSpanFilter } from '#core/filter/compile-filter.ts';
import { attributesNested } from '#core/otlp/span-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import type { SpanRow } from '#core/ports/span-rows.ts';
import type { SpanQuery } from '#core/ports/span-store.ts';
import { openSpanStore, type OpenSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';
import { projectId, UNLIMITED } from '#test/conformance/store-under-test.ts';
import { settlingSpan, wordOf } from './settling-span.ts';

/** What a program reported as done, over all its lives. */
export interface Acknowledged {
  stored: number;
  readonly deleting: Set<number>;
  readonly deleted: Set<number>;
}

export const NOTHING_YET = (): Acknowledged => ({
  stored: 0,
  deleting: new Set(),
  deleted: new Set(),
});

/** Takes in a line that the program printed. */
export function acknowledge(known: Acknowledged, line: string): void {
  const [what, ...numbers] = line.split(' ');
  if (what === 'stored') known.stored = Number(numbers[0]);
  else if (what === 'deleted') for (const number of numbers) known.deleted.add(Number(number));
  else if (what === 'deleting') for (const number of numbers) known.deleting.add(Number(number));
}

/** The number that the next span gets. */
export function nextOf(directory: string): number {
  const file = path.join(directory, 'spans.db');
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true });
    const next = database
      .prepare<[], number>("SELECT next FROM counters WHERE name = 'span'")
      .pluck(true)
      .get();
    database.close();
    return next ?? 1;
  } catch {
    return 1;
  }
}

/**
 * The file has the bytes of every span that was acknowledged, and none that was deleted; searches
 * and sorted lists find each; says how many blocks are settled. Nothing is settled here, so that
 * the next life of the program meets what this one left.
 */
export async function expectKept(directory: string, known: Acknowledged): Promise<number> {
  const file = path.join(directory, 'spans.db');
  const next = nextOf(directory);
  expect(next).toBeGreaterThan(known.stored);
  const store = openSpanStore(file, {
    attributesOf: (bytes) => attributesNested(decodeSpan(bytes)),
    freeBytesMin: 0,
  });
  try {
    const live: number[] = [];
    for (let from = 1; from < next; from += 500) {
      const numbers = Array.from({ length: Math.min(500, next - from) }, (_, i) => from + i);
      const payloads = await store.reader.payloads(numbers);
      const found = new Map(payloads.map(({ row, bytes }) => [row.id, bytes]));
      for (const number of numbers) {
        const bytes = found.get(number);
        if (bytes !== undefined) live.push(number);
        if (known.deleted.has(number)) expect([number, bytes]).toEqual([number, undefined]);
        else if (bytes === undefined) expect(known.deleting).toContain(number);
        else if (Buffer.compare(bytes, settlingSpan(number).bytes) !== 0)
          throw new Error(`span ${number} came back different`);
      }
    }
    if (live.length > 0) await expectFound(store, live);
  } finally {
    store.close();
  }
  const database = new Database(file, { readonly: true });
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  const settled = database.prepare('SELECT count(*) FROM blocks WHERE level = 3').pluck(true).get();
  database.close();
  return Number(settled);
}

/** The filters of words and the extremes of zones rule out no span that is there. */
async function expectFound(store: OpenSpanStore, live: readonly number[]): Promise<void> {
  const project = await projectId(store);
  const byLatency = await rowsOf(store, {
    projectId: project,
    sort: 'latency_ms',
    order: 'desc',
    limit: 1_000,
  });
  expect(byLatency.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(live);
  for (let at = 0; at < live.length; at += Math.ceil(live.length / 12)) {
    const number = live[at] ?? 0;
    const filter = compileSpanFilter(`search('${wordOf(number)}')`);
    if (filter === null) throw new Error('an empty filter');
    const found = await rowsOf(store, {
      projectId: project,
      sort: 'start_time',
      order: 'desc',
      limit: 1_000,
      filter,
    });
    expect(found.map(({ id }) => id)).toContain(number);
  }
}

async function rowsOf(store: OpenSpanStore, query: SpanQuery): Promise<readonly SpanRow[]> {
  const rows: SpanRow[] = [];
  for (let page = await store.reader.spans(query, UNLIMITED); ;) {
    rows.push(...page.rows);
    if (page.next === null) return rows;
    page = await store.reader.spans({ ...query, anchor: page.next }, UNLIMITED);
  }
}
