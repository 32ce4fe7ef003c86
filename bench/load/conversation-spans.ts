import type { AttributeValue, SpanSpec } from '../../tools/otlp/export-request.ts';
import { prose } from '../../tools/otlp/prose.ts';
import type { Random } from '../../tools/otlp/random.ts';

const TURNS = 40;
const TOGETHER = 10;
const SYSTEM_CHARS = 8_000;
const TURN_CHARS = 1_400;

/** An agent: a root, then calls of a model that each repeat all before. */
class AgentConversation {
  readonly #random: Random;
  readonly #traceId: Uint8Array;
  readonly #rootId: Uint8Array;
  readonly #messages: { readonly role: string; readonly content: string }[];
  #at: bigint;

  constructor(random: Random, startNano: bigint) {
    this.#random = random;
    this.#traceId = random.bytes(16);
    this.#rootId = random.bytes(8);
    this.#messages = [{ role: 'system', content: prose(random, SYSTEM_CHARS) }];
    this.#at = startNano;
  }

  root(): SpanSpec {
    return this.#span(this.#rootId, null, { 'openinference.span.kind': 'AGENT' });
  }

  turn(): SpanSpec {
    this.#messages.push({ role: 'user', content: prose(this.#random, TURN_CHARS / 2) });
    const answer = prose(this.#random, TURN_CHARS / 2);
    const attributes: Record<string, AttributeValue> = {
      'openinference.span.kind': 'LLM',
      'llm.model_name': 'gpt-4o',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': answer,
    };
    for (const [i, { role, content }] of this.#messages.entries()) {
      attributes[`llm.input_messages.${i}.message.role`] = role;
      attributes[`llm.input_messages.${i}.message.content`] = content;
    }
    this.#messages.push({ role: 'assistant', content: answer });
    return this.#span(this.#random.bytes(8), this.#rootId, attributes);
  }

  #span(
    spanId: Uint8Array,
    parentSpanId: Uint8Array | null,
    attributes: Record<string, AttributeValue>,
  ): SpanSpec {
    this.#at += 2_000_000_000n;
    return {
      traceId: this.#traceId,
      spanId,
      parentSpanId,
      name: parentSpanId === null ? 'agent' : 'ChatCompletion',
      startTimeUnixNano: this.#at,
      endTimeUnixNano: this.#at + 1_500_000_000n,
      attributes,
    };
  }
}

/**
 * Agents that send their whole conversation with each of 40 calls, spans of 41 KB on average: a
 * request has one span of each of ten agents. They start a second apart.
 */
export function* conversations(
  random: Random,
  agents: number,
  startNano: bigint,
): Generator<readonly SpanSpec[]> {
  for (let first = 0; first < agents; first += TOGETHER) {
    const together = Array.from(
      { length: TOGETHER },
      (_, i) => new AgentConversation(random, startNano + BigInt(first + i) * 1_000_000_000n),
    );
    yield together.map((agent) => agent.root());
    for (let turn = 0; turn < TURNS; turn += 1) yield together.map((agent) => agent.turn());
  }
}
