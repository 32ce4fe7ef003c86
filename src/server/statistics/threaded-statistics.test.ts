import { afterEach, expect, it } from 'vitest';
import { AppError } from '#contracts/errors.ts';
import { answerStatistics } from '#core/statistics/statistics-request.ts';
import type { StatisticsRequest } from '#core/statistics/statistics-request.ts';
import { threadEntry } from '#server/compose/thread-entry.ts';
import { createLog } from '#server/telemetry/log.ts';
import { LeasedThreads } from '#server/threads/leased-threads.ts';
import { ThreadedStatistics } from './threaded-statistics.ts';

const PORT_MODULE = JSON.stringify(new URL('../threads/thread-port.ts', import.meta.url).href);
const HANDLER_MODULE = JSON.stringify(new URL('./statistics-server.ts', import.meta.url).href);

const CHANNEL = crypto.randomUUID();
/** The real thread, but for the seeds of a first task that make it hang, end, or work until it is told to stop, and say so when they begin. */
const ODD_THREAD = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { runThread, serveCalls, ThreadPort } from ${PORT_MODULE};
    import { handleStatistics } from ${HANDLER_MODULE};
    await runThread(async () => {
      const port = new ThreadPort();
      serveCalls(port, async (call) => {
        const seed = call.params?.means[0]?.seed;
        if (seed === 'crash') process.exit(3);
        if (seed === 'hang' || seed === 'work') {
          const channel = new BroadcastChannel(${JSON.stringify(CHANNEL)});
          channel.postMessage('working');
          while (seed === 'hang' || !call.budget.over());
          channel.close();
        }
        return await handleStatistics(call);
      }, () => undefined);
      port.ready(null);
    });
  `)}`,
);

const open: ThreadedStatistics[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});

function statistics(entry: URL, options: { readonly deadlineMs?: number; readonly requestsMax?: number } = {}): ThreadedStatistics {
  const threads = new LeasedThreads({
    name: 'statistics thread',
    entry,
    sizeMax: 1,
    waitMsMax: 60_000,
    busyDetail: 'busy',
    oldGenerationMb: 64,
    log: createLog('silent', 'test'),
  });
  const made = new ThreadedStatistics({ threads, deadlineMs: 60_000, requestsMax: 8, ...options });
  open.push(made);
  return made;
}

function request(seed: string): StatisticsRequest {
  const values = Float64Array.from({ length: 60 }, (_, at) => (at * 7) % 11);
  const b = values.map((value, at) => value + (at % 3));
  return {
    means: [{ seed, values, clusterOf: Int32Array.from(values, (_, at) => at >> 1) }],
    pairs: [{ seed, a: values, b, direction: 'maximize' }],
  };
}

const codeOf = (error: unknown): string => (error instanceof AppError ? `${error.code}: ${error.detail}` : String(error));
const refusal = (answer: Promise<unknown>): Promise<string> => answer.then(() => 'answered', codeOf);

/** Resolves once a thread works on a request that does not end by itself. */
function work(): Promise<void> {
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise((resolve) => {
    const hear = (): void => {
      channel.close();
      resolve();
    };
    channel.addEventListener('message', hear, { once: true });
  });
}

it('answers in the real thread as in this one, and leaves the arrays with the caller', async () => {
  const asked = request('same');
  const answer = await statistics(threadEntry('statistics')).run(asked);
  expect(answer).toEqual(answerStatistics(request('same')));
  expect(answer.means[0]).toMatchObject({ n: 60, clusters: 30, resamples: 10_000 });
  expect(answer.pairs[0]).toMatchObject({ pairs: 60, verdict: 'better' });
  expect(asked.means[0]?.values).toHaveLength(60);
});

it('refuses a request that takes too long', async () => {
  const runner = statistics(ODD_THREAD, { deadlineMs: 500 });
  expect(await refusal(runner.run(request('work')))).toBe(
    'deadline_exceeded: The comparison took longer than 0.5 s and was stopped. Compare fewer examples or evaluators.',
  );
});

it('ends a thread that hangs, and answers the next request in another', async () => {
  const runner = statistics(ODD_THREAD);
  const stop = new AbortController();
  const begun = work();
  const hanging = refusal(runner.run(request('hang'), { signal: stop.signal }));
  await begun;
  stop.abort();
  expect(await hanging).toBe('deadline_exceeded: The request was cancelled by its client.');
  expect(await runner.run(request('next'))).toEqual(answerStatistics(request('next')));
});

it('refuses a request whose thread ends, and answers the next in another', async () => {
  const runner = statistics(ODD_THREAD);
  expect(await refusal(runner.run(request('crash')))).toContain('unavailable: ');
  expect(await runner.run(request('next'))).toEqual(answerStatistics(request('next')));
});

it('stops work that its client cancels, running or waiting, and goes on with the next', async () => {
  const runner = statistics(ODD_THREAD);
  const [running, waiting] = [new AbortController(), new AbortController()];
  const begun = work();
  const first = refusal(runner.run(request('work'), { signal: running.signal }));
  const second = refusal(runner.run(request('work'), { signal: waiting.signal }));
  const third = runner.run(request('third'));
  await begun;
  waiting.abort();
  running.abort();
  expect(await Promise.all([first, second])).toEqual([
    'deadline_exceeded: The request was cancelled by its client.',
    'deadline_exceeded: The request was cancelled by its client.',
  ]);
  expect(await third).toEqual(answerStatistics(request('third')));
});

it('lets a limited number run or wait, and no more', async () => {
  const runner = statistics(ODD_THREAD, { requestsMax: 2 });
  const stop = new AbortController();
  const running = refusal(runner.run(request('work'), { signal: stop.signal }));
  const waiting = runner.run(request('waiting'));
  expect(await refusal(runner.run(request('third')))).toBe('unavailable: 2 comparisons are running or waiting already; try again.');
  stop.abort();
  expect(await running).toContain('cancelled');
  expect(await waiting).toEqual(answerStatistics(request('waiting')));
  expect(await refusal(runner.run(request('later')))).toBe('answered');
});

it('refuses what is too large before it starts a thread', async () => {
  const runner = statistics(new URL('data:text/javascript,throw new Error("started")'));
  const [pair] = request('large').pairs;
  if (pair === undefined) throw new Error('no pair');
  const many = { means: [], pairs: Array.from({ length: 1_001 }, () => pair) };
  expect(await refusal(runner.run(many))).toBe(
    'too_large: A comparison has at most 1000 scores; got 1001. Compare fewer evaluators or experiments.',
  );
  const large = { means: [], pairs: [{ ...pair, a: new Float64Array(2_500_001), b: new Float64Array(2_500_000) }] };
  expect(await refusal(runner.run(large))).toBe(
    'too_large: A comparison has at most 5000000 values; got 5000001. Compare fewer examples or evaluators.',
  );
});
