import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { openSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';
import { HttpSender } from '../../bench/load/http-sender.ts';
import { listSpans } from '../../tools/api-client.ts';
import { Random } from '../../tools/otlp/random.ts';
import { boot } from '#test/e2e/boot.ts';
import { Ledger, type LedgerBatch } from '#test/reliability/ledger.ts';
import { times } from './nightly-length.ts';

const BATCHES = 30;
/**
 * In memory, where there is such a place: each of thousands of copies is synced to its end several
 * times, which says nothing about damage.
 */
const MEMORY = '/dev/shm';
const workspace = mkdtempSync(
  path.join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'telltale-damage-'),
);
const original = path.join(workspace, 'original');
const damaged = path.join(workspace, 'damaged');
const log = path.join(damaged, 'spans.db-wal');
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

it(
  'check 10: a damaged log opens, keeps every commit before the damage, and says so when it must have held more',
  { timeout: 3 * 3_600_000 },
  async () => {
    const { batches, ends } = await write();
    const size = ends.at(-1) ?? 0;
    const random = new Random(100);
    for (let mutation = 0; mutation < times(2_000); mutation++) {
      rmSync(damaged, { recursive: true, force: true });
      mkdirSync(damaged);
      for (const name of ['spans.db', 'spans.db-wal'])
        copyFileSync(path.join(original, name), path.join(damaged, name));
      const at = random.between(ends[0] ?? 0, size - 1);
      const isCut = random.chance(0.3);
      if (isCut) truncateSync(log, at);
      else flip(at, random);
      const store = openSpanStore(path.join(damaged, 'spans.db'), {
        attributesOf: () => null,
        freeBytesMin: 0,
      });
      const { damagedLog } = store;
      store.close();
      // Commits are kept from the first on, whole, and none that lay before the damage is missing.
      const before = ends.filter((end) => end <= at).length;
      const kept = storedSpans();
      expect(kept).toEqual({ spans: before * 16, integrity: 'ok' });
      const lost = BATCHES - before;
      expect({ at, isCut, commits: damagedLog?.commits ?? 0 }).toEqual({
        at,
        isCut,
        commits: isCut ? 0 : lost,
      });
      if (damagedLog !== null) expect(statSync(damagedLog.copy).size).toBeGreaterThan(0);
    }
    await expectResendToHeal(batches, ends);
  },
);

/**
 * A server that was killed before its log was copied into the file; where in the log each batch
 * ends.
 */
async function write(): Promise<{
  readonly batches: readonly LedgerBatch[];
  readonly ends: readonly number[];
}> {
  mkdirSync(original);
  const server = await boot({ directory: original });
  const reader = new Database(path.join(original, 'spans.db'), { readonly: true });
  // The log isn't emptied during a read.
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM spans').get();
  const sender = new HttpSender(new URL(server.url), 'identity');
  const ledger = new Ledger(101);
  const batches: LedgerBatch[] = [];
  for (let sent = 0; sent < BATCHES; sent++) {
    const batch = ledger.make(16);
    expect((await sender.send(batch.body)).status).toBe(200);
    batches.push(batch);
  }
  await server.stop('SIGKILL');
  sender.close();
  reader.close();
  const ends = commitEnds(readFileSync(path.join(original, 'spans.db-wal'))).slice(-BATCHES);
  expect(ends).toHaveLength(BATCHES);
  return { batches, ends };
}

function commitEnds(bytes: Buffer): readonly number[] {
  const frameBytes = 24 + bytes.readUInt32BE(8);
  const ends: number[] = [];
  for (let at = 32; at + frameBytes <= bytes.length; at += frameBytes) {
    if (bytes.readUInt32BE(at + 4) !== 0 && bytes.compare(bytes, 16, 24, at + 8, at + 16) === 0)
      ends.push(at + frameBytes);
  }
  return ends;
}

/**
 * Flips a bit of the page in the frame that `at` lies in, so that the frame's own header still
 * reads.
 */
function flip(at: number, random: Random): void {
  const start = 32 + Math.floor((at - 32) / 4_120) * 4_120;
  const file = openSync(log, 'r+');
  const place = start + 24 + random.between(0, 4_095);
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, place);
  byte[0] = (byte[0] ?? 0) ^ (1 << random.between(0, 7));
  writeSync(file, byte, 0, 1, place);
  closeSync(file);
}

function storedSpans(): { readonly spans: unknown; readonly integrity: unknown } {
  const database = new Database(path.join(damaged, 'spans.db'), { readonly: true });
  try {
    return {
      spans: database.prepare('SELECT count(*) FROM spans').pluck().get(),
      integrity: database.pragma('integrity_check', { simple: true }),
    };
  } finally {
    database.close();
  }
}

/**
 * The real server starts on a damaged log, complains, and takes the lost spans when they are sent
 * again.
 */
async function expectResendToHeal(
  batches: readonly LedgerBatch[],
  ends: readonly number[],
): Promise<void> {
  rmSync(damaged, { recursive: true, force: true });
  cpSync(original, damaged, { recursive: true });
  const bytes = readFileSync(log);
  const at = (ends[9] ?? 0) + 24 + 100;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(log, bytes);
  await using server = await boot({
    directory: damaged,
    env: { SERVICE_ENABLE_PROMETHEUS: 'true' },
  });
  expect(server.stderr).toContain('the log of spans.db was damaged');
  const metrics = await (await fetch(`${server.metricsUrl}/metrics`)).text();
  expect(metrics).toContain(`telltale_store_damaged_log ${BATCHES - 10}\n`);
  expect(await listSpans(server.url, 'default')).toHaveLength(10 * 16);
  const sender = new HttpSender(new URL(server.url), 'identity');
  const ledger = new Ledger(102);
  for (const batch of batches) {
    expect((await sender.send(batch.body)).status).toBe(200);
    ledger.acknowledge(batch);
  }
  sender.close();
  expect(ledger.compare(await listSpans(server.url, 'default'))).toEqual({
    missing: [],
    different: [],
    repeated: [],
  });
}
