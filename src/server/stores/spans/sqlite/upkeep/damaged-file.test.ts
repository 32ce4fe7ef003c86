import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { allSpans, settle, write } from '#test/conformance/store-under-test.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

const PAGE_BYTES = 4_096;
const MUTATIONS = 100;
const SPANS = 900;

let directory: string;
let original: string;
let damaged: string;
/** Each span's own bytes, by its number. */
let payloads: ReadonlyMap<number, string>;
let backup: string;

function open(path: string): OpenSpanStore {
  return openSpanStore(path, { attributesOf: () => null, freeBytesMin: 0 });
}

/** Numbers that look random and are the same each time (Lehmer's generator). */
let state = 20_261_121;
function random(below: number): number {
  state = (state * 48_271) % 2_147_483_647;
  return state % below;
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-damaged-'));
  [original, damaged] = [join(directory, 'original.db'), join(directory, 'damaged.db')];
  const store = open(original);
  const wishes = Array.from({ length: SPANS }, (_, span) => ({
    trace: Math.floor(span / 9),
    span,
    session: `s${span % 20}`,
    text: Array.from({ length: 40 }, () => random(1_000_000).toString(36)).join(' '),
  }));
  for (let from = 0; from < SPANS; from += 100) await write(store, wishes.slice(from, from + 100));
  await settle(store);
  payloads = await readPayloads(store);
  backup = await store.backupTo(join(directory, 'backup'));
  store.close();
});
afterAll(() => rmSync(directory, { recursive: true }));

async function readPayloads(store: OpenSpanStore): Promise<Map<number, string>> {
  const numbers = (await allSpans(store)).map(({ id }) => id);
  return new Map(
    (await store.reader.payloads(numbers)).map(({ row, bytes }) => [
      row.id,
      Buffer.from(bytes).toString('latin1'),
    ]),
  );
}

/** Flips 1 to 64 bits of a page; the first page has the schema, which nothing reads without. */
function damage(page: number): void {
  copyFileSync(original, damaged);
  for (const end of ['-wal', '-shm']) rmSync(`${damaged}${end}`, { force: true });
  const file = openSync(damaged, 'r+');
  for (let flips = 1 + random(64); flips > 0; flips -= 1) {
    const at = page * PAGE_BYTES + random(PAGE_BYTES);
    const byte = Buffer.alloc(1);
    readSync(file, byte, 0, 1, at);
    writeSync(file, Buffer.from([(byte[0] ?? 0) ^ (1 << random(8))]), 0, 1, at);
  }
  closeSync(file);
}

/** Reads everything there is: what came out, or the error that says that it cannot be read. */
async function readDamaged(): Promise<Map<number, string> | Error> {
  let store: OpenSpanStore | null = null;
  try {
    store = open(damaged);
    // A damaged name is found no more, and nothing of that project.
    if ((await store.projectReader.findProject({ name: 'p' })) === null) return new Map();
    return await readPayloads(store);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error;
  } finally {
    store?.close();
  }
}

it(`check 11: of ${MUTATIONS} damaged pages, none makes a span read as something else`, async () => {
  const pages = statSync(original).size / PAGE_BYTES;
  const outcomes = { noticed: 0, harmless: 0, missing: 0 };
  for (let mutation = 0; mutation < MUTATIONS; mutation += 1) {
    damage(random(pages));
    const read = await readDamaged();
    if (read instanceof Error) {
      // SQLite's own words for what it found, or ours for a block; anything else is a reader that
      // stumbled.
      const isNamed =
        read instanceof AppError || ('code' in read && String(read.code).startsWith('SQLITE_'));
      expect([isNamed, read.message]).toEqual([true, read.message]);
      outcomes.noticed += 1;
      continue;
    }
    const different = [...read]
      .filter(([id, bytes]) => payloads.get(id) !== bytes)
      .map(([id]) => id);
    expect(different).toEqual([]);
    if (read.size < SPANS) outcomes.missing += 1;
    else outcomes.harmless += 1;
  }
  expect(outcomes.noticed).toBeGreaterThan(MUTATIONS / 4);
});

it('check 11: a backup brings all of it back', async () => {
  const store = open(backup);
  expect(await readPayloads(store)).toEqual(payloads);
  store.close();
});
