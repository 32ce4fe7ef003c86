import { parseArgs } from 'node:util';
import { BenchServer } from './bench-server.ts';
import { ExperimentRows } from './load/experiment-rows.ts';
import { cpuMicros, memoryMb } from './server-figures.ts';

/**
 * `node bench/experiments.ts`: comparing experiments of `--examples` examples with three
 * evaluators, two of them pass/fail: the first page cold (the thread starts, all frames are read),
 * then sorts and filters, the head with its intervals; and the summaries of `--listed` experiments
 * of 500 examples. Runs and evaluations are written into the database directly: logging has its own
 * benchmark.
 */
const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: '10000' },
    compared: { type: 'string', default: '4' },
    listed: { type: 'string', default: '20' },
  },
});
const [examples, compared, listed] = [
  Number(values.examples),
  Number(values.compared),
  Number(values.listed),
];
const WARM_ROUNDS = 9;
const LISTED_EXAMPLES = 500;
const server = await BenchServer.start();
const rows = new ExperimentRows(server);
try {
  const large = await rows.fill('large', examples, compared);
  const small = await rows.fill('small', LISTED_EXAMPLES, listed);
  await rows.post(`/v1/experiments/${small.experiments[0] ?? ''}/tags`, { name: 'baseline' });
  const list = `/v1/datasets/${small.dataset}/experiment_summaries?limit=${listed}`;
  const compare = (rest: string, part = ''): string =>
    `/v1/experiment_comparison${part}?${large.experiments.map((id) => `experiment=${encodeURIComponent(id)}`).join('&')}${rest}`;
  console.log(`${compared} experiments of ${examples} examples, ${memory()}`);
  await once('first page, cold: the thread starts', compare(''));
  await warm('first page', compare(''));
  await warm('sorted by latency', (round) =>
    compare(`&sort=latency_ms&order=desc&limit=${50 + round}`),
  );
  await warm('page out of the middle', (round) => compare(`&offset=${5_000 + round}`));
  await warm('filter on scores and latency', (round) =>
    compare(filtered(`evals['correctness'].score < 1 and latency_ms > ${1_000 + round}`)),
  );
  await warm('filter on the second experiment', (round) =>
    compare(filtered(`experiments[1].latency_ms > latency_ms + ${round}`)),
  );
  await warm('filter on outputs', (round) => compare(filtered(`'refund ${round}' in output`)));
  await warm('filter on inputs', (round) =>
    compare(filtered(`input['question'] == 'question ${round}'`)),
  );
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

async function get(address: string): Promise<number> {
  const reply = await fetch(server.url + address);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${reply.status}: ${text}`);
  return text.length;
}

async function once(what: string, address: string): Promise<void> {
  const cpu = cpuMicros(server.pid);
  const began = performance.now();
  const bytes = await get(address);
  const [wallMs, cpuMs] = [performance.now() - began, (cpuMicros(server.pid) - cpu) / 1_000];
  console.log(
    `${what}: ${wallMs.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of CPU, ${(bytes / 1_000).toFixed(0)} kB`,
  );
}

/** Some rounds that no answer is kept for, if the address changes with the round. */
async function warm(
  what: string,
  work: string | ((round: number) => string | Promise<unknown>),
): Promise<void> {
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
