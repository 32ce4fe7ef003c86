import { createHash } from 'node:crypto';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import { makeSpan } from '#test/conformance/span-maker.ts';

const AGENTS = 12;
const TURNS = 30;

/**
 * The span that is stored under a number, always the same: a call of one of twelve agents, with all
 * that came before it in its conversation.
 */
export function settlingSpan(number: number): SpanRecord {
  const agent = number % AGENTS;
  const call = Math.floor(number / AGENTS);
  const conversation = Math.floor(call / TURNS);
  const messages = Array.from({ length: 1 + (call % TURNS) }, (_, turn) =>
    message(`${agent} ${conversation} ${turn}`),
  );
  return makeSpan({
    trace: 1 + conversation * AGENTS + agent,
    span: number,
    text: messages.join('\n'),
  });
}

/** A word of the last message of a span, which no other conversation has. */
export function wordOf(number: number): string {
  const text = Buffer.from(settlingSpan(number).bytes).toString('latin1');
  const last = text.slice(text.lastIndexOf('\n') + 1);
  const words = last.split(/[^A-Za-z0-9]+/).slice(1, -1);
  return words.find((word) => word.length >= 12) ?? '';
}

/** 1.3 KB that do not compress well. */
function message(name: string): string {
  return Array.from({ length: 15 }, (_, part) =>
    createHash('sha512').update(`${name} ${part}`).digest('base64'),
  ).join(' ');
}
