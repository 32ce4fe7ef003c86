import { expect, it } from 'vitest';
import { generateLoad, type LoadReport } from '../../bench/load/load-generator.ts';
import { cpuMicros, memoryMb } from '../../bench/server-figures.ts';
import { boot, type BootedServer } from '../e2e/boot.ts';
import { minutes } from './nightly-length.ts';

const MEMORY_MB_MAX = 900;
const SPANS_PER_REQUEST = 512;

/** A run's figures, and what an accepted span cost the server in CPU: a figure that other work on the machine hardly changes. */
interface Run extends LoadReport {
  readonly cpuMicrosPerSpan: number;
}

async function load(server: BootedServer, wire: 'http' | 'grpc', connections: number, durationMsMax: number): Promise<Run> {
  const before = cpuMicros(server.pid);
  const report = await generateLoad({
    url: server.url,
    grpcTarget: server.grpcTarget,
    wire,
    project: 'load',
    connections,
    spansPerRequest: SPANS_PER_REQUEST,
    spanBytes: 1_600,
    gzip: false,
    spansMax: Number.POSITIVE_INFINITY,
    durationMsMax,
    rate: 0,
    templates: connections,
    seed: Date.now() % 2 ** 31,
  });
  return { ...report, cpuMicrosPerSpan: (cpuMicros(server.pid) - before) / Math.max(1, report.spans) };
}

/** In short turns, so that what else the machine does at the time weighs on both alike. */
const TURNS = 15;
/** A refused sender is back after two seconds and a half at the latest, with as much again. */
const BACK_AFTER_S = 2.5;
const CONNECTIONS_MIN = 96;
/** Each holds a request of its own in this process's memory. */
const CONNECTIONS_MAX = 256;

/** So many senders that they offer three times what was stored without a crowd. */
function crowdFor(spansPerSecond: number): number {
  return Math.min(CONNECTIONS_MAX, Math.max(CONNECTIONS_MIN, Math.ceil((3 * spansPerSecond * BACK_AFTER_S) / SPANS_PER_REQUEST)));
}

it.each(['http', 'grpc'] as const)(
  'check 16: far more load than it can take, over %s: refusals are polite, memory stays, work goes on',
  async (wire) => {
    await using server = await boot();
    // The first seconds are the compiler's, in this program as in that one.
    await load(server, wire, 8, 3_000);
    const alone: Run[] = [];
    const crowded: Run[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const quiet = await load(server, wire, 8, Math.max(3_000, minutes(2) / TURNS));
      alone.push(quiet);
      crowded.push(await load(server, wire, crowdFor(quiet.spansPerSecond), Math.max(6_000, minutes(10) / TURNS)));
    }
    const peakMb = memoryMb(server.pid).peak;
    const errors = crowded.map((report) => report.errors);
    const goodput = perSecond(crowded) / perSecond(alone);
    const refusalMs = median(crowded.map((report) => report.refusalP50Ms));
    const [ackP99Ms, aloneP99Ms] = [crowded, alone].map((runs) => median(runs.map((report) => report.ackP99Ms)));
    console.log(
      `${wire}: goodput ${goodput.toFixed(2)}; p99 of what was let in ${Math.round(ackP99Ms ?? 0)} ms, without a crowd ${Math.round(aloneP99Ms ?? 0)} ms; refusals p50 ${Math.round(refusalMs)} ms, errors ${JSON.stringify(errors)}, ${Math.round(peakMb)} MB\n` +
        alone.map((report, turn) => `  8: ${figures(report)}; crowd: ${figures(crowded[turn] ?? report)}`).join('\n'),
    );
    expect(errors.flatMap((one) => Object.keys(one)).filter((status) => status !== '503')).toEqual([]);
    expect(peakMb).toBeLessThan(MEMORY_MB_MAX);
    // A second, as the programme has it. Where eight senders alone wait for long, other work has the machine: three times that.
    expect(ackP99Ms).toBeLessThan(Math.max(1_000, 3 * (aloneP99Ms ?? 0)));
    expect(refusalMs).toBeLessThan(Math.max(50, (aloneP99Ms ?? 0) / 2));
    expect(goodput).toBeGreaterThan(0.9);
  },
);

function perSecond(runs: readonly Run[]): number {
  return runs.reduce((sum, { spans }) => sum + spans, 0) / runs.reduce((sum, { seconds }) => sum + seconds, 0);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function figures(report: Run): string {
  return `${Math.round(report.spansPerSecond)} spans/s, p50 ${Math.round(report.ackP50Ms)} ms, p99 ${Math.round(report.ackP99Ms)} ms, ${report.cpuMicrosPerSpan.toFixed(1)} µs of CPU a span`;
}
