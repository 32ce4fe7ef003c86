import { examplesOf, uploadJson } from './dataset-rows.ts';

/** What a task gave for an example, and what an evaluator said of it. */
export interface LoggedRun {
  readonly output: unknown;
  readonly error?: string;
  readonly latencyMs?: number;
  readonly traceId?: string;
  /** By name: a score, or a label with its score. */
  readonly scores?: Readonly<Record<string, number | { readonly label: string; readonly score: number; readonly explanation?: string }>>;
}

interface PlannedExperiment {
  readonly name: string;
  readonly repetitions?: number;
  /** Null leaves the run out. */
  readonly run: (example: number, repetition: number) => LoggedRun | null;
}

interface Plan {
  readonly name: string;
  readonly inputs: readonly object[];
  readonly outputs?: readonly object[];
  readonly splits?: readonly (string | null)[];
  readonly experiments: readonly PlannedExperiment[];
}

export interface LoggedExperiments {
  /** Global IDs. */
  readonly dataset: string;
  readonly experiments: readonly string[];
  readonly examples: readonly string[];
}

/** Calls at once, as clients make them. */
const AT_ONCE = 16;
const START_MS = Date.UTC(2026, 10, 20, 18, 16);

/** Stores a dataset and runs experiments on it, as clients log them. */
export async function logExperiments(url: string, { name, inputs, outputs, splits, experiments }: Plan): Promise<LoggedExperiments> {
  const dataset = await uploadJson(url, {
    name,
    inputs,
    ...(outputs === undefined ? {} : { outputs }),
    ...(splits === undefined ? {} : { splits }),
  });
  const examples = (await examplesOf(url, dataset)).map(({ id }) => id);
  const ids: string[] = [];
  for (const one of experiments) {
    const body = { name: one.name, repetitions: one.repetitions ?? 1 };
    // One after the other: their numbers follow the plan.
    ids.push(await post(url, `/v1/datasets/${encodeURIComponent(dataset)}/experiments`, body));
  }
  await inTurns(
    experiments.flatMap((one, at) =>
      examples.flatMap((example, index) =>
        Array.from({ length: one.repetitions ?? 1 }, (_, repetition) => async () => {
          const run = one.run(index, repetition + 1);
          if (run !== null) await logRun(url, ids[at] ?? '', { example, repetition: repetition + 1 }, run);
        }),
      ),
    ),
  );
  return { dataset, experiments: ids, examples };
}

/** Logs one run with its evaluations; gives its Global ID. */
export async function logRun(
  url: string,
  experiment: string,
  { example, repetition }: { readonly example: string; readonly repetition: number },
  { output, error, latencyMs = 1000, traceId, scores = {} }: LoggedRun,
): Promise<string> {
  const times = { start_time: new Date(START_MS).toISOString(), end_time: new Date(START_MS + latencyMs).toISOString() };
  const run = await post(url, `/v1/experiments/${encodeURIComponent(experiment)}/runs`, {
    dataset_example_id: example,
    repetition_number: repetition,
    output,
    error: error ?? null,
    trace_id: traceId ?? null,
    ...times,
  });
  for (const [name, said] of Object.entries(scores))
    await post(url, '/v1/experiment_evaluations', {
      experiment_run_id: run,
      name,
      annotator_kind: 'CODE',
      result: typeof said === 'number' ? { score: said } : said,
      ...times,
    });
  return run;
}

async function post(url: string, path: string, body: object): Promise<string> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} was refused: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: { id: string } }).data.id;
}

async function inTurns(calls: readonly (() => Promise<void>)[]): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let call = calls[next++]; call !== undefined; call = calls[next++]) await call();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

const QUESTIONS = ['Where is my parcel?', 'Can I return shoes I wore once?', 'How long does a refund take?', 'Do you ship to Norway?'];
const ANSWERS = [
  'Your parcel left our warehouse this morning; the courier link is in your confirmation mail.',
  'Worn shoes can be exchanged for the same model only, within 30 days.',
  'Refunds reach your card within five business days after the return arrives.',
  'Yes, to all addresses in Norway; customs are included in the price at checkout.',
];
/** Of every so many examples the shorter prompt gets one wrong that was right. */
export const PLANTED_EVERY = 50;

/** Two experiments on so many examples, the second with regressions planted among the examples. */
export function plantedRegression(examples: number): Plan {
  const question = (n: number): string => `${QUESTIONS[n % QUESTIONS.length] ?? ''} (order ${1000 + n})`;
  const answer = (n: number): string => ANSWERS[n % ANSWERS.length] ?? '';
  const isPlanted = (n: number): boolean => n % PLANTED_EVERY === 17;
  const wasWrong = (n: number): boolean => n % 20 === 3;
  const judged = (isRight: boolean, n: number) => ({
    correctness: {
      label: isRight ? 'correct' : 'incorrect',
      score: isRight ? 1 : 0,
      explanation: isRight ? 'Says what the policy says.' : `Order ${1000 + n}: the policy says something else.`,
    },
    // Some examples are enough for a second evaluator.
    ...(n % 5 === 2 ? { faithfulness: isRight ? 0.9 : 0.3 } : {}),
  });
  return {
    name: 'support questions',
    inputs: Array.from({ length: examples }, (_, n) => ({ question: question(n) })),
    outputs: Array.from({ length: examples }, (_, n) => ({ answer: answer(n) })),
    splits: Array.from({ length: examples }, (_, n) => (n % 5 === 0 ? 'test' : 'train')),
    experiments: [
      {
        name: 'long prompt',
        run: (n) => ({
          output: { answer: wasWrong(n) ? 'I cannot say.' : answer(n) },
          latencyMs: 900 + n,
          scores: judged(!wasWrong(n), n),
        }),
      },
      {
        name: 'short prompt',
        run: (n) =>
          n % 100 === 61
            ? { output: null, error: 'RateLimitError: 429 Too Many Requests', latencyMs: 300 }
            : {
                output: {
                  answer: isPlanted(n) ? answer(n).replace('within', 'some time after').replace('Yes, to', 'No, not to') : answer(n),
                },
                latencyMs: 700 + n,
                scores: judged(!isPlanted(n), n),
              },
      },
    ],
  };
}
