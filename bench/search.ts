/**
 * Searches in a span store on SQLite: what filters of words cost to make and to keep, and how long
 * a page of 20 takes for words that are rare, common or nowhere. `node bench/search.ts [--spans N]
 * [--vocabulary WORDS] [--dir DIR]`: a directory is kept, and used again if it has spans; if an earlier version wrote
 * them, their filters are made first.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { AppError } from '#contracts/wire/errors.ts';
import { compileSpanFilter, compileTraceFilter } from '#core/filter/compile-filter.ts';
import { BARE_SPAN } from '#core/otlp/bare-span.ts';
import type { DecodedSpan } from '#core/otlp/decoded-span.ts';
import { encodeTraceRequest } from '#core/otlp/encode.ts';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';
import { skimTraces } from '#core/otlp/skim.ts';
import { attributesNested } from '#core/otlp/span-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import { openSpanStore, type OpenSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';

const WORDS_IN_SPAN = 200;
const SPANS_IN_WRITE = 512;
const RARE_EVERY = 50_000;
const ROUNDS = 40;
/** A query that takes long is asked less often. */
const QUERY_MS = 15_000;
/** As in a server. */
const DEADLINE_MS = 10_000;
const START_NANO = 1_790_000_000_000_000_000n;

const { values } = parseArgs({
  options: {
    spans: { type: 'string', default: '1000000' },
    vocabulary: { type: 'string', default: '20000' },
    dir: { type: 'string' },
  },
});
const spans = Number(values.spans);
const vocabularyWords = Number(values.vocabulary);
const directory = values.dir ?? mkdtempSync(join(tmpdir(), 'telltale-bench-search-'));
mkdirSync(directory, { recursive: true });
const file = join(directory, 'spans.db');
const isMade = existsSync(file);

/** xorshift32 */
let state = 0x2545f491;
function random(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
}

const vocabulary = Array.from({ length: vocabularyWords }, (_, i) => {
  const letters = 'etaoinshrdlcumwfgypbvk';
  let spelt = '';
  for (let left = i + 30; left > 0; left = Math.floor(left / 22)) spelt += letters[left % 22];
  return spelt;
});

/** A word by Zipf's law: the first is the most common. */
function word(): string {
  return vocabulary[Math.floor(vocabularyWords ** random()) - 1] ?? '';
}

function hex(digits: number): string {
  let text = '';
  while (text.length < digits)
    text += Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return text.slice(0, digits);
}

function spanOf(i: number, traceId: string): DecodedSpan {
  const text = Array.from({ length: WORDS_IN_SPAN }, word).join(' ');
  const texts: Record<string, string> = {
    'openinference.span.kind': 'LLM',
    'llm.model_name': 'gpt-4o-mini',
    'input.value': i % RARE_EVERY === 77 ? `${text} quokka` : text,
    'session.id': `session-${Math.floor(i / 40)}`,
    'user.id': `user-${i % 5_000}`,
    'tenant.name': i % RARE_EVERY === 99 ? 'globex industries' : `tenant ${i % 100}`,
  };
  return {
    ...BARE_SPAN,
    traceId,
    spanId: hex(16),
    name: 'ChatCompletion',
    startTimeUnixNano: START_NANO + BigInt(i) * 1_000_000n,
    endTimeUnixNano: START_NANO + BigInt(i) * 1_000_000n + 900_000_000n,
    attributes: Object.entries(texts).map(([key, value]) => ({
      key,
      value: { type: 'string' as const, value },
    })),
  };
}

async function write(store: OpenSpanStore): Promise<number> {
  let seconds = 0;
  for (let at = 0; at < spans; at += SPANS_IN_WRITE) {
    let traceId = hex(32);
    const some = Array.from({ length: SPANS_IN_WRITE }, (_, i) => {
      if (i % 8 === 0) traceId = hex(32);
      return spanOf(at + i, traceId);
    });
    const { records } = skimTraces(
      encodeTraceRequest([
        {
          resource: { attributes: [], droppedAttributesCount: 0 },
          schemaUrl: '',
          scopeSpans: [{ scope: null, schemaUrl: '', spans: some }],
        },
      ]),
      DEFAULT_SKIM_LIMITS,
    );
    const begun = performance.now();
    await store.writer.write([{ projectName: 'bench', records }]);
    seconds += (performance.now() - begun) / 1_000;
  }
  return seconds;
}

/** Microseconds of CPU a span. */
async function settle(store: OpenSpanStore): Promise<number> {
  const begun = process.cpuUsage();
  while ((await store.upkeep.settle('all')) !== 'done');
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / spans;
}

/** The length of the newest page that a filter finds. */
async function pageOf(
  store: OpenSpanStore,
  projectId: number,
  isOfTraces: boolean,
  text: string,
): Promise<number> {
  const query = { projectId, order: 'desc', limit: 20, sort: 'start_time' } as const;
  const end = performance.now() + DEADLINE_MS;
  const budget = { over: () => performance.now() > end };
  const traces = isOfTraces ? compileTraceFilter(text) : null;
  const filter = isOfTraces ? null : compileSpanFilter(text);
  const page =
    traces !== null
      ? await store.reader.traces({ ...query, filter: traces }, budget)
      : await store.reader.spans({ ...query, ...(filter === null ? {} : { filter }) }, budget);
  return page.rows.length;
}

async function pages(store: OpenSpanStore, name: string, text: string): Promise<void> {
  const project = await store.projectReader.findProject({ name: 'bench' });
  const times: number[] = [];
  let found = '';
  const [first, used] = [performance.now(), process.cpuUsage()];
  while (times.length < ROUNDS && performance.now() - first < QUERY_MS) {
    const begun = performance.now();
    try {
      found = `${await pageOf(store, project?.id ?? 0, name.startsWith('traces'), text)} rows`;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'deadline_exceeded') throw error;
      found = 'too late';
    }
    times.push(performance.now() - begun);
    store.rest();
  }
  const { user, system } = process.cpuUsage(used);
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(share * times.length)] ?? 0).toFixed(1);
  console.log(
    `${name.padEnd(28)} ${found.padStart(8)}  p50 ${at(0.5)} ms  p95 ${at(0.95)} ms  CPU ${((user + system) / 1_000 / times.length).toFixed(1)} ms  (${times.length} rounds)`,
  );
}

const opened = performance.now();
const store = openSpanStore(file, {
  backupBeforeUpgrade: false,
  attributesOf: (bytes) => attributesNested(decodeSpan(bytes)),
  freeBytesMin: 0,
});
try {
  if (!isMade) {
    const seconds = await write(store);
    console.log(
      `written: ${(spans / seconds).toFixed(0)} spans/s, ${((seconds / spans) * 1e6).toFixed(1)} us a span`,
    );
    console.log(`settled: ${(await settle(store)).toFixed(1)} us of CPU a span`);
  }
  if (isMade) {
    const waiting = (await store.storage.storage())['blocksToIndex'];
    console.log(`opened in ${((performance.now() - opened) / 1_000).toFixed(1)} s`);
    const begun = performance.now();
    const cpu = await settle(store);
    const seconds = (performance.now() - begun) / 1_000;
    console.log(
      `filters of ${waiting} blocks made in ${seconds.toFixed(0)} s, ${cpu.toFixed(1)} us of CPU a span`,
    );
  }
  const db = new Database(file, { readonly: true });
  const bytes = db.prepare('SELECT sum(length(words)), count(*) FROM block_words').raw().get() as [
    number,
    number,
  ]; // as: of this statement
  const frames = db.prepare('SELECT sum(length(frame)), count(*) FROM blocks').raw().get() as [
    number,
    number,
  ]; // as: of this statement
  db.close();
  console.log(
    `file ${(statSync(file).size / spans).toFixed(0)} bytes a span; blocks ${(frames[0] / spans).toFixed(0)} (${frames[1]}); filters ${(bytes[0] / spans).toFixed(1)} bytes a span in ${bytes[1]} rows`,
  );
  const common = vocabulary[200] ?? '';
  await pages(store, 'absent word', "search('wombat')");
  await pages(store, 'rare word', "search('quokka')");
  await pages(store, 'two words, rare together', `search('quokka ${common}')`);
  await pages(store, 'rare attribute value', "attributes['tenant.name'] == 'globex industries'");
  await pages(store, 'common word', `search('${vocabulary[20]}')`);
  await pages(store, 'middling word', `search('${vocabulary[5_000]}')`);
  await pages(
    store,
    'phrase that does not occur',
    `search('"${common} ${vocabulary[300]} ${common}"')`,
  );
  await pages(store, 'common beginning', "search('tenan*')");
  await pages(store, 'rare beginning', "search('quok*')");
  await pages(store, 'absent beginning', "search('womb*')");
  await pages(store, 'traces, rare word', "search('quokka')");
  await pages(store, 'traces, absent word', "search('wombat')");
} finally {
  store.close();
  if (values.dir === undefined) rmSync(directory, { recursive: true });
}
