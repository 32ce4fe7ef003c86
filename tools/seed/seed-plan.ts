import type { Attributes, SpanSpec } from '../otlp/export-request.ts';
import { Random } from '../otlp/random.ts';
import { classification, evaluationRun, longChat } from './batch-eval.ts';
import { codingTask } from './code-assistant.ts';
import type { Message } from './model-calls.ts';
import { docsQuestion } from './rag-docs.ts';
import { supportTurn } from './support-agent.ts';
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

/**
 * The example data: four projects over the last days, busier by day than by night. Depends on the seed alone (and on the time it ends at).
 * Yields traces project by project, so that the sender can put many into one request.
 */
export function* seedTraces(options: SeedOptions): Generator<SeedTrace> {
  const random = new Random(options.seed);
  const share = (part: number) => Math.round(options.traces * part);
  const place = (step: Step, ageMs: number, shared: Attributes) => {
    const startUnixNano = options.nowUnixNano - BigInt(Math.round(ageMs)) * NANO_PER_MS;
    return traceSpans(step, { random, startUnixNano, shared });
  };
  const age = () => officeHours(random, options.days);

  yield* conversations(share(0.45), random, age, place);
  for (let left = share(0.3); left > 0; left--)
    yield { project: 'rag-docs', spans: place(docsQuestion(random), age(), { 'user.id': user(random) }) };
  const tasks = share(0.1);
  for (let left = tasks; left > 0; left--) {
    // One task a run is the giant that shows how large traces feel: 2,000 spans.
    const rounds = left === tasks && options.traces >= 1_000 ? 666 : Math.min(80, Math.ceil(random.around(5, 0.8)));
    yield {
      project: 'code-assistant',
      spans: place(codingTask(random, rounds), age() + 3_600_000, {
        'user.id': user(random),
        'session.id': `task-${random.bytes(5).toString('hex')}`,
      }),
    };
  }
  const batch = options.traces - share(0.45) - share(0.3) - tasks;
  for (let left = batch; left > 0; left--) {
    const step =
      left === batch && options.traces >= 1_000
        ? evaluationRun(random, 10_000)
        : random.chance(0.01)
          ? longChat(random, random.between(20, 80))
          : random.chance(0.02)
            ? evaluationRun(random, random.between(50, 300))
            : classification(random);
    yield { project: 'batch-eval', spans: place(step, age() + 1_800_000, { 'tag.tags': ['nightly'] }) };
  }
}

function* conversations(
  count: number,
  random: Random,
  age: () => number,
  place: (step: Step, ageMs: number, shared: Attributes) => SpanSpec[],
): Generator<SeedTrace> {
  let left = count;
  while (left > 0) {
    const turns = Math.min(left, random.chance(0.02) ? random.between(10, 25) : random.between(1, 5));
    const shared = { 'session.id': `chat-${random.bytes(6).toString('hex')}`, 'user.id': user(random) };
    let ageMs = age() + turns * 60_000;
    let history: readonly Message[] = [];
    for (let turn = 0; turn < turns; turn++) {
      const told = supportTurn(random, history);
      history = told.history;
      yield { project: 'support-agent', spans: place(told.step, ageMs, shared) };
      ageMs -= random.between(15_000, 60_000);
    }
    left -= turns;
  }
}

/** How long ago, in milliseconds: any of the days, mostly between 8 and 20 h, more of it lately. */
function officeHours(random: Random, days: number): number {
  for (;;) {
    const ageMs = random.fraction() ** 1.2 * days * DAY_MS;
    const hour = 24 - ((ageMs % DAY_MS) / DAY_MS) * 24;
    if (random.chance(hour > 8 && hour < 20 ? 1 : 0.25)) return ageMs + 5_000;
  }
}

/** A few users ask often, many once. */
function user(random: Random): string {
  return `user-${Math.floor(random.fraction() ** 2 * 400)
    .toString()
    .padStart(3, '0')}@example.com`;
}
