import { expect, it } from 'vitest';
import { generateLoad, type LoadReport } from '../../bench/load/load-generator.ts';
import { cpuMicros, memoryMb } from '../../bench/server-figures.ts';
import { boot, type BootedServer } from '../e2e/boot.ts';
import { minutes } from './nightly-length.ts';

const MEMORY_MB_MAX = 900;

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
    spansPerRequest: 512,
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

/** In turn, so that what else the machine does at the time weighs on both alike. */
const TURNS = 5;

it.each(['http', 'grpc'] as const)(
  'check 16: far more load than it can take, over %s: refusals are polite, memory stays, work goes on',
  async (wire) => {
    await using server = await boot();
    const alone: Run[] = [];
    const crowded: Run[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      alone.push(await load(server, wire, 8, Math.max(5_000, minutes(1) / TURNS)));
      crowded.push(await load(server, wire, 96, Math.max(10_000, minutes(10) / TURNS)));
    }
    const peakMb = memoryMb(server.pid).peak;
    const errors = crowded.map((report) => report.errors);
    const goodput = median(crowded.map((report, turn) => report.spansPerSecond / (alone[turn]?.spansPerSecond ?? 1)));
    const refusalMs = median(crowded.map((report) => report.refusalP50Ms));
    const ackP99Ms = median(crowded.map((report) => report.ackP99Ms));
    console.log(
      `${wire}: goodput ${goodput.toFixed(2)}; refusals p50 ${Math.round(refusalMs)} ms, errors ${JSON.stringify(errors)}, ${Math.round(peakMb)} MB\n` +
        alone.map((report, turn) => `  8: ${figures(report)}; 96: ${figures(crowded[turn] ?? report)}`).join('\n'),
    );
    expect(errors.flatMap((one) => Object.keys(one)).filter((status) => status !== '503')).toEqual([]);
    expect(peakMb).toBeLessThan(MEMORY_MB_MAX);
    expect(ackP99Ms).toBeLessThan(1_000);
    expect(refusalMs).toBeLessThan(50);
    expect(goodput).toBeGreaterThan(0.9);
  },
);

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function figures(report: Run): string {
  return `${Math.round(report.spansPerSecond)} spans/s, p50 ${Math.round(report.ackP50Ms)} ms, p99 ${Math.round(report.ackP99Ms)} ms, ${report.cpuMicrosPerSpan.toFixed(1)} µs of CPU a span`;
}
