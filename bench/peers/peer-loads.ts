import { encodeExportRequest, encodeSpan, type SpanSpec } from '../../tools/otlp/export-request.ts';
import { Random } from '../../tools/otlp/random.ts';
import { conversations } from '../load/conversation-spans.ts';
import { ownTextTrace } from '../load/own-text-spans.ts';
import type { OtlpRequest } from '../load/send-requests.ts';
import { SPAN_SHAPES } from '../load/span-shapes.ts';
import { PROJECT, RARE_TENANT, RARE_WORD, TENANT_KEY, type Chunk } from './peer.ts';

export type LoadName = 'in-order' | 'out-of-order' | 'single' | 'agents';

const TRACE_SPANS = SPAN_SHAPES.length;
/** A product's turn: large enough that starting and ending it does not count. */
const TURN_SPANS = 50_000;
const TURN_AGENTS = 50;
const SPANS_IN_REQUEST = 500;
const CONNECTIONS = 8;
/** Of requests with a span each. */
const SINGLE_CONNECTIONS = 32;
const SINGLE_TURN_SPANS = 10_000;
const RARE_EVERY = 50_000;
/** Places of the rare ones: of a span with an input, and of a model call. */
const RARE_WORD_AT = 77;
const RARE_TENANT_AT = 99;
const TENANTS = 100;
const SESSIONS_IN_TURN = 1_000;
/** In order, times rise over so long, up to a minute ago: a week holds them all. */
const DAYS_MS = 6 * 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const RESOURCE = { 'service.name': PROJECT, 'openinference.project.name': PROJECT };

/** So many spans (of agents: so many agents), in parts that are sent in one go. */
export function* chunksOf(load: LoadName, count: number, seed: number): Generator<Chunk> {
  const random = new Random(seed);
  if (load === 'agents') {
    const startMs = Date.now() - 2 * HOUR_MS;
    for (let sent = 0; sent < count; sent += TURN_AGENTS)
      yield agentChunk(random, Math.min(TURN_AGENTS, count - sent), startMs + sent * 1_000);
    return;
  }
  const isSingle = load === 'single';
  const size = isSingle ? SINGLE_TURN_SPANS : TURN_SPANS;
  const timeOf = load === 'out-of-order' ? anyTime(random) : risingTime(count / TRACE_SPANS);
  for (let sent = 0; sent < count; sent += size) {
    const spans: SpanSpec[] = [];
    for (let at = sent; at < Math.min(sent + size, count); at += TRACE_SPANS) {
      const index = at / TRACE_SPANS;
      spans.push(...traceOf(random, index, timeOf(index), load === 'out-of-order'));
    }
    yield isSingle
      ? { spans, requests: requestsOf(spans, 1), connections: SINGLE_CONNECTIONS }
      : { spans, requests: requestsOf(spans, SPANS_IN_REQUEST), connections: CONNECTIONS };
  }
}

function risingTime(traces: number): (index: number) => number {
  const startMs = Date.now() - MINUTE_MS - DAYS_MS;
  return (index) => startMs + (index / traces) * DAYS_MS;
}

function anyTime(random: Random): () => number {
  const endMs = Date.now() - MINUTE_MS;
  return () => endMs - random.between(0, HOUR_MS);
}

function traceOf(
  random: Random,
  index: number,
  startMs: number,
  isOutOfOrder: boolean,
): readonly SpanSpec[] {
  const startNano = BigInt(Math.floor(startMs * 1_000)) * 1_000n;
  const attributesOf = (span: number) => {
    const number = index * TRACE_SPANS + span;
    const isRare = number % RARE_EVERY === RARE_TENANT_AT;
    return {
      [TENANT_KEY]: isRare ? RARE_TENANT : `tenant ${index % TENANTS}`,
      ...(isOutOfOrder ? { 'session.id': `session-${number % SESSIONS_IN_TURN}` } : {}),
    };
  };
  return ownTextTrace(random, { index, startNano, attributesOf }).map((span, at) =>
    (index * TRACE_SPANS + at) % RARE_EVERY === RARE_WORD_AT ? withRareWord(span) : span,
  );
}

function withRareWord(span: SpanSpec): SpanSpec {
  const input = span.attributes?.['input.value'];
  if (typeof input !== 'string') throw new Error(`${span.name} has no input.`);
  return { ...span, attributes: { ...span.attributes, 'input.value': `${input} ${RARE_WORD}` } };
}

function agentChunk(random: Random, agents: number, startMs: number): Chunk {
  const spans: SpanSpec[] = [];
  const requests: OtlpRequest[] = [];
  for (const some of conversations(random, agents, BigInt(startMs) * 1_000_000n)) {
    spans.push(...some);
    requests.push(requestOf(some));
  }
  return { spans, requests, connections: CONNECTIONS };
}

function requestsOf(spans: readonly SpanSpec[], size: number): readonly OtlpRequest[] {
  return Array.from({ length: Math.ceil(spans.length / size) }, (_, at) =>
    requestOf(spans.slice(at * size, (at + 1) * size)),
  );
}

function requestOf(spans: readonly SpanSpec[]): OtlpRequest {
  const encoded = spans.map((span) => encodeSpan(span));
  return { spans: spans.length, body: encodeExportRequest(RESOURCE, { name: 'bench' }, encoded) };
}
