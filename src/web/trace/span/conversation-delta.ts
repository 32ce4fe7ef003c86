import { textOf, type Conversation, type Message } from '#web/trace/conversation.ts';
import { isList, isObject, type Json } from '#web/platform/text/json.ts';

/** Longer conversations are compared by their last messages only: a comparison has an end. */
const COMPARED_MAX = 4000;

export interface ConversationDelta {
  /** For each message of the input, whether an earlier call had it already. */
  readonly known: readonly boolean[];
  /** Which of the earlier calls that was; -1 when none of them had any. */
  readonly earlier: number;
}

/**
 * The part of a call's input that is new compared with earlier calls of the trace, nearest first.
 * An agent sends its whole history with every call: messages sent to or answered by the earlier
 * call are known. Compares with the call that has the most in common, because the nearest may be
 * another agent's.
 */
export function newSince(
  input: readonly Message[],
  earlier: readonly Conversation[],
): ConversationDelta {
  let best: ConversationDelta = { known: input.map(() => false), earlier: -1 };
  let most = 0;
  for (const [index, one] of earlier.entries()) {
    const known = knownOf(input, one);
    const count = known.filter((is, at) => is && !isInstruction(input[at])).length;
    if (count > most) [best, most] = [{ known, earlier: index }, count];
  }
  return best;
}

/**
 * Whether the input contains a model's answer that none of the checked calls gave: then it
 * continues another call.
 */
export function hasUnknownAnswer(input: readonly Message[], known: readonly boolean[]): boolean {
  return input.some(
    ({ role }, index) =>
      known[index] !== true && (ROLES[role.toLowerCase()] ?? role.toLowerCase()) === 'assistant',
  );
}

/** Whether a message instructs the model rather than takes part in the talk. */
export function isInstruction(message: Message | undefined): boolean {
  return message?.role === 'system' || message?.role === 'developer';
}

function knownOf(input: readonly Message[], earlier: Conversation): readonly boolean[] {
  const before = [...earlier.input, ...earlier.output];
  const instructions = new Set(before.filter(isInstruction).map(fingerprint));
  const talk = before
    .filter((one) => !isInstruction(one))
    .slice(-COMPARED_MAX)
    .map(fingerprint);
  const now = input
    .filter((one) => !isInstruction(one))
    .slice(0, COMPARED_MAX)
    .map(fingerprint);
  const common = longestRun(now, talk);
  let place = 0;
  return input.map((message) =>
    isInstruction(message) ? instructions.has(fingerprint(message)) : place++ < common,
  );
}

/**
 * How many of the first items occur in `before` as one run, at any position: senders truncate old
 * messages.
 */
function longestRun(now: readonly string[], before: readonly string[]): number {
  let longest = 0;
  for (let from = 0; from < before.length && before.length - from > longest; from++) {
    let length = 0;
    while (
      length < now.length &&
      from + length < before.length &&
      now[length] === before[from + length]
    )
      length++;
    longest = Math.max(longest, length);
  }
  return longest;
}

const ROLES: Readonly<Record<string, string>> = {
  ai: 'assistant',
  model: 'assistant',
  human: 'user',
  function: 'tool',
};

/**
 * The identity of a message: role, content, and tool calls. Reasoning is not sent back, and ids may
 * change.
 */
function fingerprint(message: Message): string {
  const role = message.role.toLowerCase();
  const text = textOf({
    ...message,
    parts: message.parts.filter((part) => part.type === 'text'),
  }).trim();
  const others = message.parts.filter((part) => part.type !== 'text' && part.type !== 'reasoning');
  const calls = message.toolCalls.map((call) => [call.name, canonical(call.args)]);
  return JSON.stringify([ROLES[role] ?? role, text, others, calls]);
}

/** The value with the keys of its objects in one order. */
export function canonical(value: Json): Json {
  if (isList(value)) return value.map(canonical);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, canonical(value[key] ?? null)]),
  );
}
