import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { BenchServer } from './bench-server.ts';
import type { Kind, Order } from './load/beside-work.ts';
import { generateLoad } from './load/load-generator.ts';
import { makeTemplates } from './load/request-template.ts';
import { cpuMicros } from './server-figures.ts';

/**
 * `node bench/beside.ts`: the cost of annotations, uploads and experiment runs to ingest, in
 * alternating slices of seconds: ingest alone, and beside each kind of work. Other load on the
 * machine affects all slices alike, so the ratio of adjacent slices is more reliable than the
 * rates. The other work begins and ends with its slice; both are closed loops, as fast as replies
 * arrive. A separate low-priority process sends it, so that creating and sending it doesn't count
 * as the server's cost.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '3' },
    rate: { type: 'string', default: '0' },
    wire: { type: 'string', default: 'http' },
    kinds: { type: 'string', default: 'annotations,uploads,runs' },
  },
});
const SPANS = 20_000;
const SPANS_PER_REQUEST = 500;
const SENDER_NICE = 10;
const Sent = Type.Object({ count: Type.Number(), cpuMicros: Type.Number() });

type Slice = 'alone' | Kind;
const KINDS = values.kinds
  .split(',')
  .map((kind) => Value.Parse(Type.Enum(['annotations', 'uploads', 'runs']), kind));
const ORDER: readonly Slice[] = ['alone', ...KINDS];

// Made once: in the time that takes nothing is sent.
const TEMPLATES = makeTemplates({
  project: 'load',
  spansPerRequest: values.rate === '0' ? 512 : 100,
  spanBytes: 1_600,
  count: 64,
  seed: 1,
});
const server = await BenchServer.start();
const sender = fork(path.join(import.meta.dirname, 'load/beside-work.ts'), [
  server.url,
  String(SPANS),
]);
if (sender.pid !== undefined) setPriority(sender.pid, SENDER_NICE);
try {
  await ingest(2);
  for (let from = 0; from < SPANS; from += SPANS_PER_REQUEST) await storeAnnotatedSpans(from);
  const rates: Record<Slice, number[]> = { alone: [], annotations: [], uploads: [], runs: [] };
  const done: Record<Slice, number> = { alone: 0, annotations: 0, uploads: 0, runs: 0 };
  const cpuOf: Record<Slice, number> = { alone: 0, annotations: 0, uploads: 0, runs: 0 };
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const slice of round % 2 === 0 ? ORDER : ORDER.toReversed()) {
      const cpu = cpuMicros(server.pid);
      if (slice !== 'alone') order(sender, { kind: slice });
      const rate = await ingest(Number(values.seconds));
      const sent = slice === 'alone' ? { count: 0, cpuMicros: 0 } : await ended(sender);
      const took = cpuMicros(server.pid) - cpu;
      rates[slice].push(rate);
      cpuOf[slice] += took;
      done[slice] += sent.count;
      process.stdout.write(
        `${slice}: ${rate.toFixed(0)} spans/s, ${sent.count} beside, ${seconds(took)} s of the server's CPU, ${seconds(sent.cpuMicros)} s of the other sender's\n`,
      );
    }
  }
  const cpuPerSpan = (slice: Slice): number =>
    cpuOf[slice] / (sum(rates[slice]) * Number(values.seconds));
  for (const kind of KINDS) {
    const ratios = rates[kind]
      .map((rate, round) => rate / (rates.alone[round] ?? 1))
      .toSorted((a, b) => a - b);
    const median = ratios[Math.floor(ratios.length / 2)] ?? 0;
    const total = sum(rates[kind]) / sum(rates.alone);
    const perSecond = done[kind] / (Number(values.rounds) * Number(values.seconds));
    process.stdout.write(
      `beside ${kind} (${perSecond.toFixed(0)}/s): ${percentLess(total)} in all, ${percentLess(median)} in the middle of ${ratios.length} pairs; ${cpuPerSpan(kind).toFixed(1)} µs of the server's CPU for each span stored, ${cpuPerSpan('alone').toFixed(1)} alone\n`,
    );
  }
} finally {
  sender.disconnect();
  await server.dispose();
}

async function ingest(forSeconds: number): Promise<number> {
  const rate = Number(values.rate);
  const report = await generateLoad({
    url: server.url,
    grpcTarget: server.grpcTarget,
    wire: values.wire === 'grpc' ? 'grpc' : 'http',
    project: 'load',
    connections: 8,
    spansPerRequest: rate === 0 ? 512 : 100,
    spanBytes: 1_600,
    gzip: false,
    spansMax: Number.POSITIVE_INFINITY,
    durationMsMax: forSeconds * 1_000,
    rate,
    templates: 64,
    seed: Math.floor(Math.random() * 2 ** 31),
    made: TEMPLATES,
  });
  return report.spansPerSecond;
}

function order(process: ChildProcess, what: Order): void {
  process.send(what);
}

/** Tells it to stop; what it got done. */
async function ended(
  process: ChildProcess,
): Promise<{ readonly count: number; readonly cpuMicros: number }> {
  const answer = once(process, 'message');
  order(process, { kind: null });
  return Value.Parse(Sent, (await answer)[0]);
}

/** The spans that get annotations. */
async function storeAnnotatedSpans(first: number): Promise<void> {
  const data = Array.from({ length: SPANS_PER_REQUEST }, (_, at) => ({
    name: 'step',
    context: {
      trace_id: (1 + Math.floor((first + at) / 10)).toString(16).padStart(32, '0'),
      span_id: (first + at + 1).toString(16).padStart(16, 'a'),
    },
    span_kind: 'LLM',
    start_time: '2026-03-01T12:00:00+00:00',
    end_time: '2026-03-01T12:00:01+00:00',
    status_code: 'OK',
  }));
  const reply = await fetch(`${server.url}/v1/projects/annotated/spans`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  });
  if (!reply.ok) throw new Error(`spans: ${reply.status} ${await reply.text()}`);
  await reply.arrayBuffer();
}

function sum(list: readonly number[]): number {
  return list.reduce((all, one) => all + one, 0);
}

function seconds(micros: number): string {
  return (micros / 1e6).toFixed(2);
}

function percentLess(ratio: number): string {
  return ratio > 1
    ? `${(100 * ratio - 100).toFixed(1)} % more`
    : `${(100 - 100 * ratio).toFixed(1)} % less`;
}
