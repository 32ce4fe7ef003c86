import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import {
  NO_TOKENS,
  type ResourceContext,
  type ScopeContext,
  type SpanRecord,
} from '#core/otlp/span-record.ts';
import { encodeSpan } from '#core/otlp/encode.ts';

const WORDS =
  `the of a model answer retrieves context from documents about billing refunds shipping customer account tool result search weather query please
  summarise following user asked why order number late invoice city temperature forecast plan step function argument json value returned because policy
  allows thirty days contact support team english german japanese translation review code error stack trace timeout retry succeeded`.split(
    /\s+/,
  );
const NAMES = [
  'AgentRun',
  'ChatCompletion',
  'embed_documents',
  'retrieve',
  'search_tool',
  'rerank',
  'guard_input',
  'plan',
  'summarise',
  'parse_output',
];
const MODELS = [
  'gpt-4o-mini',
  'gpt-4o',
  'claude-sonnet-4',
  'gemini-2.5-flash',
  'text-embedding-3-small',
];

/** A small generator of numbers that repeats for a seed (xorshift32). */
class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 1;
  }

  below(limit: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % limit;
  }

  text(words: number): string {
    let text = WORDS[this.below(WORDS.length)] ?? '';
    for (let i = 1; i < words; i += 1) text += ` ${WORDS[this.below(WORDS.length)] ?? ''}`;
    return text;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.below(256));
  }
}

const RESOURCE: ResourceContext = {
  bytes: new Uint8Array(),
  schemaUrl: '',
  serviceName: 'bench',
  projectName: 'bench',
};
const SCOPE: ScopeContext = {
  bytes: new TextEncoder().encode('bench scope'),
  schemaUrl: '',
  name: 'bench',
  version: '1',
};

/**
 * One trace of about ten spans of 1.6 KB, each with a unique text and ids; `index` determines user,
 * session and time.
 */
function benchTrace(dice: Dice, index: number, startNano: bigint, words: number): SpanRecord[] {
  const traceId = dice.bytes(16);
  const rootId = dice.bytes(8);
  const spans = 5 + dice.below(11);
  return Array.from({ length: spans }, (_, i) =>
    benchSpan(dice, {
      traceId,
      rootId,
      index,
      place: i,
      startNano: startNano + BigInt(i) * 1_000_000n,
      words,
    }),
  );
}

function benchSpan(
  dice: Dice,
  at: {
    traceId: Uint8Array;
    rootId: Uint8Array;
    index: number;
    place: number;
    startNano: bigint;
    words: number;
  },
): SpanRecord {
  const isRoot = at.place === 0;
  const spanId = isRoot ? at.rootId : dice.bytes(8);
  const kind = isRoot ? 'AGENT' : (SPAN_KINDS[dice.below(SPAN_KINDS.length)] ?? 'LLM');
  const isLlm = kind === 'LLM' || kind === 'EMBEDDING';
  const statusCode = dice.below(50) === 0 ? 2 : 1;
  const end = at.startNano + BigInt(1_000_000 + dice.below(2_000_000_000));
  const model = isLlm ? (MODELS[dice.below(MODELS.length)] ?? null) : null;
  const name = NAMES[dice.below(NAMES.length)] ?? 'step';
  const texts: [string, string][] = [
    ['openinference.span.kind', kind],
    ['input.value', dice.text(at.words)],
    ['output.value', dice.text(at.words)],
    ['session.id', `session-${at.index >> 3}`],
    ['llm.model_name', model ?? ''],
    ['metadata', `{"request":"${dice.below(1e9)}","tenant":"t${dice.below(100)}"}`],
  ];
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  const bytes = encodeSpan({
    traceId: hex(at.traceId),
    spanId: hex(spanId),
    parentSpanId: isRoot ? '' : hex(at.rootId),
    traceState: '',
    flags: 0,
    name,
    kind: 1,
    startTimeUnixNano: at.startNano,
    endTimeUnixNano: end,
    droppedAttributesCount: 0,
    events: [],
    droppedEventsCount: 0,
    links: [],
    droppedLinksCount: 0,
    attributes: texts.map(([key, value]) => ({ key, value: { type: 'string', value } })),
    status: { code: statusCode, message: '' },
  });
  return {
    traceId: at.traceId,
    spanId,
    parentSpanId: isRoot ? null : at.rootId,
    name,
    kind,
    otelKind: 1,
    startTimeUnixNano: at.startNano,
    endTimeUnixNano: end,
    statusCode,
    errorMessage: statusCode === 2 ? 'the provider timed out' : null,
    modelName: model,
    modelProvider: model === null ? null : 'openai',
    tokens: isLlm
      ? { ...NO_TOKENS, prompt: dice.below(4_000), completion: dice.below(900), total: 1 }
      : NO_TOKENS,
    costUsd: isLlm ? (1 + dice.below(1_000_000)) / 1e7 : null,
    sessionId: `session-${at.index >> 3}`,
    userId: `user-${at.index % 9_973}`,
    firstTokenNano: null,
    documentCount: 0,
    resource: RESOURCE,
    scope: SCOPE,
    bytes,
  };
}

const POOL_TRACES = 6_000;

interface FeedOptions {
  /** Words of each of a span's two texts; 90 make spans of 1.6 KB. */
  readonly words?: number;
  /** Sessions that traces name in turn; unless given, eight traces in a row share one. */
  readonly sessions?: number;
  /**
   * Traces start anywhere in one hour, in no order, and each span names the next of 1,000 sessions
   * (or of so many).
   */
  readonly isOutOfOrder?: boolean;
}

const BEGIN_NANO = 1_760_000_000_000_000_000n;
const HOUR_NANO = 3_600_000_000_000;

/**
 * Spans without end, as if just exported: traces of a pool of ready ones with fresh ids, users,
 * sessions and times, so that making them costs little.
 */
export class SpanFeed {
  readonly #pool: readonly (readonly SpanRecord[])[];
  readonly #sessions: number | null;
  readonly #isOutOfOrder: boolean;
  #traceIndex = 0;
  #sequence = 1;

  constructor({ words = 90, sessions, isOutOfOrder = false }: FeedOptions = {}) {
    const dice = new Dice(42);
    this.#pool = Array.from({ length: POOL_TRACES }, (_, i) => benchTrace(dice, i, 0n, words));
    this.#sessions = sessions ?? (isOutOfOrder ? 1_000 : null);
    this.#isOutOfOrder = isOutOfOrder;
  }

  /** At least so many, of whole traces. */
  next(count: number): SpanRecord[] {
    const spans: SpanRecord[] = [];
    while (spans.length < count) spans.push(...this.#nextTrace());
    return spans;
  }

  #nextTrace(): SpanRecord[] {
    const index = this.#traceIndex++;
    const trace = this.#pool[index % POOL_TRACES] ?? [];
    const traceId = Buffer.allocUnsafe(16);
    for (let word = 0; word < 16; word += 4)
      traceId.writeUInt32LE(Math.floor(Math.random() * 2 ** 32), word);
    const ids = trace.map(() => {
      const id = Buffer.allocUnsafe(8);
      id.writeUInt32LE(Math.floor(Math.random() * 2 ** 32), 0);
      id.writeUInt32LE(this.#sequence++ >>> 0, 4);
      return id;
    });
    const start =
      BEGIN_NANO +
      (this.#isOutOfOrder
        ? BigInt(Math.floor(Math.random() * HOUR_NANO))
        : BigInt(index) * 250_000n);
    const session = this.#sessions === null ? index >> 3 : index % this.#sessions;
    const userId = `user-${(index * 7_919) % 9_973}`;
    const first = this.#sequence;
    return trace.map((span, i) => ({
      ...span,
      traceId,
      spanId: ids[i] ?? Buffer.alloc(8),
      parentSpanId: i === 0 ? null : (ids[0] ?? null),
      startTimeUnixNano: start + span.startTimeUnixNano,
      endTimeUnixNano: start + span.endTimeUnixNano,
      userId,
      sessionId: `session-${this.#isOutOfOrder ? (first + i) % (this.#sessions ?? 1) : session}`,
    }));
  }
}
