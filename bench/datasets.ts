import { appendFileSync, mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { Random } from '../tools/otlp/random.ts';
import { BenchServer } from './bench-server.ts';
import { cpuMicros, memoryMb } from './server-figures.ts';

/**
 * `node bench/datasets.ts`: uploads, appends and reads of datasets, as wall time, CPU of the server
 * and memory. Rows have 600 bytes of JSON. `--rows` sets how many, `--appends` by how many appends
 * those are made that are read again and again.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    appends: { type: 'string', default: '1,100,1000' },
    formats: { type: 'string', default: 'json,jsonl,csv' },
  },
});
const rows = Number(values.rows);
const Reply = Type.Object({
  data: Type.Object({ dataset_id: Type.String(), num_created_examples: Type.Integer() }),
});
const WORDS =
  'refund parcel label invoice order delay answer tone policy customer ticket agent retry summary source quote'.split(
    ' ',
  );
const READ_ROUNDS = 5;
const random = new Random(600);
const folder = mkdtempSync(path.join(tmpdir(), 'telltale-bench-rows-'));
const server = await BenchServer.start();
try {
  console.log(`idle: ${memory()}`);
  for (const format of values.formats.split(',')) {
    const body = format === 'json' ? jsonBody() : await fileBody(format);
    await measured(`upload, ${rows} rows, ${format}`, () => send(body));
    const id = await measured(`the same again (an append that changes nothing), ${format}`, () =>
      send(body),
    );
    await measured(`read, ${rows} rows, ${format}`, () => read(id));
  }
  await appends();
} finally {
  await server.dispose();
  rmSync(folder, { recursive: true, force: true });
}

/** A content of some 600 bytes in all, no two alike. */
function sample(index: number): { input: object; output: object; metadata: object } {
  const text = (words: number): string =>
    Array.from({ length: words }, () => WORDS[random.between(0, WORDS.length - 1)]).join(' ');
  return {
    input: { question: `${index}: ${text(32)}` },
    output: { answer: text(38) },
    metadata: { tier: index % 3, language: 'en', source: 'bench' },
  };
}

function jsonBody(): () => RequestInit {
  const all = Array.from({ length: rows }, (_, index) => sample(index));
  const body = JSON.stringify({
    name: 'json',
    action: 'append',
    inputs: all.map((one) => one.input),
    outputs: all.map((one) => one.output),
    metadata: all.map((one) => one.metadata),
  });
  return () => ({ body, headers: { 'content-type': 'application/json' } });
}

async function fileBody(format: string): Promise<() => RequestInit> {
  const file = path.join(folder, `rows.${format}`);
  writeFileSync(file, format === 'csv' ? 'question,answer,tier\n' : '');
  for (let from = 0; from < rows; from += 10_000) {
    let text = '';
    for (let index = from; index < Math.min(from + 10_000, rows); index += 1) {
      const { input, output, metadata } = sample(index);
      const flat = { ...input, ...output, ...metadata };
      text +=
        format === 'csv'
          ? `${Object.values(flat).slice(0, 3).join(',')}\n`
          : `${JSON.stringify(flat)}\n`;
    }
    appendFileSync(file, text);
  }
  const type = format === 'csv' ? 'text/csv' : 'application/jsonl';
  const blob = await openAsBlob(file, { type });
  return () => {
    const body = new FormData();
    body.set('name', format);
    body.set('action', 'append');
    body.append('input_keys[]', 'question');
    body.append('output_keys[]', 'answer');
    body.append('metadata_keys[]', 'tier');
    body.set('file', blob, `rows.${format}`);
    return { body };
  };
}

async function send(body: () => RequestInit): Promise<string> {
  const reply = await fetch(`${server.url}/v1/datasets/upload?sync=true`, {
    method: 'POST',
    ...body(),
  });
  if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
  return Value.Parse(Reply, await reply.json()).data.dataset_id;
}

async function read(id: string): Promise<void> {
  const reply = await fetch(`${server.url}/v1/datasets/${encodeURIComponent(id)}/examples`, {
    headers: { 'accept-encoding': 'identity' },
  });
  if (reply.body === null) throw new Error('no body');
  let bytes = 0;
  for await (const chunk of reply.body) bytes += chunk.length;
  console.log(`  ${(bytes / 1e6).toFixed(1)} MB`);
}

/**
 * As many rows as the others, made by few appends and by many; read in turn, since the machine is
 * not the same from one minute to the next.
 */
async function appends(): Promise<void> {
  let index = 1e9;
  const append = (name: string, count: number): Promise<string> => {
    const all = Array.from({ length: count }, () => sample(index++));
    const body = JSON.stringify({
      name,
      action: 'append',
      inputs: all.map((one) => one.input),
      outputs: all.map((one) => one.output),
    });
    return send(() => ({ body, headers: { 'content-type': 'application/json' } }));
  };
  await measured('20 appends of 100 rows', async () => {
    for (let round = 0; round < 20; round += 1) await append('small', 100);
  });
  const made: { readonly times: number; readonly id: string }[] = [];
  for (const times of values.appends.split(',').map(Number)) {
    const each = Math.ceil(rows / times);
    let id = '';
    await measured(`${times} appends of ${each} rows`, async () => {
      for (let round = 0; round < times; round += 1) id = await append(`by ${times}`, each);
    });
    made.push({ times, id });
  }
  for (let round = 1; round <= READ_ROUNDS; round += 1)
    for (const { times, id } of made)
      await measured(`read of ${rows} rows after ${times} appends, round ${round}`, () => read(id));
}

async function measured<R>(what: string, work: () => Promise<R>): Promise<R> {
  const cpu = cpuMicros(server.pid);
  const started = performance.now();
  const result = await work();
  const seconds = ((performance.now() - started) / 1_000).toFixed(2);
  console.log(
    `${what}: ${seconds} s, ${((cpuMicros(server.pid) - cpu) / 1e6).toFixed(2)} s of CPU, ${memory()}`,
  );
  return result;
}

function memory(): string {
  const { now, peak } = memoryMb(server.pid);
  return `${now.toFixed(0)} MB now, ${peak.toFixed(0)} MB at most`;
}
