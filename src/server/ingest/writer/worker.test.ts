import { expect, it } from 'vitest';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import { createLog } from '#server/telemetry/log.ts';
import type { CallResult, IncomingCall } from '#server/threads/thread-port.ts';
import type { ThreadReply } from '#server/threads/wire-codec.ts';
import { IngestShare } from '../both/ingest-share.ts';
import { IngestWorker, type IngestWorkerOptions } from './worker.ts';

const BUDGET = { over: () => false };
const INGEST = {
  body: [new Uint8Array(1)],
  encoding: 'identity',
  format: 'protobuf',
  signal: 'traces',
  projectName: null,
  guessedSpans: 1,
};
const RECORD = {} as unknown as SpanRecord;

/** The duration of one step of a command's work. */
const STEP_MS = 5;

/**
 * A worker over a port that is an array; replies are collected, and `run` is what its commands do.
 * Time passes only while a command works: how busy the machine is changes nothing.
 */
function workerOver(
  run: (call: IncomingCall, worker: IngestWorker, work: () => void) => Promise<CallResult>,
  share = new Int32Array(new SharedArrayBuffer(4)),
  more: Partial<Pick<IngestWorkerOptions, 'commandsBeside' | 'group'>> = {},
  writeMs = 0,
) {
  const arriving: IncomingCall[] = [];
  const replies: ThreadReply[] = [];
  const written: number[] = [];
  let nowMs = 0;
  const work = () => {
    nowMs += STEP_MS;
  };
  let listener: (call: IncomingCall) => void = () => {};
  const worker: IngestWorker = new IngestWorker({
    port: {
      onCall: (called) => {
        listener = called;
      },
      take: () => arriving.shift() ?? null,
      reply: (some) => {
        replies.push(...some);
      },
      event: () => {},
      end: () => {},
      closing: false,
    },
    writer: {
      canWrite: () => ({ ok: true }),
      write: async (batches) => {
        nowMs += writeMs;
        written.push(batches.length);
        return batches.map(({ records }) => ({
          stored: records.length,
          duplicates: 0,
          refused: [],
          projectIds: [],
        }));
      },
    },
    upkeep: { settle: async () => 'done' },
    decode: () => ({
      signal: 'traces',
      batch: { projectName: null, records: [RECORD] },
      positions: null,
      refused: [],
      warnings: [],
    }),
    runCommand: (call) => run(call, worker, work),
    ...more,
    close: async () => {},
    inflatedBytesMax: 1_000,
    spansCorrection: new Int32Array(new SharedArrayBuffer(4)),
    share: new IngestShare(share, () => 0),
    log: createLog('error', 'test'),
    nowMs: () => nowMs,
  });
  worker.start();
  const call = (id: number, method: 'ingest' | 'command'): IncomingCall => ({
    id,
    method,
    params: method === 'ingest' ? { ...INGEST, body: [new Uint8Array(1)] } : {},
    budget: BUDGET,
  });
  return {
    replies,
    /** Requests in each group. */
    written,
    /** Has arrived by the time a command pauses. */
    arrives: (id: number, method: 'ingest' | 'command') => arriving.push(call(id, method)),
    send: (id: number, method: 'ingest' | 'command') => listener(call(id, method)),
  };
}

it('stores waiting spans while a long command pauses, and runs other commands after it', async () => {
  const ran: number[] = [];
  const bench = workerOver(async ({ id }, worker, work) => {
    ran.push(id);
    if (id === 1) {
      bench.arrives(2, 'command');
      bench.arrives(3, 'ingest');
      // The duration of a step of the work; with zero, ingest is owed no time in return.
      work();
      await worker.pause();
      expect(bench.replies.map((reply) => reply.id)).toEqual([3]);
    }
    return { value: id };
  });
  bench.send(1, 'command');
  await expect.poll(() => bench.replies.map((reply) => reply.id)).toEqual([3, 1, 2]);
  expect(ran).toEqual([1, 2]);
  expect(bench.replies.every((reply) => reply.ok)).toBe(true);
});

it('continues at once when nothing waits', async () => {
  const bench = workerOver(async (_call, worker) => {
    await worker.pause();
    return { value: null };
  });
  bench.send(1, 'command');
  await expect.poll(() => bench.replies.length).toBe(1);
});

it('lets waiting spans have their turn between commands that work long without a pause', async () => {
  const bench = workerOver(async ({ id }, _worker, work) => {
    if (id > 2) return { value: id };
    bench.arrives(id + 10, 'ingest');
    bench.arrives(id + 20, 'ingest');
    work();
    return { value: id };
  });
  bench.arrives(2, 'command');
  bench.send(1, 'command');
  // The second waits until the spans that came during the first are stored.
  await expect.poll(() => bench.replies.map((reply) => reply.id)).toEqual([1, 11, 21, 2, 12, 22]);
});

it('waits for what senders will send next while spans take most of its time, though nothing waits at the moment', async () => {
  const pressed = new Int32Array(new SharedArrayBuffer(4));
  const bench = workerOver(async ({ id }, worker, work) => {
    work();
    Atomics.store(pressed, 0, 900);
    const pausing = worker.pause();
    // The senders have their answers by now, and send again.
    bench.send(2, 'ingest');
    await pausing;
    expect(bench.replies.map((reply) => reply.id)).toEqual([2]);
    return { value: id };
  }, pressed);
  bench.send(1, 'command');
  await expect.poll(() => bench.replies.map((reply) => reply.id)).toEqual([2, 1]);
});

it('stores spans beside a command that goes on, where commands may, and runs these one by one', async () => {
  const first = Promise.withResolvers<void>();
  const ran: number[] = [];
  const bench = workerOver(
    async ({ id }) => {
      ran.push(id);
      if (id === 1) await first.promise;
      return { value: id };
    },
    undefined,
    { commandsBeside: true },
  );
  bench.send(1, 'command');
  bench.send(2, 'command');
  bench.send(3, 'ingest');
  await expect.poll(() => bench.replies.map((reply) => reply.id)).toEqual([3]);
  expect(ran).toEqual([1]);
  first.resolve();
  await expect.poll(() => bench.replies.map((reply) => reply.id)).toEqual([3, 1, 2]);
});

it('waits a little for more where writes take long, as long as the last one says', async () => {
  const group = { bytesMax: 1_000, decodeMsMax: 1_000, lingerShare: 1 };
  const bench = workerOver(async () => ({ value: null }), undefined, { group }, 100);
  bench.send(1, 'ingest');
  await expect.poll(() => bench.written).toEqual([1]);
  bench.send(2, 'ingest');
  setImmediate(() => bench.send(3, 'ingest'));
  await expect.poll(() => bench.replies.map((reply) => reply.id)).toEqual([1, 2, 3]);
  expect(bench.written).toEqual([1, 2]);
});
