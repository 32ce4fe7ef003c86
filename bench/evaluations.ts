import { parseArgs } from 'node:util';
import { Float64, RecordBatch, RecordBatchStreamWriter, Schema, Table, Utf8, vectorFromArray } from 'apache-arrow';
import { encodeExportRequest, encodeSpan } from '../tools/otlp/export-request.ts';
import { BenchServer } from './bench-server.ts';
import { generateLoad } from './load/load-generator.ts';
import { cpuMicros, memoryMb } from './server-figures.ts';

/**
 * `node bench/evaluations.ts`: a frame of evaluations stored, stored again, and read back, as wall time, CPU of the server and memory; then ingest
 * alone and while frames are stored, in turn, saturated and at a `--rate`. `--rows` sets how many rows a frame has.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    rate: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '10' },
  },
});
const rows = Number(values.rows);
const SPANS_PER_REQUEST = 500;
const ARROW = { 'content-type': 'application/x-pandas-arrow' };
const EXPLANATION = 'The answer names the policy and its limit, but not the exception for gifts that the second document has. ';
const server = await BenchServer.start();
try {
  await sendSpans();
  console.log(`idle: ${memory()}`);
  const frame = frameOf('quality');
  console.log(`a frame of ${rows} rows, ${(frame.length / 1e6).toFixed(1)} MB`);
  await measured('stored', () => post(frame));
  await measured('the same again', () => post(frame));
  await measured('read back', async () => {
    const reply = await fetch(`${server.url}/v1/evaluations?project_name=default`);
    console.log(`  ${((await reply.arrayBuffer()).byteLength / 1e6).toFixed(1)} MB`);
  });
  for (const rate of [0, Number(values.rate)]) await besideIngest(rate);
} finally {
  await server.dispose();
}

/** Ingest alone and beside frames, in turn, since the machine is not the same from one minute to the next. */
async function besideIngest(rate: number): Promise<void> {
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    alone.push(await ingest(rate, `alone, round ${round}`));
    let isOver = false;
    let stored = 0;
    const frames = (async () => {
      while (!isOver) {
        const began = performance.now();
        await post(frameOf(`beside ${rate} ${round} ${stored}`));
        stored += 1;
        console.log(`  a frame stored meanwhile: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
      }
    })();
    beside.push(await ingest(rate, `beside frames, round ${round}`));
    isOver = true;
    await frames;
  }
  const [a, b] = [median(alone), median(beside)];
  console.log(
    `ingest ${rate === 0 ? 'saturated' : `at ${rate}/s`}: alone ${a.toFixed(0)}, beside ${b.toFixed(0)} spans/s, ${(100 - (100 * b) / a).toFixed(1)} % less`,
  );
}

async function ingest(rate: number, what: string): Promise<number> {
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
  });
  const { spansPerSecond, ackP50Ms, ackP99Ms } = report;
  console.log(`  ${what}: ${spansPerSecond.toFixed(0)} spans/s, acknowledged p50 ${ackP50Ms.toFixed(0)} ms, p99 ${ackP99Ms.toFixed(0)} ms`);
  return spansPerSecond;
}

async function sendSpans(): Promise<void> {
  for (let from = 0; from < rows; from += SPANS_PER_REQUEST) {
    const spans = Array.from({ length: Math.min(SPANS_PER_REQUEST, rows - from) }, (_, at) => {
      const number = from + at + 1;
      const startTimeUnixNano = 1_790_000_000_000_000_000n + BigInt(number) * 1_000_000n;
      return encodeSpan({
        traceId: idBytes(Math.ceil(number / 10), 16),
        spanId: idBytes(number, 8),
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

function frameOf(name: string): Buffer {
  const numbers = Array.from({ length: rows }, (_, at) => at + 1);
  const table = new Table({
    'context.span_id': vectorFromArray(
      numbers.map((number) => idBytes(number, 8).toString('hex')),
      new Utf8(),
    ),
    label: vectorFromArray(
      numbers.map((number) => (number % 3 === 0 ? 'incorrect' : 'correct')),
      new Utf8(),
    ),
    score: vectorFromArray(
      numbers.map((number) => (number % 100) / 100),
      new Float64(),
    ),
    explanation: vectorFromArray(
      numbers.map((number) => `${EXPLANATION}${number}`),
      new Utf8(),
    ),
  });
  const said = JSON.stringify({ eval_id: crypto.randomUUID(), eval_name: name, eval_type: 'SpanEvaluations' });
  const schema = new Schema(table.schema.fields, new Map([['arize', said]]));
  const writer = new RecordBatchStreamWriter();
  writer.reset(undefined, schema);
  for (const batch of table.batches) writer.write(new RecordBatch(schema, batch.data));
  writer.finish();
  return Buffer.from(writer.toUint8Array(true));
}

async function post(frame: Buffer): Promise<void> {
  const reply = await fetch(`${server.url}/v1/evaluations`, { method: 'POST', headers: ARROW, body: new Uint8Array(frame) });
  if (reply.status !== 204) throw new Error(`POST /v1/evaluations answered ${reply.status}: ${await reply.text()}`);
}

function idBytes(number: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32BE(number, length - 4);
  // Spread like those of real spans, which are random.
  bytes.writeUInt32BE(Math.imul(number, 2_654_435_761) >>> 0, 0);
  return bytes;
}

async function measured(what: string, work: () => Promise<void>): Promise<void> {
  const [cpu, began] = [cpuMicros(server.pid), performance.now()];
  await work();
  const seconds = (performance.now() - began) / 1_000;
  console.log(`${what}: ${seconds.toFixed(1)} s, ${((cpuMicros(server.pid) - cpu) / 1e6).toFixed(1)} s of CPU, ${memory()}`);
}

function memory(): string {
  const { now, peak } = memoryMb(server.pid);
  return `${now.toFixed(0)} MB, at most ${peak.toFixed(0)} MB`;
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
}
