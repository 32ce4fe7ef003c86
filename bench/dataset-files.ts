import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { BenchServer } from './bench-server.ts';
import { generateLoad } from './load/load-generator.ts';
import { makeTemplates } from './load/request-template.ts';
import { cpuMicros, memoryMb } from './server-figures.ts';

/**
 * Uploads of files and exports: rows of 600 bytes, in seconds, with the server's memory above idle,
 * and how long another request took meanwhile. `--rows` for the small uploads and `--large` for the
 * large ones (0 leaves them out). With `--ingest N` nothing of that, but ingest alone and beside a
 * large upload, in turn, N rounds, at a `--rate` of spans a second (0: as many as go).
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    large: { type: 'string', default: '1000000' },
    ingest: { type: 'string', default: '0' },
    rate: { type: 'string', default: '5000' },
  },
});
const rows = Number(values.rows);
const large = Number(values.large);
const Uploaded = Type.Object({
  data: Type.Object({ dataset_id: Type.String(), num_created_examples: Type.Integer() }),
});
const WORDS =
  'the parcel was sent on Monday, arrived "damaged" on Thursday and went back with the enclosed label before noon'.split(
    ' ',
  );
const MEMORY_EVERY_MS = 100;
const INGEST_ALONE_MS = 15_000;
const INGEST_PIECE_MS = 3_000;

// Made once: made anew for each piece, they kept this thread from sending its file for so long that
// the server cut it off.
const TEMPLATES = makeTemplates({
  project: 'load',
  spansPerRequest: values.rate === '0' ? 512 : 100,
  spanBytes: 1_600,
  count: 64,
  seed: 1,
});
const folder = mkdtempSync(path.join(tmpdir(), 'telltale-bench-files-'));
const server = await BenchServer.start();
try {
  if (values.ingest === '0') await filesAndExports();
  else await besideIngest(Number(values.ingest));
} finally {
  await server.dispose();
  rmSync(folder, { recursive: true, force: true });
}

async function filesAndExports(): Promise<void> {
  line('', 'seconds', 'rows/s', 'CPU s', 'MB above idle', 'another request, worst');
  const jsonl = await upload('JSONL', rows, jsonlLines, 'application/jsonl');
  await upload('CSV', rows, csvLines, 'text/csv');
  for (const format of ['jsonl', 'csv', 'jsonl/openai_ft']) await exported(format, jsonl, rows);
  if (large > 0) {
    const id = await upload('JSONL', large, jsonlLines, 'application/jsonl');
    for (const format of ['jsonl', 'csv']) await exported(format, id, large);
    await upload('CSV', large, csvLines, 'text/csv');
  }
}

/**
 * Ingest alone and while a large file is stored, in turn, since the machine is not the same from
 * one minute to the next.
 */
async function besideIngest(rounds: number): Promise<void> {
  const file = path.join(folder, 'large');
  await pipeline(Readable.from(jsonlLines(large)), createWriteStream(file));
  const alone: Ingested[] = [];
  const beside: Ingested[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await ingestFor(INGEST_ALONE_MS));
    const over = new AbortController();
    const uploading = send(file, 'application/jsonl', `beside ${round}`).finally(() =>
      over.abort(),
    );
    beside.push(await ingestFor(Number.POSITIVE_INFINITY, over.signal));
    await uploading;
  }
  for (const [name, of] of [
    ['alone', alone],
    ['beside', beside],
  ] as const) {
    for (const { spansPerSecond, p50Ms, p99Ms, seconds } of of)
      process.stdout.write(`${name}: ${spansPerSecond.toFixed(0)} spans/s for ${seconds.toFixed(0)} s, p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms\n`); // prettier-ignore
  }
  const rateOf = (of: readonly Ingested[]): number =>
    of.reduce((sum, { spansPerSecond }) => sum + spansPerSecond, 0) / of.length;
  process.stdout.write(
    `beside an upload of ${large} rows ${(100 - (100 * rateOf(beside)) / rateOf(alone)).toFixed(1)} % less\n`,
  );
}

interface Ingested {
  readonly spansPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly seconds: number;
}

/** Ingest for so long or until the signal, in pieces of some seconds. */
async function ingestFor(durationMs: number, signal?: AbortSignal): Promise<Ingested> {
  const rate = Number(values.rate);
  const [began, p50, p99] = [performance.now(), [] as number[], [] as number[]];
  let spans = 0;
  while (performance.now() - began < durationMs && signal?.aborted !== true) {
    const report = await generateLoad({
      url: server.url,
      wire: 'http',
      project: 'load',
      connections: 8,
      spansPerRequest: rate === 0 ? 512 : 100,
      spanBytes: 1_600,
      gzip: false,
      spansMax: Number.POSITIVE_INFINITY,
      durationMsMax: INGEST_PIECE_MS,
      rate,
      templates: 64,
      seed: Math.floor(Math.random() * 2 ** 31),
      made: TEMPLATES,
    });
    spans += report.spans;
    p50.push(report.ackP50Ms);
    p99.push(report.ackP99Ms);
  }
  const seconds = (performance.now() - began) / 1_000;
  return {
    spansPerSecond: spans / seconds,
    p50Ms: Math.max(...p50),
    p99Ms: Math.max(...p99),
    seconds,
  };
}

/** A row of 600 bytes as JSON, different from all others. */
function row(index: number): { question: string; answer: string; topic: string } {
  const text = (seed: number, length: number): string => {
    let words = '';
    for (let at = seed; words.length < length; at += 1)
      words += `${WORDS[(at * 7) % WORDS.length]} `;
    return words.slice(0, length);
  };
  return {
    question: `${index} ${text(index, 240)}`,
    answer: text(index * 3, 290),
    topic: `topic ${index % 20}`,
  };
}

function* jsonlLines(count: number): Generator<string> {
  for (let index = 0; index < count; index += 1) yield `${JSON.stringify(row(index))}\n`;
}

function* csvLines(count: number): Generator<string> {
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  yield 'question,answer,topic\r\n';
  for (let index = 0; index < count; index += 1) {
    const { question, answer, topic } = row(index);
    yield `${cell(question)},${cell(answer)},${topic}\r\n`;
  }
}

async function upload(
  name: string,
  count: number,
  lines: (count: number) => Iterable<string>,
  contentType: string,
): Promise<string> {
  const file = path.join(folder, 'rows');
  await pipeline(Readable.from(lines(count)), createWriteStream(file));
  const reply = await measured(
    `upload ${name}, ${count.toLocaleString('en')} rows, ${(statSync(file).size / 1e6).toFixed(0)} MB`,
    count,
    () => send(file, contentType, `${name} ${count}`),
  );
  const { data } = Value.Parse(Uploaded, JSON.parse(reply));
  if (data.num_created_examples !== count)
    throw new Error(`${data.num_created_examples} of ${count} rows were stored.`);
  return data.dataset_id;
}

/** The file as the part of a form, streamed. */
async function send(file: string, contentType: string, name: string): Promise<string> {
  const boundary = 'bench-of-files';
  const fields = [['name', name], ['input_keys[]', 'question'], ['output_keys[]', 'answer'], ['metadata_keys[]', 'topic']] as const; // prettier-ignore
  const part = (disposition: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}`;
  const head = [
    ...fields.map(([field, value]) => `${part(`name="${field}"`)}\r\n\r\n${value}\r\n`),
    `${part('name="file"; filename="rows"')}\r\nContent-Type: ${contentType}\r\n\r\n`,
  ].join('');
  const sending = request(`${server.url}/v1/datasets/upload?sync=true`, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const answered = new Promise<string>((resolve, reject) => {
    sending.once('error', reject).once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.once('end', () =>
        response.statusCode === 200
          ? resolve(text)
          : reject(new Error(`${response.statusCode}: ${text}`)),
      );
    });
  });
  sending.write(head);
  await pipeline(createReadStream(file), sending, { end: false });
  sending.end(`\r\n--${boundary}--\r\n`);
  return answered;
}

async function exported(format: string, id: string, count: number): Promise<void> {
  await measured(`export ${format}, ${count.toLocaleString('en')} rows`, count, async () => {
    const reply = await fetch(`${server.url}/v1/datasets/${encodeURIComponent(id)}/${format}`);
    if (!reply.ok || reply.body === null) throw new Error(`${reply.status}: ${await reply.text()}`);
    let bytes = 0;
    for await (const chunk of reply.body) bytes += chunk.length;
    return String(bytes);
  });
}

/** Runs it once and prints its cost; meanwhile another client requests the projects repeatedly. */
async function measured(name: string, count: number, work: () => Promise<string>): Promise<string> {
  const idle = memoryMb(server.pid).now;
  const cpuBefore = cpuMicros(server.pid);
  let peak = idle;
  let worstMs = 0;
  let isDone = false;
  const sampler = setInterval(
    () => (peak = Math.max(peak, memoryMb(server.pid).now)),
    MEMORY_EVERY_MS,
  );
  const others = (async () => {
    while (!isDone) {
      const asked = performance.now();
      await (await fetch(`${server.url}/v1/projects`)).arrayBuffer();
      worstMs = Math.max(worstMs, performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, MEMORY_EVERY_MS));
    }
  })();
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1_000;
  isDone = true;
  await others;
  clearInterval(sampler);
  const cpu = (cpuMicros(server.pid) - cpuBefore) / 1e6;
  line(
    name,
    seconds.toFixed(2),
    Math.round(count / seconds).toLocaleString('en'),
    cpu.toFixed(1),
    (peak - idle).toFixed(0),
    `${worstMs.toFixed(0)} ms`,
  );
  return result;
}

function line(...cells: readonly string[]): void {
  process.stdout.write(
    `${cells.map((cell, index) => cell.padEnd(index === 0 ? 44 : 14)).join(' ')}\n`,
  );
}
