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
    expect(Object.keys(crowded.errors).filter((status) => status !== '503')).toEqual([]);
    expect(crowded.spansPerSecond).toBeGreaterThan(alone.spansPerSecond * 0.8);
    expect(memoryMb(server.pid).peak).toBeLessThan(MEMORY_MB_MAX);
    console.log(
      `${wire}: ${Math.round(alone.spansPerSecond)} spans/s with 8 connections; with 96: ${Math.round(crowded.spansPerSecond)} spans/s, p99 ${Math.round(crowded.ackP99Ms)} ms, errors ${JSON.stringify(crowded.errors)}, ${Math.round(memoryMb(server.pid).peak)} MB`,
    );
  },
);
