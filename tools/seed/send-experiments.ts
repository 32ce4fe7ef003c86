import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Random } from '../otlp/random.ts';
import { readable, SendError } from './export-client.ts';
import {
  PROMPTS,
  planEvaluations,
  planExamples,
  planRun,
  type PlannedExample,
  type PlannedRun,
} from './experiment-plan.ts';
import type { SeedTrace } from './seed-plan.ts';
import { sendTraces, type SendOptions } from './send-traces.ts';
import { traceSpans } from './trace-tree.ts';

/** The dataset that the experiments are on. */
export const EXPERIMENTS_DATASET = 'support questions';
const HOUR_MS = 3_600_000;
const REQUESTS_IN_FLIGHT = 8;

const Id = Type.Object({ data: Type.Object({ id: Type.String() }) });
const Uploaded = Type.Object({ data: Type.Object({ dataset_id: Type.String() }) });
const Examples = Type.Object({
  data: Type.Object({
    examples: Type.Array(Type.Object({ id: Type.String(), node_id: Type.Optional(Type.String()) })),
  }),
});
const Experiment = Type.Object({
  data: Type.Object({ id: Type.String(), project_name: Type.String() }),
});
const Listed = Type.Object({ data: Type.Array(Type.Unknown()) });

export interface ExperimentSeed {
  readonly examples: number;
  readonly seed: number;
  readonly nowMs: number;
}

/**
 * Makes a dataset of support questions and three experiments on it, each with its traces and
 * evaluations. Leaves a server alone that has them. How many runs were stored.
 */
export async function sendExperiments(
  { examples: count, seed, nowMs }: ExperimentSeed,
  options: SendOptions,
): Promise<number> {
  const found = await ask(
    options,
    Listed,
    'GET',
    `/v1/datasets?name=${encodeURIComponent(EXPERIMENTS_DATASET)}`,
  );
  if (found.data.length > 0) return 0;
  const random = new Random(seed);
  const planned = planExamples(count, random);
  const { data: dataset } = await ask(options, Uploaded, 'POST', '/v1/datasets/upload?sync=true', {
    name: EXPERIMENTS_DATASET,
    description:
      'Questions to the support of Northwind Outfitters, with answers that the team agreed on.',
    inputs: planned.map(({ question }) => ({ question })),
    outputs: planned.map(({ answer }) => ({ answer })),
    metadata: planned.map(({ topic, language, orderValueEur }) => ({
      topic,
      language,
      order_value_eur: orderValueEur,
    })),
    splits: planned.map(({ topic, language }) =>
      topic === 'refund' ? [language, 'refunds'] : [language],
    ),
  });
  const path = `/v1/datasets/${encodeURIComponent(dataset.dataset_id)}`;
  const { data } = await ask(options, Examples, 'GET', `${path}/examples`);
  const ids = data.examples.map(({ id, node_id: nodeId }) => nodeId ?? id);
  let runs = 0;
  for (const [place, prompt] of PROMPTS.entries()) {
    const { data: experiment } = await ask(options, Experiment, 'POST', `${path}/experiments`, {
      name: prompt.name,
      description: prompt.description,
      repetitions: prompt.repetitions,
      metadata: { model: 'gpt-4o', prompt: prompt.instructions },
    });
    const startMs = nowMs - (PROMPTS.length - place) * 20 * HOUR_MS;
    const jobs = planned.flatMap((example, at) =>
      Array.from({ length: prompt.repetitions }, (_, repetition) =>
        jobOf({
          random,
          example,
          run: planRun(prompt, example, random),
          exampleId: ids[at] ?? '',
          repetition: repetition + 1,
          startMs: startMs + at * 400,
        }),
      ),
    );
    await sendTraces(
      jobs.map(({ spans }): SeedTrace => ({ project: experiment.project_name, spans })),
      options,
    );
    await inParallel(jobs, async (job) => await sendRun(job, experiment.id, options));
    runs += jobs.length;
    if (place === 0)
      await ask(options, Id, 'POST', `/v1/experiments/${encodeURIComponent(experiment.id)}/tags`, {
        name: 'baseline',
      });
  }
  return runs;
}

interface Job {
  readonly example: PlannedExample;
  readonly run: PlannedRun;
  readonly body: object;
  readonly endMs: number;
  readonly spans: ReturnType<typeof traceSpans>;
}

interface Placed {
  readonly random: Random;
  readonly example: PlannedExample;
  readonly run: PlannedRun;
  readonly exampleId: string;
  readonly repetition: number;
  readonly startMs: number;
}

function jobOf({ random, example, run, exampleId, repetition, startMs }: Placed): Job {
  const spans = traceSpans(run.step, {
    random,
    startUnixNano: BigInt(startMs) * 1_000_000n,
    shared: {},
  });
  const [root] = spans;
  const timeOf = (unixNano: bigint): string =>
    new Date(Number(unixNano / 1_000_000n)).toISOString();
  const endMs = Number((root?.endTimeUnixNano ?? 0n) / 1_000_000n);
  const body = {
    dataset_example_id: exampleId,
    repetition_number: repetition,
    output: run.output,
    error: run.error,
    start_time: timeOf(root?.startTimeUnixNano ?? 0n),
    end_time: timeOf(root?.endTimeUnixNano ?? 0n),
    trace_id: Buffer.from(root?.traceId ?? []).toString('hex'),
  };
  return { example, run, body, endMs, spans };
}

async function sendRun(
  { example, run, body, endMs }: Job,
  experimentId: string,
  options: SendOptions,
): Promise<void> {
  const { data } = await ask(
    options,
    Id,
    'POST',
    `/v1/experiments/${encodeURIComponent(experimentId)}/runs`,
    body,
  );
  const at = new Date(endMs).toISOString();
  for (const evaluation of planEvaluations(run, example))
    await ask(options, Id, 'POST', '/v1/experiment_evaluations', {
      experiment_run_id: data.id,
      start_time: at,
      end_time: at,
      ...evaluation,
    });
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  // They share one iterator: each takes the next item.
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: REQUESTS_IN_FLIGHT }, worker));
}

async function ask<T extends TSchema>(
  { url, apiKey }: SendOptions,
  schema: T,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Static<T>> {
  const reply = await fetch(new URL(path, url), {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new SendError(`${method} ${url}${path}: ${reply.status} ${readable(text)}`);
  return Value.Parse(schema, JSON.parse(text));
}
