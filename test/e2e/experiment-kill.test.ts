import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { boot, temporaryDirectory } from './boot.ts';
import {
  createWithDataset,
  runCounts,
  runsOf,
  sendEvaluation,
  sendRun,
} from './experiment-client.ts';

const ROUNDS = casesOf(3, 20);
const CLIENTS = 8;
const EXAMPLES = 20;
/** Goes with the failed run. */
const OF_FAILED = 'of the failed run';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

type Target = Awaited<ReturnType<typeof createWithDataset>>;

/** The requests sent, and those the server acknowledged. */
interface Logged {
  readonly body: {
    readonly dataset_example_id: string;
    readonly repetition_number: number;
    readonly output: { readonly n: number };
  };
  /** Acknowledged as failed, before it was tried again. */
  hasFailed: boolean;
  runId: string;
  isEvaluated: boolean;
}

const keyOf = ({
  dataset_example_id: example,
  repetition_number: repetition,
}: {
  dataset_example_id: string;
  repetition_number: number;
}): string => `${example} ${repetition}`;

it(
  `kill -9 in the middle of logging, ${ROUNDS} times: each run and evaluation that was acknowledged is there once`,
  { timeout: 600_000 },
  async () => {
    const all: Logged[] = [];
    let experiment: Target | null = null;
    const acknowledged = (): number => all.filter(({ runId }) => runId !== '').length;
    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await boot({ directory });
      experiment ??= await createWithDataset(server.url, {
        dataset: 'killed',
        examples: EXAMPLES,
        repetitions: 1_000,
      });
      const before = acknowledged();
      const clients = Array.from({ length: CLIENTS }, () =>
        logUntilGone(server.url, experiment, all),
      );
      await expect
        .poll(acknowledged, { timeout: 60_000, interval: 5 })
        .toBeGreaterThan(before + 20);
      // A random moment is the point of the test: nothing waits for it to be enough.
      await delay((round * 97) % 300);
      await server.stop('SIGKILL');
      await Promise.all(clients);
    }
    await using server = await boot({ directory });
    if (experiment === null) throw new Error('nothing was logged');
    const stored = new Map(
      (await runsOf(server.url, experiment.id)).map((run) => [keyOf(run), run]),
    );
    const failed = [...stored.values()].filter(({ error }) => error !== null).length;
    expect(await runCounts(server.url, experiment.id)).toMatchObject({
      successful_run_count: stored.size - failed,
      failed_run_count: failed,
    });
    const lost = all.filter(
      ({ body, runId }) => runId !== '' && stored.get(keyOf(body))?.id !== runId,
    );
    expect(lost).toEqual([]);
    // A run only acknowledged as failed may have succeeded since, and is there in either case.
    expect(all.filter(({ body, hasFailed }) => hasFailed && !stored.has(keyOf(body)))).toEqual([]);
    // A client that starts again sends what was not acknowledged: it is new, failed before, or
    // there already.
    for (const each of all.filter(({ runId }) => runId === '')) {
      const { status } = await sendRun(server.url, experiment.id, each.body);
      expect(status).toBe(stored.get(keyOf(each.body))?.error === null ? 409 : 200);
    }
    const runs = await runsOf(server.url, experiment.id);
    expect(runs.length).toBe(all.length);
    const outputs = new Map(runs.map((run) => [keyOf(run), run.output]));
    for (const { body } of all) expect(outputs.get(keyOf(body))).toEqual(body.output);
    expect(await runCounts(server.url, experiment.id)).toMatchObject({
      successful_run_count: all.length,
      failed_run_count: 0,
      missing_run_count: EXAMPLES * 1_000 - all.length,
    });
    await server.stop();
    expectEvaluations(all);
  },
);

/**
 * Logs a run, every third as failed first and with an evaluation of that, then its evaluation,
 * until the server is gone.
 */
async function logUntilGone(url: string, experiment: Target | null, all: Logged[]): Promise<void> {
  while (experiment !== null) {
    const n = all.length;
    const body = {
      dataset_example_id: experiment.exampleIds[n % EXAMPLES] ?? '',
      repetition_number: 1 + Math.floor(n / EXAMPLES),
      output: { n },
    };
    const entry: Logged = { body, hasFailed: false, runId: '', isEvaluated: false };
    all.push(entry);
    try {
      if (n % 3 === 0) {
        const first = await sendRun(url, experiment.id, { ...body, error: 'at first' });
        entry.hasFailed = first.status === 200;
        await sendEvaluation(url, first.id, OF_FAILED, n);
      }
      const { status, id } = await sendRun(url, experiment.id, body);
      if (status !== 200) throw new Error(`A run was answered with ${status}.`);
      entry.runId = id;
      entry.isEvaluated = (await sendEvaluation(url, id, 'correctness', n)) === 200;
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('A run')) throw error;
      return;
    }
  }
}

function expectEvaluations(all: readonly Logged[]): void {
  const db = new Database(path.join(directory, 'meta.db'), { readonly: true });
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    const rows = db
      .prepare<[], { run_id: number; name: string; score: number }>(
        'SELECT run_id, name, score FROM experiment_evaluations',
      )
      .all();
    expect(rows.filter(({ name }) => name === OF_FAILED)).toEqual([]);
    const scores = new Map(
      rows.map((row) => [Buffer.from(`ExperimentRun:${row.run_id}`).toString('base64'), row.score]),
    );
    expect(scores.size).toBe(rows.length);
    const lost = all.filter(
      ({ runId, isEvaluated, body }) => isEvaluated && scores.get(runId) !== body.output.n,
    );
    expect(lost).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
  } finally {
    db.close();
  }
}

it('two clients that log the same run at the same time: one gets a success, the other a conflict', async () => {
  await using server = await boot({ directory });
  const experiment = await createWithDataset(server.url, { dataset: 'twice', examples: EXAMPLES });
  const pairs = await Promise.all(
    experiment.exampleIds.map(async (example) => {
      const log = (client: string) =>
        sendRun(server.url, experiment.id, {
          dataset_example_id: example,
          repetition_number: 1,
          output: { client },
        });
      const [first, second] = await Promise.all([log('first'), log('second')]);
      return { example, first, second };
    }),
  );
  const stored = new Map(
    (await runsOf(server.url, experiment.id)).map((run) => [run.dataset_example_id, run]),
  );
  expect(stored.size).toBe(EXAMPLES);
  for (const { example, first, second } of pairs) {
    expect([first.status, second.status].toSorted()).toEqual([200, 409]);
    expect(stored.get(example)).toMatchObject({
      id: first.status === 200 ? first.id : second.id,
      output: { client: first.status === 200 ? 'first' : 'second' },
    });
  }
});
