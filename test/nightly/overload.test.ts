import { expect, it } from 'vitest';
import { generateLoad, type LoadReport } from '../../bench/load/load-generator.ts';
import { memoryMb } from '../../bench/server-figures.ts';
import { boot, type BootedServer } from '../e2e/boot.ts';
import { minutes } from './nightly-length.ts';

const MEMORY_MB_MAX = 900;

async function load(server: BootedServer, wire: 'http' | 'grpc', connections: number, durationMsMax: number): Promise<LoadReport> {
  return await generateLoad({
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
}

it.each(['http', 'grpc'] as const)(
  'check 16: far more load than it can take, over %s: refusals are polite, memory stays, work goes on',
  async (wire) => {
    await using server = await boot();
    const alone = await load(server, wire, 8, Math.max(10_000, minutes(1)));
    const crowded = await load(server, wire, 96, Math.max(15_000, minutes(10)));
    const peakMb = memoryMb(server.pid).peak;
    console.log(
      `${wire}: ${figures(alone)} with 8 connections; ${figures(crowded)} with 96, refusals p50 ${Math.round(crowded.refusalP50Ms)} ms, errors ${JSON.stringify(crowded.errors)}, ${Math.round(peakMb)} MB`,
    );
    expect(Object.keys(crowded.errors).filter((status) => status !== '503')).toEqual([]);
    expect(peakMb).toBeLessThan(MEMORY_MB_MAX);
    expect(crowded.ackP99Ms).toBeLessThan(1_000);
    expect(crowded.refusalP50Ms).toBeLessThan(50);
    expect(crowded.spansPerSecond).toBeGreaterThan(alone.spansPerSecond * 0.9);
  },
);

function figures(report: LoadReport): string {
  return `${Math.round(report.spansPerSecond)} spans/s, p50 ${Math.round(report.ackP50Ms)} ms, p99 ${Math.round(report.ackP99Ms)} ms`;
}
