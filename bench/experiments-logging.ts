import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { readCount, readOptions } from '../tools/script-options.ts';
import { BenchServer } from './bench-server.ts';
import { ExperimentLoad, type Logged } from './load/experiment-load.ts';
import { cpuMicros, memoryMb } from './server-figures.ts';

const HELP = `Measures logging of experiments over 8 connections that wait for their answers, what a client reads to resume one, and exports.

  node bench/experiments-logging.ts [options]

  --seconds N    of each turn of logging (5)
  --rounds N     turns (4)
  --beside URL   another server with the same routes, which gets the same in turns
  --runs N       of the experiment that is exported (100000)
  --resumed N    runs of the experiment that is resumed (10000)`;
const { values } = readOptions(HELP, {
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '4' },
    beside: { type: 'string' },
    runs: { type: 'string', default: '100000' },
    resumed: { type: 'string', default: '10000' },
  },
});
const seconds = readCount('--seconds', values.seconds);
const rounds = readCount('--rounds', values.rounds);
const runs = readCount('--runs', values.runs);
const resumed = readCount('--resumed', values.resumed);
const CONNECTIONS = 8;
/** As the Python client asks for them. */
const CLIENT_PAGE = 50;
const Page = Type.Object({
  data: Type.Array(Type.Unknown()),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});

const server = await BenchServer.start();
try {
  console.log(`idle: ${memory()}`);
  await logging();
  await resuming();
  await exporting();
} finally {
  await server.dispose();
}

interface Side {
  readonly name: string;
  readonly load: ExperimentLoad;
  readonly rates: { readonly runs: number[]; readonly evaluations: number[] };
}

/**
 * Both servers in turns: what else the machine does falls on both alike, so their ratio says more
 * than either rate.
 */
async function logging(): Promise<void> {
  const sides: Side[] = [await sideOf('Telltale', server.url)];
  if (values.beside !== undefined) sides.push(await sideOf('beside', values.beside));
  for (let round = 0; round < rounds; round += 1)
    for (const kind of ['runs', 'evaluations'] as const)
      for (const { name, load, rates } of round % 2 === 0 ? sides : sides.toReversed()) {
        const cpu = cpuMicros(server.pid);
        const logged = await load[kind]({ durationMsMax: seconds * 1_000 });
        rates[kind].push(logged.count / logged.seconds);
        const used =
          name === 'Telltale'
            ? `, ${((cpuMicros(server.pid) - cpu) / logged.count).toFixed(0)} µs of the server's CPU each`
            : '';
        console.log(`${name}, ${kind}: ${perSecond(logged)}${used}`);
      }
  for (const kind of ['runs', 'evaluations'] as const) {
    const [own, other] = sides.map(({ rates }) => median(rates[kind]));
    const ratios =
      sides[1] === undefined
        ? []
        : sides[0]?.rates[kind].map((rate, round) => rate / (sides[1]?.rates[kind][round] ?? 1));
    console.log(
      `${kind}: ${own?.toFixed(0)}/s in the middle${other === undefined ? '' : `, beside ${other.toFixed(0)}/s; ratio ${median(ratios ?? []).toFixed(1)}`}`,
    );
  }
  for (const { load } of sides) load.close();
  console.log(`after logging: ${memory()}`);
}

async function sideOf(name: string, url: string): Promise<Side> {
  const load = await ExperimentLoad.create(url, CONNECTIONS);
  // The first second is the compiler's.
  await load.runs({ durationMsMax: 1_000 });
  await load.evaluations({ durationMsMax: 1_000 });
  return { name, load, rates: { runs: [], evaluations: [] } };
}

/** A client's query before it resumes: the missing runs of an interrupted experiment. */
async function resuming(): Promise<void> {
  const load = await ExperimentLoad.create(server.url, CONNECTIONS, resumed, 1);
  await load.runs({ countMax: Math.floor(resumed / 2) });
  load.close();
  for (const limit of [CLIENT_PAGE, 1_000]) {
    const began = performance.now();
    let [pages, rows, cursor] = [0, 0, ''];
    do {
      const address = `${server.url}/v1/experiments/${encodeURIComponent(load.experimentId)}/incomplete-runs?limit=${limit}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
      const page = Value.Parse(Page, await (await fetch(address)).json());
      rows += page.data.length;
      pages += 1;
      cursor = page.next_cursor ?? '';
    } while (cursor !== '');
    console.log(
      `${rows} of ${resumed} runs to resume, ${pages} pages of ${limit}: ${((performance.now() - began) / 1_000).toFixed(2)} s`,
    );
  }
}

async function exporting(): Promise<void> {
  const load = await ExperimentLoad.create(server.url, CONNECTIONS, 1_000, Math.ceil(runs / 1_000));
  console.log(`${runs} runs logged: ${perSecond(await load.runs({ countMax: runs }))}`);
  console.log(`an evaluation of each: ${perSecond(await load.evaluations({ countMax: runs }))}`);
  load.close();
  for (const format of ['json', 'csv', 'json', 'csv']) {
    const [cpu, began] = [cpuMicros(server.pid), performance.now()];
    const reply = await fetch(
      `${server.url}/v1/experiments/${encodeURIComponent(load.experimentId)}/${format}`,
      {
        headers: { 'accept-encoding': 'identity' },
      },
    );
    if (!reply.ok || reply.body === null) throw new Error(`The export answered ${reply.status}.`);
    let bytes = 0;
    for await (const piece of reply.body) bytes += piece.length;
    const took = (performance.now() - began) / 1_000;
    console.log(
      `export of ${runs} runs as ${format}: ${(runs / took).toFixed(0)}/s, ${(bytes / 1e6).toFixed(1)} MB in ${took.toFixed(2)} s, ${((cpuMicros(server.pid) - cpu) / 1e6).toFixed(2)} s of CPU, ${memory()}`,
    );
  }
}

function perSecond({ count, seconds: took, waitsMs }: Logged): string {
  const percentile = (part: number): string =>
    (waitsMs[Math.floor(waitsMs.length * part)] ?? 0).toFixed(1);
  return `${(count / took).toFixed(0)}/s, p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms`;
}

function memory(): string {
  const { now, peak } = memoryMb(server.pid);
  return `${now.toFixed(0)} MB, at most ${peak.toFixed(0)} MB`;
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
}
