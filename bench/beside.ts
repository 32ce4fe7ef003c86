import { parseArgs } from 'node:util';
import { BenchServer } from './bench-server.ts';
import { generateLoad } from './load/load-generator.ts';
import { makeTemplates } from './load/request-template.ts';
import { cpuMicros } from './server-figures.ts';

/**
 * `node bench/beside.ts`: what judgements and uploads cost ingest, in slices of seconds that take turns: alone, beside judgements, beside uploads, and the
 * other way round. Whatever else the machine does falls on all of them alike, so the ratio of two neighbours says more than either rate. Work beside begins
 * and ends with its slice; both are closed loops, as fast as replies come.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '16' }, seconds: { type: 'string', default: '3' }, rate: { type: 'string', default: '0' } },
});
const SPANS = 20_000;
const SPANS_PER_REQUEST = 500;
const JUDGEMENTS = 1_000;
const ROWS = 10_000;
const WORDS = 'the parcel was sent on Monday, arrived "damaged" on Thursday and went back with the enclosed label before noon ';

type Kind = 'alone' | 'judgements' | 'uploads';
const ORDER: readonly Kind[] = ['alone', 'judgements', 'uploads', 'uploads', 'judgements', 'alone'];
/** What is asked for meanwhile, again and again; how many things it was. */
const WORK: Readonly<Record<Kind, ((signal: AbortSignal) => Promise<number>) | null>> = {
  alone: null,
  judgements: judge,
  uploads: upload,
};

// Made once: this process is also the one that sends the spans.
const file = new Blob(
  Array.from({ length: ROWS }, (_, at) => `${JSON.stringify({ question: `${at} ${WORDS.repeat(2)}`, answer: WORDS.repeat(3) })}\n`),
  { type: 'application/jsonl' },
);
const judgement = (at: number) => ({
  name: 'quality',
  annotator_kind: 'LLM',
  result: { label: at % 3 === 0 ? 'bad' : 'good', score: at / JUDGEMENTS, explanation: WORDS },
});
// Made once as well: in the time that takes nothing else is sent.
const TEMPLATES = makeTemplates({
  project: 'load',
  spansPerRequest: values.rate === '0' ? 512 : 100,
  spanBytes: 1_600,
  count: 64,
  seed: 1,
});
const server = await BenchServer.start();
try {
  await ingest(2, 0);
  for (let from = 0; from < SPANS; from += SPANS_PER_REQUEST) await post('/v1/projects/judged/spans', { data: spansFrom(from) });
  const rates: Record<Kind, number[]> = { alone: [], judgements: [], uploads: [] };
  const done: Record<Kind, number> = { alone: 0, judgements: 0, uploads: 0 };
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const kind of round % 2 === 0 ? ORDER.slice(0, 3) : ORDER.slice(3)) {
      const over = new AbortController();
      const work = WORK[kind];
      const beside = work === null ? Promise.resolve() : untilOver(over.signal, async () => (done[kind] += await work(over.signal)));
      const cpu = cpuMicros(server.pid);
      rates[kind].push(await ingest(Number(values.seconds), Number(values.rate)));
      over.abort();
      await beside;
      process.stdout.write(
        `${kind}: ${(rates[kind].at(-1) ?? 0).toFixed(0)} spans/s, ${((cpuMicros(server.pid) - cpu) / 1e6).toFixed(1)} s of CPU\n`,
      );
    }
  }
  for (const kind of ['judgements', 'uploads'] as const) {
    const ratios = rates[kind].map((rate, round) => rate / (rates.alone[round] ?? 1)).toSorted((a, b) => a - b);
    const median = ratios[Math.floor(ratios.length / 2)] ?? 0;
    const total = sum(rates[kind]) / sum(rates.alone);
    const perSecond = done[kind] / (Number(values.rounds) * Number(values.seconds));
    process.stdout.write(
      `beside ${kind} (${perSecond.toFixed(0)}/s): ${percentLess(total)} in all, ${percentLess(median)} in the middle of ${ratios.length} pairs\n`,
    );
  }
} finally {
  await server.dispose();
}

async function ingest(seconds: number, rate: number): Promise<number> {
  const report = await generateLoad({
    url: server.url,
    wire: 'http',
    project: 'load',
    connections: 8,
    spansPerRequest: rate === 0 ? 512 : 100,
    spanBytes: 1_600,
    gzip: false,
    spansMax: Number.POSITIVE_INFINITY,
    durationMsMax: seconds * 1_000,
    rate,
    templates: 64,
    seed: Math.floor(Math.random() * 2 ** 31),
    made: TEMPLATES,
  });
  return report.spansPerSecond;
}

async function untilOver(signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  try {
    while (!signal.aborted) await work();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function judge(signal: AbortSignal): Promise<number> {
  const first = Math.floor(Math.random() * (SPANS - JUDGEMENTS));
  const data = Array.from({ length: JUDGEMENTS }, (_, at) => ({ span_id: spanId(first + at), ...judgement(at) }));
  await post('/v1/span_annotations?sync=true', { data }, signal);
  return JUDGEMENTS;
}

async function upload(signal: AbortSignal): Promise<number> {
  const form = new FormData();
  form.set('name', `beside ${Math.random()}`);
  form.append('input_keys[]', 'question');
  form.append('output_keys[]', 'answer');
  form.set('file', file, 'rows.jsonl');
  const reply = await fetch(`${server.url}/v1/datasets/upload?sync=true`, { method: 'POST', body: form, signal });
  if (!reply.ok) throw new Error(`upload: ${reply.status} ${await reply.text()}`);
  await reply.arrayBuffer();
  return ROWS;
}

async function post(path: string, body: object, signal?: AbortSignal): Promise<void> {
  const reply = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  await reply.arrayBuffer();
}

function spansFrom(first: number): object[] {
  return Array.from({ length: SPANS_PER_REQUEST }, (_, at) => ({
    name: 'step',
    context: { trace_id: (1 + Math.floor((first + at) / 10)).toString(16).padStart(32, '0'), span_id: spanId(first + at) },
    span_kind: 'LLM',
    start_time: '2026-03-01T12:00:00+00:00',
    end_time: '2026-03-01T12:00:01+00:00',
    status_code: 'OK',
  }));
}

function spanId(number: number): string {
  return (number + 1).toString(16).padStart(16, 'a');
}

function sum(list: readonly number[]): number {
  return list.reduce((all, one) => all + one, 0);
}

function percentLess(ratio: number): string {
  return ratio > 1 ? `${(100 * ratio - 100).toFixed(1)} % more` : `${(100 - 100 * ratio).toFixed(1)} % less`;
}
