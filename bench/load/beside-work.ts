import { ExperimentLoad } from './experiment-load.ts';

/**
 * The sender of the work beside ingest for `bench/beside.ts`, in a separate process: after `start`
 * with a kind of work, it sends requests one after the other until `stop`, and then reports how
 * many annotations, rows or runs were stored.
 */
const ANNOTATIONS = 1_000;
const ROWS = 10_000;
const CONNECTIONS = 8;
const WORDS =
  'the parcel was sent on Monday, arrived "damaged" on Thursday and went back with the enclosed label before noon ';

export type Kind = 'annotations' | 'uploads' | 'runs';
export interface Order {
  readonly kind: Kind | null;
}
export interface Done {
  readonly count: number;
  readonly cpuMicros: number;
}

const [url = '', spans = '0'] = process.argv.slice(2);
const WORK: Readonly<Record<Kind, (signal: AbortSignal) => Promise<number>>> = {
  annotations: annotate,
  uploads: upload,
  runs: logRuns,
};
const file = new Blob(
  Array.from(
    { length: ROWS },
    (_, at) =>
      `${JSON.stringify({ question: `${at} ${WORDS.repeat(2)}`, answer: WORDS.repeat(3) })}\n`,
  ),
  { type: 'application/jsonl' },
);
let experiment: Promise<ExperimentLoad> | null = null;
let over = new AbortController();
let working: Promise<number> = Promise.resolve(0);

process.on('message', (order: Order) => {
  if (order.kind === null) void stop();
  else begin(order.kind);
});
process.on('disconnect', () => process.exit());

function begin(kind: Kind): void {
  over = new AbortController();
  const cpu = process.cpuUsage();
  working = untilOver(over.signal, WORK[kind]).then((count) => {
    const { user, system } = process.cpuUsage(cpu);
    process.send?.({ count, cpuMicros: user + system } satisfies Done);
    return count;
  });
}

async function stop(): Promise<void> {
  over.abort();
  await working;
}

async function untilOver(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  let count = 0;
  try {
    while (!signal.aborted) count += await work(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return count;
}

async function annotate(signal: AbortSignal): Promise<number> {
  const first = Math.floor(Math.random() * (Number(spans) - ANNOTATIONS));
  const data = Array.from({ length: ANNOTATIONS }, (_, at) => ({
    span_id: spanId(first + at),
    name: 'quality',
    annotator_kind: 'LLM',
    result: { label: at % 3 === 0 ? 'bad' : 'good', score: at / ANNOTATIONS, explanation: WORDS },
  }));
  const reply = await fetch(`${url}/v1/span_annotations?sync=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
    signal,
  });
  if (!reply.ok) throw new Error(`annotations: ${reply.status} ${await reply.text()}`);
  await reply.arrayBuffer();
  return ANNOTATIONS;
}

async function upload(signal: AbortSignal): Promise<number> {
  const form = new FormData();
  form.set('name', `beside ${Math.random()}`);
  form.append('input_keys[]', 'question');
  form.append('output_keys[]', 'answer');
  form.set('file', file, 'rows.jsonl');
  const reply = await fetch(`${url}/v1/datasets/upload?sync=true`, {
    method: 'POST',
    body: form,
    signal,
  });
  if (!reply.ok) throw new Error(`upload: ${reply.status} ${await reply.text()}`);
  await reply.arrayBuffer();
  return ROWS;
}

/** Runs of one experiment, one per request, until it is stopped. */
async function logRuns(signal: AbortSignal): Promise<number> {
  experiment ??= ExperimentLoad.create(url, CONNECTIONS);
  return (await (await experiment).runs({ signal })).count;
}

function spanId(number: number): string {
  return (number + 1).toString(16).padStart(16, 'a');
}
