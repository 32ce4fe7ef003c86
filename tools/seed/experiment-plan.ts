import type { Random } from '../otlp/random.ts';
import { modelCall } from './model-calls.ts';
import { JACKETS, MANNERS, PRODUCTS, TOPICS, type Language } from './support-questions.ts';
import type { Step } from './trace-tree.ts';

/** An example of the seeded dataset, before the server gives it an id. */
export interface PlannedExample {
  readonly topic: string;
  readonly language: Language;
  readonly question: string;
  readonly answer: string;
  /** What a model says that does not look closely. */
  readonly hasty: string;
  readonly orderValueEur: number;
}

interface Prompt {
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  readonly repetitions: number;
  /** How often the answer is right. */
  readonly accuracy: (example: PlannedExample) => number;
  readonly written: (text: string, language: Language) => string;
}

const MODEL = 'gpt-4o';
/** Topics whose questions speak of sizes, zippers or tears. */
const ABOUT_JACKETS: ReadonlySet<string> = new Set(['refund', 'exchange', 'warranty', 'damage']);
const ERROR_RATE = 0.006;

/**
 * Three versions of one prompt. The last is better nearly everywhere, and worse at refunds in
 * German: what a comparison should bring to light.
 */
export const PROMPTS: readonly Prompt[] = [
  {
    name: 'first prompt',
    description: 'The prompt that went live in March.',
    instructions: 'You are the support agent of Northwind Outfitters. Be friendly and thorough.',
    repetitions: 1,
    accuracy: () => 0.78,
    written: (text, language) =>
      `${MANNERS[language].opening}\n\n${text}\n\n${MANNERS[language].closing}`,
  },
  {
    name: 'clearer instructions',
    description: 'Names the policies that answers must follow.',
    instructions:
      'You are the support agent of Northwind Outfitters. Follow the policies below to the letter and name every deadline and amount.',
    repetitions: 1,
    accuracy: ({ topic }) => (topic === 'warranty' ? 0.74 : 0.86),
    written: (text, language) => `${text}\n\n${MANNERS[language].closing}`,
  },
  {
    name: 'shorter answers',
    description: 'At most one sentence, to save tokens.',
    instructions:
      'You are the support agent of Northwind Outfitters. Follow the policies below to the letter. Answer in one sentence.',
    repetitions: 2,
    accuracy: ({ topic, language }) => (topic === 'refund' && language === 'german' ? 0.15 : 0.92),
    written: (text) => text,
  },
];

/**
 * Questions of every topic in every language, about as many of each, beginning with any of them.
 */
export function planExamples(count: number, random: Random, first = 0): readonly PlannedExample[] {
  const cells = Object.entries(TOPICS).flatMap(([topic, languages]) =>
    // as: the keys of the record are the languages.
    (Object.keys(languages) as Language[]).map((language) => ({
      topic,
      language,
      texts: languages[language],
    })),
  );
  return Array.from({ length: count }, (_, at): PlannedExample => {
    const { topic, language, texts } = cells[(first + at) % cells.length] ?? random.pick(cells);
    const orderValueEur = random.between(19, 389);
    const values: Readonly<Record<string, string>> = {
      product: random.pick(ABOUT_JACKETS.has(topic) ? JACKETS : PRODUCTS),
      order: `ORD-${random.between(100_000, 999_999)}`,
      days: String(random.between(3, 14)),
      amount: `${orderValueEur}.${random.pick(['00', '50', '90', '95'])}`,
    };
    const filled = (text: string): string =>
      text.replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
    return {
      topic,
      language,
      question: filled(random.pick(texts.questions)),
      answer: filled(texts.right),
      hasty: filled(texts.hasty),
      orderValueEur,
    };
  });
}

/** One run of a prompt on an example, with the trace it leaves. */
export interface PlannedRun {
  /** Null when the task failed. */
  readonly output: string | null;
  readonly error: string | null;
  readonly isCorrect: boolean;
  readonly step: Step;
}

export function planRun(prompt: Prompt, example: PlannedExample, random: Random): PlannedRun {
  const isCorrect = random.chance(prompt.accuracy(example));
  const failed = random.chance(ERROR_RATE);
  const answer = prompt.written(isCorrect ? example.answer : example.hasty, example.language);
  const messages = [
    { role: 'system', content: `${prompt.instructions}\n\n${policies(example.topic)}` },
    { role: 'user', content: example.question },
  ] as const;
  const error = {
    type: 'RateLimitError',
    message: '429 Rate limit reached for gpt-4o: try again in 1.6 s.',
    stack:
      'RateLimitError: 429 Rate limit reached for gpt-4o\n    at SupportAgent.answer (/app/src/agent/support-agent.ts:171:24)',
  };
  const call = modelCall(random, {
    model: MODEL,
    input: messages,
    output: { role: 'assistant', content: answer },
    ...(failed ? { error } : {}),
  });
  const step: Step = {
    name: 'Task: answer_question',
    kind: 'CHAIN',
    workMs: 1,
    attributes: {
      'input.value': JSON.stringify({ question: example.question }),
      'input.mime_type': 'application/json',
      ...(failed ? {} : { 'output.value': answer, 'output.mime_type': 'text/plain' }),
    },
    children: [call],
    ...(failed ? { error } : {}),
  };
  return {
    output: failed ? null : answer,
    error: failed ? `${error.type}: ${error.message}` : null,
    isCorrect,
    step,
  };
}

/** What the evaluators say of an answer. */
export function planEvaluations(run: PlannedRun, example: PlannedExample): readonly object[] {
  if (run.output === null) return [];
  const words = run.output.split(/\s+/).length;
  return [
    {
      name: 'correctness',
      annotator_kind: 'LLM',
      result: {
        label: run.isCorrect ? 'correct' : 'incorrect',
        score: run.isCorrect ? 1 : 0,
        explanation: run.isCorrect
          ? 'The answer names what the reference answer names.'
          : `The reference says: "${example.answer}" The answer leaves that out.`,
      },
    },
    {
      name: 'conciseness',
      annotator_kind: 'CODE',
      result: { score: Math.round(Math.max(0, 1 - words / 80) * 100) / 100 },
    },
    {
      name: 'names_the_order',
      annotator_kind: 'CODE',
      result: namesTheOrder(run.output, example.question),
    },
  ];
}

function namesTheOrder(output: string, question: string): object {
  const order = /ORD-\d+/.exec(question)?.[0];
  const isNamed = order === undefined || output.includes(order);
  return { label: isNamed ? 'yes' : 'no', score: isNamed ? 1 : 0 };
}

function policies(topic: string): string {
  const own = TOPICS[topic]?.english.right.replaceAll(/\{(\w+)\}/g, '<$1>') ?? '';
  return `Policies\n- ${own}\n- Answer in the language of the customer.\n- Never promise what a tool has not confirmed.`;
}
