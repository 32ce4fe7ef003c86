import type { Attributes, SpanSpec } from '../otlp/export-request.ts';
import { Random } from '../otlp/random.ts';
import { classification, evaluationRun, gradedAnswer, transcriptReview } from './batch-eval.ts';
import { codingTask } from './code-assistant.ts';
import type { Scenario, Turn } from './conversation.ts';
import type { Message } from './model-calls.ts';
import { someCustomer, someDeveloper, someReader, type Customer } from './people.ts';
import { docsQuestion } from './rag-docs.ts';
import { someOrder, type Order } from './shop.ts';
import { conversationModel, stoppedAttack, supportTurn } from './support-agent.ts';
import { SCENARIOS } from './support-scenarios.ts';
import { traceSpans, type Step } from './trace-tree.ts';

export interface SeedTrace {
  readonly project: string;
  readonly spans: readonly SpanSpec[];
}

export interface SeedOptions {
  readonly traces: number;
  readonly seed: number;
  readonly nowUnixNano: bigint;
  readonly days: number;
}

const NANO_PER_MS = 1_000_000n;
const DAY_MS = 86_400_000;
/** How many conversations are one: about one turn in a hundred. */
const ATTACKS = 0.033;

/**
 * The example data: four projects over the last days, busier by day than by night. Depends on the
 * seed alone (and on the time it ends at). Yields traces project by project, so that the sender can
 * put many into one request.
 */
export function* seedTraces(options: SeedOptions): Generator<SeedTrace> {
  const random = new Random(options.seed);
  const share = (part: number) => Math.round(options.traces * part);
  const place = (step: Step, ageMs: number, shared: Attributes) => {
    const startUnixNano = options.nowUnixNano - BigInt(Math.round(ageMs)) * NANO_PER_MS;
    return traceSpans(step, { random, startUnixNano, shared });
  };
  const age = () => officeHours(random, options.days);

  const nowMs = Number(options.nowUnixNano / NANO_PER_MS);
  yield* conversations({ count: share(0.45), random, nowMs, age, place });
  for (let left = share(0.3); left > 0; left--)
    yield {
      project: 'rag-docs',
      spans: place(docsQuestion(random), age(), { 'user.id': someReader(random) }),
    };
  const tasks = share(0.1);
  for (let left = tasks; left > 0; left--) {
    // One task a run is the giant that shows how large traces feel: 2,000 spans.
    const rounds =
      left === tasks && options.traces >= 1_000
        ? 666
        : Math.min(80, Math.ceil(random.around(5, 0.8)));
    yield {
      project: 'code-assistant',
      spans: place(codingTask(random, rounds), age() + 3_600_000, {
        'user.id': someDeveloper(random),
        'session.id': `task-${random.bytes(5).toString('hex')}`,
      }),
    };
  }
  const batch = options.traces - share(0.45) - share(0.3) - tasks;
  for (let left = batch; left > 0; left--) {
    const isGiant = left === batch && options.traces >= 1_000;
    const step = isGiant ? evaluationRun(random, 10_000, nowMs) : batchStep(random, nowMs);
    yield {
      project: 'batch-eval',
      spans: place(step, age() + 1_800_000, { 'tag.tags': ['nightly'] }),
    };
  }
}

function batchStep(random: Random, nowMs: number): Step {
  if (random.chance(0.01)) return transcriptReview(random, random.between(20, 120), nowMs);
  if (random.chance(0.02)) return evaluationRun(random, random.between(50, 300), nowMs);
  return random.chance(0.35) ? gradedAnswer(random) : classification(random, nowMs);
}

interface Conversations {
  readonly count: number;
  readonly random: Random;
  readonly nowMs: number;
  readonly age: () => number;
  readonly place: (step: Step, ageMs: number, shared: Attributes) => SpanSpec[];
}

function* conversations({ count, random, nowMs, age, place }: Conversations): Generator<SeedTrace> {
  let left = count;
  while (left > 0) {
    const turns = Math.min(
      left,
      random.chance(0.02) ? random.between(10, 25) : random.between(1, 5),
    );
    const customer = someCustomer(random);
    const shared = {
      'session.id': `chat-${random.bytes(6).toString('hex')}`,
      'user.id': customer.email,
    };
    let ageMs = age() + turns * 60_000;
    if (random.chance(ATTACKS)) {
      yield { project: 'support-agent', spans: place(stoppedAttack(random), ageMs, shared) };
      left--;
      continue;
    }
    const model = conversationModel(random);
    const course = courseOf(random, customer, nowMs - ageMs);
    let current = course();
    let history: readonly Message[] = [];
    for (let turn = 0; turn < turns; turn++) {
      const told = supportTurn(random, { ...current, model, history });
      history = told.history;
      if (told.isAnswered) current = course();
      yield { project: 'support-agent', spans: place(told.step, ageMs, shared) };
      ageMs -= random.between(15_000, 60_000);
    }
    left -= turns;
  }
}

interface Course {
  readonly scenario: Scenario;
  readonly turn: Turn;
  readonly order: Order;
}

/**
 * The turns of a conversation one after the other: when one thing is settled, the customer has
 * another question or asks about another order.
 */
function courseOf(random: Random, customer: Customer, startMs: number): () => Course {
  let order = someOrder(random, customer, startMs);
  const fitting = () => SCENARIOS[customer.language].filter(({ fits }) => fits?.(order) !== false);
  let ahead: readonly Course[] = [];
  const done = new Set<Scenario>();
  return () => {
    const [next, ...rest] = ahead;
    if (next !== undefined) {
      ahead = rest;
      return next;
    }
    if (done.size > 0) order = someOrder(random, customer, startMs);
    const fresh = fitting().filter((scenario) => !done.has(scenario));
    if (fresh.length === 0) done.clear();
    const scenario = random.pick(fresh.length === 0 ? fitting() : fresh);
    done.add(scenario);
    const [first, ...later] = scenario.turns.map((turn) => ({ scenario, turn, order }));
    if (first === undefined) throw new Error('A scenario has no turns.');
    ahead = later;
    return first;
  };
}

/** How long ago, in milliseconds: any of the days, mostly between 8 and 20 h, more of it lately. */
function officeHours(random: Random, days: number): number {
  for (;;) {
    const ageMs = random.fraction() ** 1.2 * days * DAY_MS;
    const hour = 24 - ((ageMs % DAY_MS) / DAY_MS) * 24;
    if (random.chance(hour > 8 && hour < 20 ? 1 : 0.25)) return ageMs + 5_000;
  }
}
