import { examplesOf, uploadJson } from './dataset-rows.ts';
import {
  createExperiment,
  sendEvaluation,
  sendRun,
  type EvaluationResult,
} from './experiment-client.ts';

/*
 * Datasets with whole experiments, from a plan of each run's output and evaluations: for tests of
 * their display.
 */

/** A task's output for an example, and its evaluations, by name. */
interface PlannedRun {
  readonly output: unknown;
  readonly error?: string;
  readonly latencyMs?: number;
  readonly traceId?: string;
  readonly scores?: Readonly<Record<string, EvaluationResult>>;
}

interface PlannedExperiment {
  readonly name: string;
  readonly description?: string;
  readonly repetitions?: number;
  /** Null leaves the run out. */
  readonly run: (example: number, repetition: number) => PlannedRun | null;
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

/** Stores a dataset and runs experiments on it. */
export async function logExperiments(
  url: string,
  { experiments, ...upload }: Plan,
): Promise<LoggedExperiments> {
  const dataset = await uploadJson(url, upload);
  const ids: string[] = [];
  // One after the other: their numbers follow the plan.
  for (const { name, repetitions = 1 } of experiments)
    ids.push((await createExperiment(url, dataset, { name, repetitions })).id);
  const examples = (await examplesOf(url, dataset)).map(({ node_id: id }) => id);
  const each = experiments.map((one, at) => runCalls(url, ids[at] ?? '', examples, one));
  await inTurns(each.flat());
  return { dataset, experiments: ids, examples };
}

/** Runs one more experiment on a dataset. */
export async function logExperiment(url: string, dataset: string, planned: PlannedExperiment) {
  const { name, description, repetitions = 1 } = planned;
  const created = await createExperiment(url, dataset, {
    name,
    repetitions,
    ...(description === undefined ? {} : { description }),
  });
  await logRuns(url, dataset, created.id, planned);
  return created;
}

/** Logs runs of an experiment that was created before. */
export async function logRuns(
  url: string,
  dataset: string,
  experiment: string,
  planned: Omit<PlannedExperiment, 'name'>,
): Promise<void> {
  const examples = (await examplesOf(url, dataset)).map(({ node_id: id }) => id);
  await inTurns(runCalls(url, experiment, examples, planned));
}

/**
 * The task of an experiment of which only scores matter: what each evaluator gave, example by
 * example; null for a run that failed.
 */
export function scored(
  scores: Readonly<Record<string, readonly (number | null)[]>>,
): PlannedExperiment['run'] {
  const [failing = []] = Object.values(scores);
  return (example) => {
    const output = { answer: `answer ${example}` };
    if (failing[example] === null) return { output, error: 'The model refused' };
    return {
      output,
      scores: Object.fromEntries(
        Object.entries(scores).map(([name, values]) => [name, values[example] ?? 0]),
      ),
    };
  };
}

function runCalls(
  url: string,
  experiment: string,
  examples: readonly string[],
  { repetitions = 1, run }: Omit<PlannedExperiment, 'name'>,
): readonly (() => Promise<void>)[] {
  return examples.flatMap((example, index) =>
    Array.from({ length: repetitions }, (_, before) => async () => {
      const planned = run(index, before + 1);
      if (planned !== null)
        await logRun(url, experiment, { example, repetition: before + 1 }, planned);
    }),
  );
}

/** Logs one run with its evaluations. */
export async function logRun(
  url: string,
  experiment: string,
  { example, repetition }: { readonly example: string; readonly repetition: number },
  { output, error, latencyMs = 1000, traceId, scores = {} }: PlannedRun,
): Promise<void> {
  const { status, id } = await sendRun(url, experiment, {
    dataset_example_id: example,
    repetition_number: repetition,
    output,
    error: error ?? null,
    trace_id: traceId ?? null,
    latencyMs,
  });
  if (status !== 200) throw new Error(`A run was refused: ${status}`);
  for (const [name, result] of Object.entries(scores)) {
    const answered = await sendEvaluation(url, id, name, result);
    if (answered !== 200) throw new Error(`An evaluation was refused: ${answered}`);
  }
}

async function inTurns(calls: readonly (() => Promise<void>)[]): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let call = calls[next++]; call !== undefined; call = calls[next++]) await call();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

const QUESTIONS = [
  'Where is my parcel?',
  'Can I return shoes I wore once?',
  'How long does a refund take?',
  'Do you ship to Norway?',
];
const ANSWERS = [
  'Your parcel left our warehouse this morning; the courier link is in your confirmation mail.',
  'Worn shoes can be exchanged for the same model only, within 30 days.',
  'Refunds reach your card within five business days after the return arrives.',
  'Yes, to all addresses in Norway; customs are included in the price at checkout.',
];
/** Of every so many examples the shorter prompt gets one wrong that was right. */
const PLANTED_EVERY = 50;

/** Two experiments on so many examples, the second with regressions planted among the examples. */
export function plantedRegression(examples: number): Plan {
  const question = (n: number): string =>
    `${QUESTIONS[n % QUESTIONS.length] ?? ''} (order ${1000 + n})`;
  const answer = (n: number): string => ANSWERS[n % ANSWERS.length] ?? '';
  const isPlanted = (n: number): boolean => n % PLANTED_EVERY === 17;
  const wasWrong = (n: number): boolean => n % 20 === 3;
  const evaluated = (isRight: boolean, n: number) => ({
    correctness: {
      label: isRight ? 'correct' : 'incorrect',
      score: isRight ? 1 : 0,
      explanation: isRight
        ? 'Says what the policy says.'
        : `Order ${1000 + n}: the policy says something else.`,
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
          scores: evaluated(!wasWrong(n), n),
        }),
      },
      {
        name: 'short prompt',
        run: (n) =>
          n % 100 === 61
            ? { output: null, error: 'RateLimitError: 429 Too Many Requests', latencyMs: 300 }
            : {
                output: {
                  answer: isPlanted(n)
                    ? answer(n)
                        .replace('within', 'some time after')
                        .replace('Yes, to', 'No, not to')
                    : answer(n),
                },
                latencyMs: 700 + n,
                scores: evaluated(!isPlanted(n), n),
              },
      },
    ],
  };
}
