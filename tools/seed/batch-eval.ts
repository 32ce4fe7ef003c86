import type { Random } from '../otlp/random.ts';
import type { Topic, Turn } from './conversation.ts';
import { planExamples } from './experiment-plan.ts';
import { modelCall, type Message } from './model-calls.ts';
import { someCustomer } from './people.ts';
import { someOrder, type Order } from './shop.ts';
import { SCENARIOS } from './support-scenarios.ts';
import { fillOne } from './templates.ts';
import type { Step } from './trace-tree.ts';

/**
 * Offline work: tickets are sorted by topic and answers are graded by an LLM evaluator, one by one
 * or as a run of thousands of equal steps.
 */

const LABELS: readonly Topic[] = [
  'delivery',
  'returns',
  'exchange',
  'damage',
  'billing',
  'cancellation',
  'product question',
  'complaint',
];
const REASONS: Readonly<Record<Topic, string>> = {
  delivery: 'The customer asks where a parcel is.',
  returns: 'The customer wants to send an article back for a refund.',
  exchange: 'The customer wants another size of the same article.',
  damage: 'The article arrived broken.',
  billing: 'The customer was charged more often than once.',
  cancellation: 'The customer wants to stop an order.',
  'product question': 'The customer has not bought yet and asks about an article.',
  complaint: 'The customer complains about earlier answers rather than asking a question.',
};
/** Of the dataset that evaluation runs are over; with repetitions they have more steps. */
const DATASET_TICKETS = 600;
const CHANNELS = ['e-mail', 'chat', 'contact form'] as const;

interface Ticket {
  readonly topic: Topic;
  readonly text: string;
  readonly order: Order;
}

/** A first message of a conversation, as it arrives in the ticket system. */
function ticket(random: Random, nowMs: number): Ticket {
  const customer = someCustomer(random);
  const order = someOrder(random, customer, nowMs);
  const fitting = SCENARIOS[customer.language].filter(({ fits }) => fits?.(order) !== false);
  const scenario = random.pick(fitting);
  const text =
    scenario.turns[0] === undefined ? '' : fillOne(scenario.turns[0].says, order.values, random);
  return { topic: scenario.topic, text, order };
}

/** A ticket sorted by a model, and compared with what a human chose. */
export function classification(random: Random, nowMs: number): Step {
  const { topic, text, order } = ticket(random, nowMs);
  const label = random.chance(0.92) ? topic : random.pick(LABELS);
  const verdict = {
    label,
    confidence: Math.round((0.55 + random.fraction() * 0.45) * 1_000) / 1_000,
    explanation: REASONS[label],
  };
  const malformed = random.chance(0.02);
  const mail = `Channel: ${random.pick(CHANNELS)}\nFrom: ${order.customer.name} <${order.customer.email}>\nOrder: ${order.id}, ${order.product.name}\n\n${text}\n\n${order.customer.name}`;
  const model = modelCall(random, {
    model: random.chance(0.7) ? 'gpt-4o-mini' : 'gemini-2.5-flash',
    input: [
      {
        role: 'system',
        content: `Sort the ticket into one of: ${LABELS.join(', ')}. Reply as JSON with label, confidence and explanation.`,
      },
      { role: 'user', content: mail },
    ],
    output: {
      role: 'assistant',
      content: malformed ? `Sure! The label is ${label}.` : JSON.stringify(verdict),
    },
  });
  return {
    name: 'classify_ticket',
    kind: 'CHAIN',
    workMs: 0.5,
    attributes: {
      'input.value': mail,
      'input.mime_type': 'text/plain',
      ...(malformed
        ? {}
        : { 'output.value': JSON.stringify(verdict), 'output.mime_type': 'application/json' }),
    },
    children: [model, ...(malformed ? [] : [exactMatch(random, label, topic)])],
    ...(malformed ? { error: notJson(`Sure! The label is ${label}.`) } : {}),
  };
}

/**
 * An answer of the support agent, graded by an LLM evaluator against the answer that the team
 * agreed on.
 */
export function gradedAnswer(random: Random): Step {
  const [example] = planExamples(1, random, random.between(0, 1_000));
  if (example === undefined) throw new Error('There is no example to grade.');
  const isRight = random.chance(0.81);
  const answer = isRight ? example.answer : example.hasty;
  const verdict = isRight
    ? {
        explanation: 'The answer names everything that the reference names.',
        label: 'correct',
        score: 1,
      }
    : {
        explanation: `The reference says: “${example.answer}” The answer leaves that out.`,
        label: 'incorrect',
        score: 0,
      };
  const malformed = random.chance(0.02);
  const reply = malformed
    ? `Label: ${verdict.label}\nBecause: ${verdict.explanation}`
    : JSON.stringify(verdict);
  const input = { question: example.question, reference: example.answer, answer };
  const model = modelCall(random, {
    model: random.chance(0.6) ? 'gpt-4o' : 'claude-sonnet-4-5',
    input: [
      {
        role: 'system',
        content:
          'Compare the answer with the reference. Explain first, then give a label (correct, incorrect) and a score. Reply as JSON.',
      },
      {
        role: 'user',
        content: `Question: ${example.question}\nReference: ${example.answer}\nAnswer: ${answer}`,
      },
    ],
    output: { role: 'assistant', content: reply },
  });
  return {
    name: 'grade_answer',
    kind: 'EVALUATOR',
    workMs: 1,
    attributes: {
      'input.value': JSON.stringify(input),
      'input.mime_type': 'application/json',
      ...(malformed
        ? {}
        : { 'output.value': JSON.stringify(verdict), 'output.mime_type': 'application/json' }),
      metadata: JSON.stringify({ topic: example.topic, language: example.language }),
    },
    children: [model],
    ...(malformed ? { error: notJson(reply.split('\n')[0] ?? '') } : {}),
  };
}

/** One run over a dataset: `spans` spans in all, in groups that run side by side. */
export function evaluationRun(random: Random, spans: number, nowMs: number): Step {
  const tickets = Array.from({ length: Math.min(DATASET_TICKETS, spans) }, () =>
    ticket(random, nowMs),
  );
  const groups: Step[] = [];
  let left = spans - 1;
  let failed = 0;
  while (left > 0) {
    const items: Step[] = [];
    left--;
    for (; items.length < 24 && left > 0; left--) {
      const item = shortStep(random, random.pick(tickets));
      if (item.error !== undefined) failed++;
      items.push(item);
    }
    groups.push({
      name: `batch ${groups.length + 1}`,
      kind: 'CHAIN',
      workMs: 1,
      parallel: true,
      attributes: { metadata: JSON.stringify({ size: items.length }) },
      children: items,
    });
  }
  return {
    name: 'evaluation_run',
    kind: 'CHAIN',
    workMs: 40,
    children: groups,
    attributes: {
      'input.value': JSON.stringify({
        dataset: 'tickets-2026-11',
        prompt: 'classify-v4',
        examples: spans - 1 - groups.length,
      }),
      'input.mime_type': 'application/json',
      'output.value': JSON.stringify({ accuracy: random.between(893, 931) / 1_000, failed }),
      'output.mime_type': 'application/json',
    },
  };
}

function shortStep(random: Random, { topic, text }: Ticket): Step {
  const failed = random.chance(0.004);
  const label = random.chance(0.92) ? topic : random.pick(LABELS);
  return {
    name: 'classify',
    kind: 'EVALUATOR',
    workMs: random.around(600),
    attributes: {
      'input.value': text,
      ...(failed ? {} : { 'output.value': JSON.stringify({ label, explanation: REASONS[label] }) }),
      'llm.model_name': 'gpt-4o-mini',
    },
    ...(failed ? { error: notJson(`Sure! The label is ${label}.`) } : {}),
  };
}

function exactMatch(random: Random, label: Topic, topic: Topic): Step {
  // Humans err too.
  const expected = random.chance(0.98) ? topic : random.pick(LABELS);
  return {
    name: 'exact_match',
    kind: 'EVALUATOR',
    workMs: 0.3,
    attributes: {
      'input.value': JSON.stringify({ output: label, expected }),
      'input.mime_type': 'application/json',
      'output.value': JSON.stringify({
        label: label === expected ? 'match' : 'mismatch',
        score: label === expected ? 1 : 0,
      }),
      'output.mime_type': 'application/json',
    },
  };
}

function notJson(reply: string): NonNullable<Step['error']> {
  return {
    type: 'JSONDecodeError',
    message: 'Expecting value: line 1 column 1 (char 0)',
    stack: `Traceback (most recent call last):
  File "/srv/eval/classify.py", line 37, in classify
    return json.loads(reply)
json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0) in ${JSON.stringify(reply)}`,
  };
}

/**
 * A review of many conversations in one prompt: very long, to see that long text stays pleasant.
 */
export function transcriptReview(random: Random, turns: number, nowMs: number): Step {
  const input: Message[] = [
    {
      role: 'system',
      content:
        'You review conversations of our support agent. Say for each what went well, and what did not.',
    },
  ];
  const lines: string[] = [];
  for (let number = 1; number * 2 <= turns; number++) {
    const { topic, order, transcript } = conversation(random, nowMs);
    input.push({
      role: 'user',
      content: `Conversation ${number} of ${Math.floor(turns / 2)} (${topic}, ${order.id})\n\n${transcript}`,
    });
    input.push({
      role: 'assistant',
      content: `Solved. ${REASONS[topic]} The agent looked up ${order.id} before it promised anything and named the next step.`,
    });
    lines.push(
      `${number}. **${order.id}** (${topic}): ${REASONS[topic]} ${order.customer.first} got an answer about the ${order.product.name} without a second request.`,
    );
  }
  input.push({
    role: 'user',
    content:
      'Now write the summary for the weekly meeting: one line for each conversation, and what they have in common.',
  });
  const summary = `## Conversations of this week\n\n${lines.join('\n')}\n\n### In common\n\n- Most questions come up because the tracking page of the carrier is slower than its e-mails.\n- Answers that name a date are not asked again.\n- Refunds above 200 EUR wait longest, for the approval.`;
  return {
    name: 'review_transcripts',
    kind: 'CHAIN',
    workMs: 3,
    attributes: {
      'input.value': input.at(-1)?.content ?? '',
      'input.mime_type': 'text/plain',
      'output.value': summary,
      'output.mime_type': 'text/markdown',
    },
    children: [
      modelCall(random, {
        model: 'gemini-2.5-pro',
        input,
        output: { role: 'assistant', content: summary },
        reasoningTokens: random.between(500, 4_000),
      }),
    ],
  };
}

function conversation(
  random: Random,
  nowMs: number,
): Pick<Ticket, 'topic' | 'order'> & { transcript: string } {
  const customer = someCustomer(random);
  const order = someOrder(random, customer, nowMs);
  const scenario = random.pick(
    SCENARIOS[customer.language].filter(({ fits }) => fits?.(order) !== false),
  );
  const told = ({ says, answers }: Turn) =>
    `${customer.first}: ${fillOne(says, order.values, random)}\nAgent: ${fillOne(answers, order.values, random)}`;
  return { topic: scenario.topic, order, transcript: scenario.turns.map(told).join('\n\n') };
}
