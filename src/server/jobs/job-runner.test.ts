import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { JOB_CANCELLED } from '#contracts/jobs/job.ts';
import { cancelJob, claimJob, insertJob, listJobs } from '#server/stores/meta/jobs.queries.ts';
import { openTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { createLog } from '#server/telemetry/log.ts';
import type { JobContext, JobHandlers } from './catalogue.ts';
import { JobRunner } from './job-runner.ts';

const HOUR_MS = 3_600_000;
const LEASE_MS = 60_000;
let meta = openTestMeta();
let clockMs = 1_700_000_000_000;
const runners: JobRunner[] = [];

beforeEach(() => {
  meta = openTestMeta();
  clockMs = 1_700_000_000_000;
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop(5_000)));
  meta.connection.close();
});

function runnerWith(
  sweep: JobHandlers['retention.sweep'],
  options: {
    leaseMs?: number;
    concurrency?: number;
    isAlone?: boolean;
    serverId?: number;
    deliver?: JobHandlers['alert.deliver'];
    deliveries?: number;
    pollMsMax?: number;
  } = {},
): JobRunner {
  const runner = new JobRunner({
    db: meta.db,
    handlers: {
      'retention.sweep': sweep,
      'annotation.expiry': async () => undefined,
      'audit.verify': async () => undefined,
      'alert.evaluate': async () => undefined,
      'alert.deliver': options.deliver ?? (async () => undefined),
      'directory.recheck': async () => undefined,
      'provider.recheck': async () => undefined,
      'audit.prune': async () => undefined,
      'spans.reread': async () => undefined,
      'dataset.upload': sweep,
      'dataset.purge': sweep,
      'dataset.purge_split': sweep,
      'experiment.purge': async () => undefined,
      'experiment.project': async () => undefined,
    },
    log: createLog('silent', 'test'),
    concurrency: {
      work: options.concurrency ?? 2,
      delivery: options.deliveries ?? 1,
      directory: 1,
      provider: 1,
      reread: 1,
    },
    leaseMs: options.leaseMs ?? LEASE_MS,
    isAlone: options.isAlone ?? false,
    ...(options.serverId === undefined ? {} : { serverId: () => options.serverId ?? 0 }),
    pollMsMax: options.pollMsMax ?? 20,
    now: () => clockMs,
  });
  runners.push(runner);
  return runner;
}

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 10 });

/** Jobs of one name as tests compare them, oldest first. */
async function jobs() {
  const rows = await listJobs(meta.db, { limit: 100 });
  return rows
    .toReversed()
    .filter(({ name }) => name === 'retention.sweep')
    .map(({ id, state, attempts, run_at_ms, last_error }) => ({
      id,
      state,
      attempts,
      dueInMs: run_at_ms - clockMs,
      last_error,
    }));
}

const addSweep = (runAtMs = clockMs) =>
  insertJob(meta.db, { name: 'retention.sweep', payload: {}, runAtMs }, clockMs);

describe('the job runner', () => {
  test('runs the next delivery of a channel when the one before it ends, without waiting to look again', async () => {
    const reached: unknown[] = [];
    for (let recipient = 0; recipient < 20; recipient += 1)
      await insertJob(
        meta.db,
        {
          name: 'alert.deliver',
          payload: { alertId: 1, channelId: 1, recipient: String(recipient) },
          runAtMs: clockMs,
        },
        clockMs,
      );
    const deliver: JobHandlers['alert.deliver'] = async ({ recipient }) => {
      reached.push(recipient);
    };
    await runnerWith(async () => undefined, { deliver, deliveries: 5, pollMsMax: HOUR_MS }).start();
    await eventually(() => expect(reached).toHaveLength(20));
  });

  test('queues a recurring job once, runs it when it is due, and queues the next', async () => {
    const ran = vi.fn<() => Promise<void>>();
    await runnerWith(ran).start();
    await runnerWith(ran).start();
    expect(await jobs()).toEqual([
      { id: 1, state: 'queued', attempts: 0, dueInMs: HOUR_MS, last_error: null },
    ]);
    clockMs += HOUR_MS;
    await eventually(async () =>
      expect((await jobs()).map(({ id: _id, ...job }) => job)).toEqual([
        { state: 'done', attempts: 1, dueInMs: 0, last_error: null },
        { state: 'queued', attempts: 0, dueInMs: HOUR_MS, last_error: null },
      ]),
    );
    expect(ran).toHaveBeenCalledTimes(1);
  });

  test('runs a failed job again after a growing wait, and gives up after the last attempt', async () => {
    await addSweep();
    await runnerWith(async () => {
      throw new Error('the store is away');
    }).start();
    const failure = { id: 1, last_error: 'the store is away' };
    await eventually(async () =>
      expect((await jobs())[0]).toEqual({
        ...failure,
        state: 'queued',
        attempts: 1,
        dueInMs: 60_000,
      }),
    );
    clockMs += 60_000;
    await eventually(async () =>
      expect((await jobs())[0]).toEqual({
        ...failure,
        state: 'queued',
        attempts: 2,
        dueInMs: 120_000,
      }),
    );
    clockMs += 120_000;
    await eventually(async () =>
      expect((await jobs())[0]).toMatchObject({ ...failure, state: 'failed', attempts: 3 }),
    );
  });

  test('takes over a job whose runner died, once its lease ran out', async () => {
    await addSweep();
    expect(
      await claimJob(meta.db, {
        names: ['retention.sweep'],
        owner: 'killed',
        nowMs: clockMs,
        leaseMs: LEASE_MS,
      }),
    ).toMatchObject({
      id: 1,
      attempts: 1,
    });
    const attempts: number[] = [];
    await runnerWith(async (_payload, { attempt }) => {
      attempts.push(attempt);
    }).start();
    expect(attempts).toEqual([]);
    clockMs += LEASE_MS;
    await eventually(async () =>
      expect((await jobs())[0]).toMatchObject({ state: 'done', attempts: 2 }),
    );
    expect(attempts).toEqual([2]);
  });

  test('takes over at once what a kill left behind where no other runner can have it, but for a job that was begun again and again', async () => {
    await addSweep();
    await addSweep();
    const take = async (leaseMs: number) =>
      (
        await claimJob(meta.db, {
          names: ['retention.sweep'],
          owner: 'killed',
          nowMs: clockMs,
          leaseMs,
        })
      )?.id;
    for (let times = 0; times < 6; times += 1) expect(await take(0)).toBe(1);
    expect([await take(LEASE_MS), await take(LEASE_MS)]).toEqual([1, 2]);
    await runnerWith(async () => {}, { isAlone: true }).start();
    await eventually(async () =>
      expect((await jobs()).slice(0, 2)).toMatchObject([{ state: 'running' }, { state: 'done' }]),
    );
  });

  test('aborts a job that is no longer its own, and does not mark it as done', async () => {
    await addSweep();
    let context: JobContext | null = null;
    await runnerWith(
      (_payload, given) =>
        new Promise((resolve) => {
          context = given;
          given.signal.addEventListener('abort', () => resolve());
        }),
      { leaseMs: 60 },
    ).start();
    await eventually(() => expect(context).not.toBeNull());
    await meta.db
      .updateTable('jobs')
      .set({ lease_owner: 'another', lease_until_ms: clockMs + HOUR_MS })
      .where('id', '=', 1)
      .execute();
    await eventually(() => expect(context?.signal.aborted).toBe(true));
    await eventually(async () => expect((await jobs())[0]).toMatchObject({ state: 'running' }));
  });

  test('puts what it was doing back into the queue when it stops', async () => {
    await addSweep();
    let running = false;
    const runner = runnerWith((_payload, { signal }) => {
      running = true;
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('stopped'))),
      );
    });
    await runner.start();
    await eventually(() => expect(running).toBe(true));
    await runner.stop(5_000);
    expect((await jobs())[0]).toMatchObject({ state: 'queued', dueInMs: 0, last_error: null });
  });

  test('deliveries that hang hold up nothing else, and wait for each other alone', async () => {
    let hanging = 0;
    let swept = 0;
    const deliver = async (_payload: object, { signal }: JobContext): Promise<void> => {
      hanging += 1;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    const sweep = async (): Promise<void> => void (swept += 1);
    const runner = runnerWith(sweep, { deliver });
    for (let at = 0; at < 5; at += 1) {
      const payload = { alertId: at, channelId: 1, recipient: null };
      await insertJob(meta.db, { name: 'alert.deliver', payload, runAtMs: clockMs - 1 }, clockMs);
      await insertJob(
        meta.db,
        { name: 'dataset.purge', payload: { datasetId: at }, runAtMs: clockMs },
        clockMs,
      );
    }
    await runner.start();
    await eventually(() => expect(swept).toBe(5));
    expect(hanging).toBe(1);
  });

  test('a channel that hangs holds up no other, and tells one thing after the other', async () => {
    let hanging = 0;
    const delivered: number[] = [];
    const deliver = async (
      { alertId, channelId }: { alertId: number; channelId: number },
      { signal }: JobContext,
    ): Promise<void> => {
      if (channelId > 1) return void delivered.push(alertId);
      hanging += 1;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    for (let at = 0; at < 9; at += 1) {
      const payload = { alertId: at, channelId: at < 6 ? 1 : 2, recipient: null };
      await insertJob(
        meta.db,
        { name: 'alert.deliver', payload, runAtMs: clockMs - 10 + at },
        clockMs,
      );
    }
    await runnerWith(async () => undefined, { deliver, deliveries: 3 }).start();
    await eventually(() => expect(delivered).toEqual([6, 7, 8]));
    expect(hanging).toBe(1);
  });

  test('runs no more than its concurrency at once, and everything in the end', async () => {
    for (let i = 0; i < 9; i += 1) await addSweep();
    let now = 0;
    let most = 0;
    await runnerWith(
      async () => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
      },
      { concurrency: 3 },
    ).start();
    await eventually(async () =>
      expect((await jobs()).filter((job) => job.state === 'done')).toHaveLength(9),
    );
    expect(most).toBeLessThanOrEqual(3);
  });

  test('refuses a payload that does not fit, and leaves jobs of an unknown name alone', async () => {
    await insertJob(
      meta.db,
      { name: 'retention.sweep', payload: 'everything', runAtMs: clockMs },
      clockMs,
    );
    await insertJob(
      meta.db,
      { name: 'of.a.newer.version', payload: {}, runAtMs: clockMs },
      clockMs,
    );
    const ran = vi.fn<() => Promise<void>>();
    await runnerWith(ran).start();
    await eventually(async () =>
      expect((await jobs())[0]?.last_error).toMatch(/does not fit its schema/),
    );
    expect((await jobs())[1]).toMatchObject({ state: 'queued', attempts: 0 });
    expect(ran).not.toHaveBeenCalled();
  });

  test('ends a job that was cancelled on another server', async () => {
    await addSweep();
    let signal: AbortSignal | undefined;
    const sweep: JobHandlers['retention.sweep'] = (_payload, given) =>
      new Promise((_resolve, reject) => {
        ({ signal } = given);
        signal.addEventListener('abort', () => reject(new Error('ended')));
      });
    await runnerWith(sweep, { serverId: 1 }).start();
    await eventually(() => expect(signal).toBeDefined());
    expect(await cancelJob(meta.db, 1, clockMs)).toBe(true);
    await eventually(() => expect(signal?.aborted).toBe(true));
    expect((await jobs())[0]).toMatchObject({ state: 'failed', last_error: JOB_CANCELLED });
  });

  test('ends a job before its lease, which it cannot extend, runs out', async () => {
    await addSweep();
    let signal: AbortSignal | undefined;
    const ended = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const sweep: JobHandlers['retention.sweep'] = async (_payload, given) => {
      ({ signal } = given);
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      ended.resolve();
      await release.promise;
    };
    const runner = runnerWith(sweep, { serverId: 1, leaseMs: 1_000 });
    await runner.start();
    await eventually(() => expect(signal).toBeDefined());
    const execute = (text: string) => meta.connection.execute({ sql: text, parameters: [] });
    execute('ALTER TABLE jobs RENAME TO unreachable');
    await ended.promise;
    execute('ALTER TABLE unreachable RENAME TO jobs');
    release.resolve();
    // Neither done nor begun again before the lease is over.
    clockMs += 1_000;
    runner.wake();
    await eventually(async () => expect((await jobs())[0]).toMatchObject({ attempts: 2 }));
    expect((await jobs())[0]).toMatchObject({ state: 'running' });
  });

  test('keeps deliveries of a channel in turn and uploads to the server with their file, with two servers', async () => {
    const reached: string[] = [];
    const release = Promise.withResolvers<void>();
    const runnerOf = (serverId: number): JobRunner =>
      runnerWith(async (_payload, { id }) => void reached.push(`job ${id} on ${serverId}`), {
        serverId,
        deliver: async ({ alertId }) => {
          reached.push(`delivery ${alertId}`);
          await release.promise;
        },
      });
    const add = (name: string, payload: object, serverId: number | null = null) =>
      insertJob(meta.db, { name, payload, runAtMs: clockMs, serverId }, clockMs);
    for (const alertId of [1, 2])
      await add('alert.deliver', { alertId, channelId: 1, recipient: null });
    const upload = { file: 'a', bytes: 1, contentType: 'application/json' };
    const ids = [
      await add('dataset.upload', upload, 2),
      await add('dataset.upload', upload, 3),
      await add('dataset.upload', upload, 1),
    ];
    await Promise.all([runnerOf(1).start(), runnerOf(2).start()]);
    const expected = ['delivery 1', `job ${ids[0]} on 2`, `job ${ids[2]} on 1`];
    await eventually(() => expect(reached.toSorted()).toEqual(expected));
    release.resolve();
    await eventually(() =>
      expect(reached.toSorted()).toEqual([expected[0], 'delivery 2', ...expected.slice(1)]),
    );
  });
});
