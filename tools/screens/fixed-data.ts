import { setTimeout } from 'node:timers/promises';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Random } from '../otlp/random.ts';
import { annotationsOf } from '../seed/annotations.ts';
import { seedTraces, type SeedTrace } from '../seed/seed-plan.ts';
import { sendAnnotations } from '../seed/send-annotations.ts';
import { EXPERIMENTS_DATASET, sendExperiments } from '../seed/send-experiments.ts';
import { sendTraces } from '../seed/send-traces.ts';
import { sendFixedDatasets } from './fixed-datasets.ts';
import { sendFixedKeys } from './fixed-keys.ts';

/**
 * When the pictures are taken, as far as the page knows: data and clock never change, so pictures
 * differ only when the page does.
 */
export const SCREEN_TIME = new Date('2026-11-20T18:00:00Z');
const TRACES = 600;
const ANNOTATIONS_SEED = 8;
/**
 * Not that of the traces, whose ids it would give again: a run would name a trace of another
 * project, and wait for it.
 */
const EXPERIMENTS_SEED = 9;
/** Of the dataset with three experiments. */
const EXAMPLES = 150;
const FINAL_POLL_MS = 2_000;
const FINAL_MS_MAX = 180_000;

/**
 * Ids that the screens' addresses need, hexadecimal; each names the first of its kind in the data.
 */
export interface FixedData {
  /** A coding task of some twenty spans. */
  readonly task: string;
  /** Another, to compare it with. */
  readonly otherTask: string;
  /** A question about documents, and the span of it that found them. */
  readonly question: string;
  readonly retriever: string;
  /**
   * A support agent's turn with tools whose results are short, late in a conversation, and its last
   * model call.
   */
  readonly turn: string;
  readonly modelCall: string;
  readonly session: string;
  /** A dataset of three versions, by Global ID. */
  readonly dataset: string;
  /**
   * A dataset with three experiments, by name: the third is worse than the others at some examples.
   */
  readonly experiments: string;
}

/** Sends the data to an empty server. */
export async function sendFixedData(url: string): Promise<FixedData> {
  const nowUnixNano = BigInt(SCREEN_TIME.getTime()) * 1_000_000n;
  const traces = [...seedTraces({ traces: TRACES, seed: 7, days: 7, nowUnixNano })].filter(
    ({ spans }) => !needsOtherFonts(spans),
  );
  await sendTraces(traces, { url });
  const random = new Random(ANNOTATIONS_SEED);
  await sendAnnotations(
    traces.flatMap((trace) => annotationsOf(trace, random)),
    { url },
  );
  const tasks = traces.filter(
    ({ project, spans }) => project === 'code-assistant' && spans.length > 14 && spans.length < 30,
  );
  const question = find(
    traces,
    ({ project, spans }) =>
      project === 'rag-docs' && spans.some((span) => kindOf(span) === 'RERANKER'),
  );
  const turn = find(
    traces.toReversed(),
    ({ project, spans }) =>
      project === 'support-agent' &&
      isInEnglish(spans) &&
      turnsBefore(traces, spans) >= 4 &&
      spans.length > 6 &&
      spans.every(({ name }) => name !== 'lookup_order'),
  );
  const [task, otherTask] = tasks;
  if (task === undefined || otherTask === undefined)
    throw new Error('The example data has too few coding tasks.');
  await sendChanges(url, traceIdOf(otherTask));
  await sendFixedKeys(url);
  const dataset = await sendFixedDatasets(url);
  await sendExperiments(
    { examples: EXAMPLES, seed: EXPERIMENTS_SEED, nowMs: SCREEN_TIME.getTime() },
    { url },
  );
  await untilFiguresAreFinal(url);
  return {
    task: traceIdOf(task),
    otherTask: traceIdOf(otherTask),
    question: traceIdOf(question),
    retriever: spanIdOf(question, 'RETRIEVER'),
    turn: traceIdOf(turn),
    modelCall: spanIdOf({ ...turn, spans: turn.spans.toReversed() }, 'LLM'),
    session: String(sessionOf(turn.spans)),
    dataset: encodeURIComponent(dataset),
    experiments: encodeURIComponent(EXPERIMENTS_DATASET),
  };
}

/**
 * Tokens and cost of a run may change for a minute, since spans of its trace may still arrive; the
 * page says so until then.
 */
async function untilFiguresAreFinal(url: string): Promise<void> {
  const deadline = performance.now() + FINAL_MS_MAX;
  const [dataset = ''] = await dataOf(
    `${url}/v1/datasets?name=${encodeURIComponent(EXPERIMENTS_DATASET)}`,
    Named,
    ({ id }) => id,
  );
  const summaries = `${url}/v1/datasets/${encodeURIComponent(dataset)}/experiment_summaries`;
  while (
    (await dataOf(summaries, Pending, ({ pending_traces: pending }) => pending)).some(
      (pending) => pending > 0,
    )
  ) {
    if (performance.now() > deadline)
      throw new Error(`Tokens and cost of the experiments still change after ${FINAL_MS_MAX} ms.`);
    await setTimeout(FINAL_POLL_MS);
  }
}

const Named = Type.Object({ id: Type.String() });
const Pending = Type.Object({ pending_traces: Type.Integer() });

/** A part of each thing in a reply. */
async function dataOf<Thing extends TSchema, Part>(
  address: string,
  schema: Thing,
  part: (thing: Static<Thing>) => Part,
): Promise<Part[]> {
  const reply = await fetch(address);
  return Value.Parse(Type.Object({ data: Type.Array(schema) }), await reply.json()).data.map(part);
}

/** An annotation that was changed twice, one after the other. */
async function sendChanges(url: string, trace: string): Promise<void> {
  const results = [
    { label: 'incomplete', score: 0.4, explanation: 'The change is there, its test is not.' },
    { label: 'done', score: 0.9, explanation: 'The test came with the second commit.' },
    {
      label: 'done',
      score: 1,
      explanation: 'The test came with the second commit, and it failed before.',
    },
  ];
  for (const result of results)
    await sendAnnotations(
      [
        {
          route: 'trace_annotations',
          item: { trace_id: trace, name: 'review', annotator_kind: 'HUMAN', result },
        },
      ],
      {
        url,
      },
    );
}

type Spans = SeedTrace['spans'];

/** The page brings fonts for Latin letters; all others look different on each machine. */
function needsOtherFonts(spans: Spans): boolean {
  const asText = (_: string, value: unknown): unknown =>
    typeof value === 'bigint' ? String(value) : value;
  const text = JSON.stringify(
    spans.map(({ attributes }) => attributes),
    asText,
  );
  return /\p{Extended_Pictographic}|[^\P{L}\p{Script=Latin}]/u.test(text);
}

function find(traces: readonly SeedTrace[], wanted: (trace: SeedTrace) => boolean): SeedTrace {
  const found = traces.find(wanted);
  if (found === undefined) throw new Error('The example data has no such trace.');
  return found;
}

function isInEnglish(spans: Spans): boolean {
  const metadata = spans[0]?.attributes?.['metadata'];
  return typeof metadata === 'string' && metadata.includes('"language":"english"');
}

function turnsBefore(traces: readonly SeedTrace[], spans: Spans): number {
  const session = sessionOf(spans);
  return traces.filter((trace) => sessionOf(trace.spans) === session).length;
}

function sessionOf(spans: Spans): unknown {
  return spans[0]?.attributes?.['session.id'];
}

function kindOf(span: Spans[number]): unknown {
  return span.attributes?.['openinference.span.kind'];
}

function traceIdOf({ spans }: SeedTrace): string {
  return Buffer.from(spans[0]?.traceId ?? []).toString('hex');
}

function spanIdOf({ spans }: SeedTrace, kind: string): string {
  return Buffer.from(spans.find((span) => kindOf(span) === kind)?.spanId ?? []).toString('hex');
}
