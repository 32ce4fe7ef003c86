import type { Message } from '#web/trace/conversation.ts';
import type { Json } from '#web/platform/text/json.ts';
import { isToolResult } from './call-ids.ts';

/** A model's or user's messages: adjacent messages of one side are merged. */
export interface Turn {
  readonly isModel: boolean;
  readonly content: readonly Json[];
}

/** Messages as turns of the model and the user, for APIs without other roles. Skips empty ones. */
export function inTurns(
  messages: readonly Message[],
  contentOf: (message: Message) => readonly Json[],
): readonly Turn[] {
  const turns: { isModel: boolean; content: Json[] }[] = [];
  for (const message of messages) {
    const isModel = isModels(message) && !isToolResult(message);
    const content = contentOf(message);
    const last = turns.at(-1);
    if (last?.isModel === isModel) last.content.push(...content);
    else if (content.length > 0) turns.push({ isModel, content: [...content] });
  }
  return turns;
}

/** Whether the model speaks. */
export function isModels({ role }: Message): boolean {
  return /^(?:assistant|ai|model|completion)$/i.test(role);
}
