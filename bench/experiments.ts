import path from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { Random } from '../tools/otlp/random.ts';
import { BenchServer } from './bench-server.ts';
import { cpuMicros, memoryMb } from './server-figures.ts';

/**
 * `node bench/experiments.ts`: comparing experiments of `--examples` examples with three evaluators, two of them pass/fail: the first page cold (the
 * thread starts, all frames are read), then sorts and filters, the head with its intervals; and the summaries of `--listed` experiments of 500 examples. Runs and
 * evaluations are written into the database directly: logging has a benchmark of its own.
 */
const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: '10000' },
    compared: { type: 'string', default: '4' },
    listed: { type: 'string', default: '20' },
  },
});
const [examples, compared, listed] = [Number(values.examples), Number(values.compared), Number(values.listed)];
const WARM_ROUNDS = 9;
const TEXT = 'The refund is sent within 30 days of the return, to the card that paid. '.repeat(8);
const LISTED_EXAMPLES = 500;
const Uploaded = Type.Object({ data: Type.Object({ dataset_id: Type.String() }) });
const Created = Type.Object({ data: Type.Object({ id: Type.String() }) });
const random = new Random(25);
const server = await BenchServer.start();
try {
  const large = await filled('large', examples, compared);
  const small = await filled('small', LISTED_EXAMPLES, listed);
  await post(`/v1/experiments/${small.experiments[0] ?? ''}/tags`, { name: 'baseline' });
  const list = `/v1/datasets/${small.dataset}/experiment_summaries?limit=${listed}`;
  const compare = (rest: string, part = ''): string =>
    `/v1/experiment_comparison${part}?${large.experiments.map((id) => `experiment=${encodeURIComponent(id)}`).join('&')}${rest}`;
  console.log(`${compared} experiments of ${examples} examples, ${memory()}`);
  await once('first page, cold: the thread starts', compare(''));
  await warm('first page', compare(''));
  await warm('sorted by latency', (round) => compare(`&sort=latency_ms&order=desc&limit=${50 + round}`));
  await warm('page out of the middle', (round) => compare(`&offset=${5_000 + round}`));
  await warm('filter on scores and latency', (round) =>
    compare(filtered(`evals['correctness'].score < 1 and latency_ms > ${1_000 + round}`)),
  );
  await warm('filter on the second experiment', (round) => compare(filtered(`experiments[1].latency_ms > latency_ms + ${round}`)));
  await warm('filter on outputs', (round) => compare(filtered(`'refund ${round}' in output`)));
  await warm('filter on inputs', (round) => compare(filtered(`input['question'] == 'question ${round}'`)));
  await once('head with intervals, cold', compare('', '/summary'));
  await warm('head', compare('', '/summary'));
  await warm('page while a head is made', async (round) => {
    const head = get(compare(filtered(`latency_ms > ${round}`), '/summary'));
    await get(compare(`&limit=${60 + round}`));
    return head;
  });
  await once(`summaries of ${listed} experiments of ${LISTED_EXAMPLES} examples, cold`, list);
  await warm('summaries', list);
  console.log(memory());
} finally {
  await server.dispose();
}

function filtered(text: string): string {
  return `&filter=${encodeURIComponent(text)}`;
}

/** A dataset with experiments in which every example has one run. */
async function filled(name: string, count: number, experimentCount: number): Promise<{ dataset: string; experiments: string[] }> {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const uploaded = await post('/v1/datasets/upload?sync=true', {
    name,
    inputs: numbers.map((number) => ({ question: `question ${number}` })),
    outputs: numbers.map((number) => ({ answer: `answer ${number}` })),
  });
  const dataset = Value.Parse(Uploaded, uploaded).data.dataset_id;
  const experiments: string[] = [];
  for (let index = 0; index < experimentCount; index += 1) {
    const created = await post(`/v1/datasets/${dataset}/experiments`, { name: `${name} ${index}` });
    experiments.push(Value.Parse(Created, created).data.id);
  }
  for (const id of experiments) fill(Number(atob(id).split(':')[1]));
  return { dataset, experiments };
}

function fill(experimentId: number): void {
  const db = new Database(path.join(server.directory, 'meta.db'));
  db.pragma('busy_timeout = 10000');
  const run = db.prepare(
    `INSERT INTO experiment_runs (experiment_id, example_id, repetition, start_time_us, end_time_us, created_at_ms, output) VALUES (?, ?, 1, ?, ?, ?, ?)`,
  );
  const evaluation = db.prepare(
    `INSERT INTO experiment_evaluations (experiment_id, run_id, name, annotator_kind, label, score, start_time_us, end_time_us, created_at_ms, updated_at_ms, metadata, explanation)
VALUES (?, ?, ?, 'LLM', ?, ?, 0, 0, 0, 0, '{}', ?)`,
  );
  db.transaction(() => {
    const ids = db
      .prepare<[number], number>('SELECT example_id FROM experiment_examples WHERE experiment_id = ?')
      .pluck()
      .all(experimentId);
    for (const exampleId of ids) {
      const start = 1_764_000_000_000_000 + random.between(0, 1_000_000);
      const output = JSON.stringify({ answer: `refund ${random.between(0, 1_000)}: ${TEXT}` });
      const runId = Number(run.run(experimentId, exampleId, start, start + random.between(100_000, 5_000_000), 0, output).lastInsertRowid);
      const isRight = random.between(0, 99) < 80;
      evaluation.run(experimentId, runId, 'correctness', isRight ? 'correct' : 'wrong', Number(isRight), TEXT.slice(0, 200));
      evaluation.run(experimentId, runId, 'grounded', null, Number(random.between(0, 99) < 90), TEXT.slice(0, 200));
      evaluation.run(experimentId, runId, 'similarity', null, random.between(0, 1_000_000) / 1_000_000, null);
    }
    db.prepare('UPDATE experiments SET successful_run_count = example_count, change_number = change_number + 1 WHERE id = ?').run(
      experimentId,
    );
  })();
  db.close();
}

async function get(address: string): Promise<number> {
  const reply = await fetch(server.url + address);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${reply.status}: ${text}`);
  return text.length;
}

async function post(address: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(server.url + address, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
  return reply.json();
}

async function once(what: string, address: string): Promise<void> {
  const cpu = cpuMicros(server.pid);
  const began = performance.now();
  const bytes = await get(address);
  const [wallMs, cpuMs] = [performance.now() - began, (cpuMicros(server.pid) - cpu) / 1_000];
  console.log(`${what}: ${wallMs.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of CPU, ${(bytes / 1_000).toFixed(0)} kB`);
}

/** Some rounds that no answer is kept for, if the address changes with the round. */
async function warm(what: string, work: string | ((round: number) => string | Promise<unknown>)): Promise<void> {
  const times: number[] = [];
  const cpu = cpuMicros(server.pid);
  for (let round = 0; round < WARM_ROUNDS; round += 1) {
    const began = performance.now();
    const asked = typeof work === 'string' ? work : work(round);
    if (typeof asked === 'string') await get(asked);
    else await asked;
    times.push(performance.now() - began);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const cpuMs = (cpuMicros(server.pid) - cpu) / 1_000 / WARM_ROUNDS;
  console.log(
    `${what}: ${(sorted[0] ?? 0).toFixed(0)} (median ${(sorted[Math.floor(WARM_ROUNDS / 2)] ?? 0).toFixed(0)}) ms, ${cpuMs.toFixed(0)} ms of CPU`,
  );
}

function memory(): string {
  const { now, peak } = memoryMb(server.pid);
  return `${now.toFixed(0)} MB now, ${peak.toFixed(0)} MB at most`;
}
