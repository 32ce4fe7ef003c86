import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { encodeExportRequest, encodeSpan } from '../tools/otlp/export-request.ts';
import { BenchServer } from './bench-server.ts';
import { benchId, evaluationFrame } from './load/evaluation-frame.ts';
import type { FrameOrder } from './load/frame-work.ts';
import { generateLoad } from './load/load-generator.ts';
import { makeTemplates } from './load/request-template.ts';
import { cpuMicros, memoryMb } from './server-figures.ts';

/**
 * `node bench/evaluations.ts`: a frame of evaluations stored, stored again, and read back, as wall
 * time, CPU of the server and memory; then ingest alone and while frames are stored, in turn,
 * saturated and at a `--rate`. `--rows` sets how many rows a frame has.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '6' },
    rate: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '10' },
  },
});
const rows = Number(values.rows);
const SPANS_PER_REQUEST = 500;
const ARROW = { 'content-type': 'application/x-pandas-arrow' };
type Made = ReturnType<typeof makeTemplates>;
const SENDER_NICE = 10;
const Done = Type.Object({ seconds: Type.Union([Type.Number(), Type.Null()]) });
const server = await BenchServer.start();
const sender = fork(path.join(import.meta.dirname, 'load/frame-work.ts'), [
  server.url,
  String(rows),
]);
if (sender.pid !== undefined) setPriority(sender.pid, SENDER_NICE);
sender.on('message', (message) => {
  const { seconds } = Value.Parse(Done, message);
  if (seconds !== null) console.log(`  a frame stored meanwhile: ${seconds.toFixed(1)} s`);
});
try {
  await sendSpans();
  console.log(`idle: ${memory()}`);
  const frame = evaluationFrame('quality', rows);
  console.log(`a frame of ${rows} rows, ${(frame.length / 1e6).toFixed(1)} MB`);
  await measured('stored', () => post(frame));
  await measured('the same again', () => post(frame));
  await measured('read back', async () => {
    const reply = await fetch(`${server.url}/v1/evaluations?project_name=default`);
    console.log(`  ${((await reply.arrayBuffer()).byteLength / 1e6).toFixed(1)} MB`);
  });
  for (const rate of [0, Number(values.rate)]) await besideIngest(rate);
} finally {
  sender.disconnect();
  await server.dispose();
}

/**
 * Ingest alone and beside frames, in turn, since the machine is not the same from one minute to the
 * next.
 */
async function besideIngest(rate: number): Promise<void> {
  // Made once: in the time that takes nothing is sent.
  const made = makeTemplates({
    project: 'load',
    spansPerRequest: rate === 0 ? 512 : 100,
    spanBytes: 1_600,
    count: 64,
    seed: 1,
  });
  const alone: number[] = [];
  const beside: number[] = [];
  await ingest(rate, made, 'to begin with');
  for (let round = 0; round < Number(values.rounds); round++) {
    const both = [
      async () => alone.push(await ingest(rate, made, `alone, round ${round}`)),
      async () => beside.push(await ingestBesideFrames(rate, made, round)),
    ];
    for (const one of round % 2 === 0 ? both : both.toReversed()) await one();
  }
  const [a, b] = [sum(alone), sum(beside)];
  const less = beside
    .map((spans, round) => 100 - (100 * spans) / (alone[round] ?? 1))
    .toSorted((x, y) => x - y);
  console.log(
    `ingest ${rate === 0 ? 'saturated' : `at ${rate}/s`}: ${(100 - (100 * b) / a).toFixed(1)} % less in all, ${median(less).toFixed(1)} % in the middle of ${less.map((one) => one.toFixed(0)).join(', ')}`,
  );
}

async function ingestBesideFrames(rate: number, made: Made, round: number): Promise<number> {
  order({ isOver: false });
  const spansPerSecond = await ingest(rate, made, `beside frames, round ${round}`);
  const isIdle = new Promise<void>((resolve) => {
    const hear = (message: unknown): void => {
      if (Value.Parse(Done, message).seconds !== null) return;
      sender.off('message', hear);
      resolve();
    };
    sender.on('message', hear);
  });
  order({ isOver: true });
  await isIdle;
  return spansPerSecond;
}

function order(what: FrameOrder): void {
  sender.send(what);
}

async function ingest(rate: number, made: Made, what: string): Promise<number> {
  const [cpu, began] = [cpuMicros(server.pid), performance.now()];
  const report = await generateLoad({
    url: server.url,
    wire: 'http',
    project: 'load',
    connections: 8,
    spansPerRequest: rate === 0 ? 512 : 100,
    spanBytes: 1_600,
    gzip: false,
    spansMax: Number.POSITIVE_INFINITY,
    durationMsMax: Number(values.seconds) * 1_000,
    rate,
    templates: 64,
    seed: Math.floor(Math.random() * 2 ** 31),
    made,
  });
  const { spansPerSecond, ackP50Ms, ackP99Ms } = report;
  const used = (cpuMicros(server.pid) - cpu) / 1e6 / ((performance.now() - began) / 1e3);
  console.log(
    `  ${what}: ${spansPerSecond.toFixed(0)} spans/s, acknowledged p50 ${ackP50Ms.toFixed(0)} ms, p99 ${ackP99Ms.toFixed(0)} ms, ${used.toFixed(2)} cores of the server`,
  );
  return spansPerSecond;
}

async function sendSpans(): Promise<void> {
  for (let from = 0; from < rows; from += SPANS_PER_REQUEST) {
    const spans = Array.from({ length: Math.min(SPANS_PER_REQUEST, rows - from) }, (_, at) => {
      const number = from + at + 1;
      const startTimeUnixNano = 1_790_000_000_000_000_000n + BigInt(number) * 1_000_000n;
      return encodeSpan({
        traceId: benchId(Math.ceil(number / 10), 16),
        spanId: benchId(number, 8),
        name: 'step',
        startTimeUnixNano,
        endTimeUnixNano: startTimeUnixNano + 1_000_000n,
      });
    });
    const body = encodeExportRequest({}, { name: 'bench' }, spans);
    const reply = await fetch(`${server.url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-protobuf' },
      body: new Uint8Array(body),
    });
    if (!reply.ok) throw new Error(`POST /v1/traces answered ${reply.status}`);
    await reply.arrayBuffer();
  }
}

async function post(frame: Buffer): Promise<void> {
  const reply = await fetch(`${server.url}/v1/evaluations`, {
    method: 'POST',
    headers: ARROW,
    body: new Uint8Array(frame),
  });
  if (reply.status !== 204)
    throw new Error(`POST /v1/evaluations answered ${reply.status}: ${await reply.text()}`);
}

async function measured(what: string, work: () => Promise<void>): Promise<void> {
  const [cpu, began] = [cpuMicros(server.pid), performance.now()];
  await work();
  const seconds = (performance.now() - began) / 1_000;
  console.log(
    `${what}: ${seconds.toFixed(1)} s, ${((cpuMicros(server.pid) - cpu) / 1e6).toFixed(1)} s of CPU, ${memory()}`,
  );
}

function memory(): string {
  const { now, peak } = memoryMb(server.pid);
  return `${now.toFixed(0)} MB, at most ${peak.toFixed(0)} MB`;
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
}

function sum(list: readonly number[]): number {
  return list.reduce((all, one) => all + one, 0);
}
