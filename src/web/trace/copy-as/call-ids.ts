import type { Message } from '#web/trace/conversation.ts';

/**
 * Providers want every tool call to have an id and every result to name one. Senders leave them
 * out: calls get numbers, and a result without an id answers the first call that has no answer yet.
 */
export function withCallIds(messages: readonly Message[]): readonly Message[] {
  let count = 0;
  const open: string[] = [];
  return messages.map((message) => {
    const toolCalls = message.toolCalls.map((call) => ({
      ...call,
      id: call.id ?? `call_${++count}`,
    }));
    open.push(...toolCalls.map(({ id }) => id));
    if (!isToolResult(message)) return { ...message, toolCalls };
    const id = message.toolCallId ?? open[0] ?? `call_${++count}`;
    if (open.includes(id)) open.splice(open.indexOf(id), 1);
    return { ...message, toolCalls, toolCallId: id };
  });
}

/** Whether a message is a tool's answer. */
export function isToolResult(message: Message): boolean {
  return /^(?:tool|function)$/i.test(message.role) || message.toolCallId !== null;
}

/**
 * Names of the tools that were called, by the id of the call: an answer may name the call alone.
 */
export function namesOfCalls(messages: readonly Message[]): (id: string) => string | undefined {
  const names = new Map(
    messages.flatMap(({ toolCalls }) => toolCalls.map(({ id, name }) => [id, name] as const)),
  );
  return (id) => names.get(id);
}
