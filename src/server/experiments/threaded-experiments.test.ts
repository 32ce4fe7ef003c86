import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { threadEntry } from '#server/compose/threads/thread-entry.ts';
import { openSqliteTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { createLog } from '#server/telemetry/log.ts';
import { LeasedThreads } from '#server/threads/leased-threads.ts';
import { ThreadedExperiments } from './threaded-experiments.ts';

const PORT_MODULE = JSON.stringify(new URL('../threads/thread-port.ts', import.meta.url).href);

/**
 * Hangs on a summary, works on a head until it is stopped, ends on a gate, and answers anything
 * else with its number.
 */
const ODD_THREAD = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { setImmediate as turn } from 'node:timers/promises';
    import { runThread, serveTurns, ThreadPort } from ${PORT_MODULE};
    await runThread(async () => {
      const port = new ThreadPort();
      let answered = 0;
      serveTurns(port, async ({ method, budget }) => {
        if (method === 'summary') for (;;);
        if (method === 'gate') process.exit(3);
        while (method === 'head' && !budget.over()) await turn();
        return { value: answered += 1 };
      }, () => undefined);
      port.ready(null);
    });
  `)}`,
);

let folder: string;
let metaPath: string;
const open: ThreadedExperiments[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'telltale-experiments-'));
  metaPath = path.join(folder, 'meta.db');
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
  rmSync(folder, { recursive: true, force: true });
});

function figures(
  entry: URL,
  options: {
    readonly deadlineMs?: number;
    readonly runningMax?: number;
    readonly waitingMax?: number;
  } = {},
) {
  const threads = new LeasedThreads({
    name: 'experiment thread',
    entry,
    sizeMax: 1,
    waitMsMax: 60_000,
    busyDetail: 'busy',
    oldGenerationMb: 64,
    log: createLog('silent', 'test'),
  });
  const made = new ThreadedExperiments({
    threads,
    place: { path: metaPath, postgres: null },
    deadlineMs: 60_000,
    runningMax: 6,
    waitingMax: 8,
    ...options,
  });
  open.push(made);
  return made;
}

const HEAD = { experimentIds: [1], evaluation: null, filter: '', splitIds: null };
const refusal = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'answered',
    (error: unknown) =>
      error instanceof AppError ? `${error.code}: ${error.detail}` : String(error),
  );

it('reads the database as it is now, in the real thread', async () => {
  const { db, connection } = openSqliteTestMeta(metaPath);
  const sql = (text: string): void => void connection.execute({ sql: text, parameters: [] });
  sql(
    "INSERT INTO datasets (name, latest_version_id, created_at_ms, updated_at_ms) VALUES ('d', 1, 0, 0)",
  );
  sql(`INSERT INTO experiments (dataset_id, dataset_version_id, sequence_number, name, repetitions, metadata, split_names, project_name, example_count,
    created_at_ms, updated_at_ms) VALUES (1, 1, 1, 'e', 1, '{}', '[]', 'p', 2, 0, 0)`);
  sql('INSERT INTO experiment_examples VALUES (1, 1, 1), (1, 2, 2)');
  const log = (example: number, error: string): void => {
    sql(`INSERT INTO experiment_runs (experiment_id, example_id, repetition, start_time_us, end_time_us, created_at_ms, output, error)
      VALUES (1, ${example}, 1, 0, ${example}000, 0, '"x"', ${error})`);
    sql('UPDATE experiments SET change_number = change_number + 1');
  };
  const runner = figures(threadEntry('experiments'));
  const summary = { experimentIds: [1], baselineId: null };
  log(1, 'NULL');
  expect(await runner.summaries(summary)).toMatchObject([
    { run_count: 1, error_rate: 0, latency_p50_ms: 1 },
  ]);
  log(2, "'failed'");
  const [again, head] = await Promise.all([runner.summaries(summary), runner.head(HEAD)]);
  expect(again).toMatchObject([{ run_count: 2, error_rate: 0.5, latency_p99_ms: 2 }]);
  expect(head).toMatchObject({ example_count: 2, counts: { errors: 1 } });
  sql('UPDATE experiments SET deleted_at_ms = 1');
  expect(await refusal(runner.summaries(summary))).toContain('not_found: Experiment with ID');
  await db.destroy();
  connection.close();
});

it('answers short requests while a long one runs, and stops the long one when its client cancels', async () => {
  const runner = figures(ODD_THREAD);
  const stop = new AbortController();
  const long = refusal(runner.head(HEAD, stop.signal));
  expect(await runner.summaries({ experimentIds: [], baselineId: null })).toBe(1);
  stop.abort();
  expect(await long).toBe('deadline_exceeded: The request was cancelled by its client.');
  expect(await runner.summaries({ experimentIds: [], baselineId: null })).toBeGreaterThan(1);
});

it('answers requests that come right after many were cancelled', async () => {
  const runner = figures(ODD_THREAD);
  const end = new AbortController();
  const beside = refusal(runner.head(HEAD, end.signal));
  expect(await runner.summaries({ experimentIds: [], baselineId: null })).toBe(1);
  for (let round = 0; round < 3; round += 1) {
    const stop = new AbortController();
    const cancelled = Array.from({ length: 4 }, () => refusal(runner.head(HEAD, stop.signal)));
    // They are sent, but nothing that the thread says is heard before the next ones are.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    stop.abort();
    for (const answer of cancelled) expect(await answer).toContain('cancelled');
  }
  const answers = Array.from({ length: 5 }, () =>
    refusal(runner.summaries({ experimentIds: [], baselineId: null })),
  );
  expect(await Promise.all(answers)).toEqual(answers.map(() => 'answered'));
  end.abort();
  expect(await beside).toContain('cancelled');
});

it('ends a thread that hangs in a request that was cancelled', async () => {
  const runner = figures(ODD_THREAD, { deadlineMs: 300, runningMax: 1 });
  const stop = new AbortController();
  const hung = refusal(runner.summary({ experimentId: 1, baselineId: null }, stop.signal));
  expect(
    await refusal(runner.detail({ experimentIds: [], exampleId: 1 }, AbortSignal.abort())),
  ).toContain('cancelled');
  setTimeout(() => stop.abort(), 50);
  expect(await hung).toContain('cancelled');
  await expect
    .poll(() => runner.detail({ experimentIds: [], exampleId: 1 }).catch(() => null), {
      timeout: 30_000,
    })
    .toBe(1);
});

it('ends a thread that hangs, refuses what it was asked, and answers the next in another', async () => {
  const runner = figures(ODD_THREAD, { deadlineMs: 300 });
  expect(await refusal(runner.summary({ experimentId: 1, baselineId: null }))).toContain(
    'deadline_exceeded: The figures took longer than 0.3 s and were stopped.',
  );
  await expect
    .poll(() => runner.detail({ experimentIds: [], exampleId: 1 }).catch(() => null), {
      timeout: 30_000,
    })
    .toBe(1);
});

it('refuses a request whose thread ends, and answers the next in another', async () => {
  const runner = figures(ODD_THREAD);
  const gate = { experimentId: 1, baselineId: null, rules: [], requireSignificance: false };
  expect(await refusal(runner.gate(gate))).toContain('unavailable: ');
  expect(await runner.detail({ experimentIds: [], exampleId: 1 })).toBe(1);
});

it('lets a limited number run or wait, and no more', async () => {
  const runner = figures(ODD_THREAD, { runningMax: 1, waitingMax: 1 });
  const [first, second] = [new AbortController(), new AbortController()];
  const running = refusal(runner.head(HEAD, first.signal));
  const waiting = refusal(runner.head(HEAD, second.signal));
  expect(await refusal(runner.head(HEAD))).toBe(
    'unavailable: 2 requests for figures of experiments are running or waiting already; try again.',
  );
  second.abort();
  expect(await waiting).toContain('cancelled');
  first.abort();
  expect(await running).toContain('cancelled');
  expect(await runner.detail({ experimentIds: [], exampleId: 1 })).toBeGreaterThan(0);
});
