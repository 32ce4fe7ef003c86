import { useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { textOf } from '../../../lib/conversation.ts';
import type { Conversation, Message, MessagePart, ToolCall } from '../../../lib/conversation.ts';
import { exactCount } from '../../../lib/format-number.ts';
import { asText } from '../../../lib/json.ts';
import type { Json } from '../../../lib/json.ts';
import { isEmbeddedImage } from '../../../lib/safe-link.ts';
import { TextBlock } from './text-block.tsx';

const ARGS_LINE_CHARS = 100;

/** Messages before the last turn are folded when there are more than these. */
const EARLIER_MIN = 4;

/** Input and output as one conversation; the system's prompt and what went before the last turn are folded. */
export function ConversationView({ conversation }: { conversation: Conversation }) {
  const { input, output } = conversation;
  const [earlierOpen, setEarlierOpen] = useState(false);
  const turn = lastTurnStart(input);
  const system = input.filter((one, index) => isSystem(one) && index < turn);
  const before = input.filter((one, index) => !isSystem(one) && index < turn);
  const fold = before.length >= EARLIER_MIN && !earlierOpen;
  return (
    <div className="flex flex-col">
      {system.map((message, index) => (
        <FoldedMessage key={index} message={message} />
      ))}
      {fold ? (
        <button
          type="button"
          onClick={() => setEarlierOpen(true)}
          className="flex items-center gap-6 border-b border-line1 py-6 text-left text-12 text-text2 hover:text-text1"
        >
          <Icon name="chevronRight" size={12} /> {exactCount(before.length)} earlier messages
        </button>
      ) : (
        before.map((message, index) => <MessageView key={index} message={message} />)
      )}
      {input.slice(turn).map((message, index) => (
        <MessageView key={index} message={message} />
      ))}
      {output.map((message, index) => (
        <MessageView key={index} message={message} isOutput />
      ))}
    </div>
  );
}

function isSystem(message: Message): boolean {
  return message.role === 'system' || message.role === 'developer';
}

/** Where the last turn begins: at the last message of the user, or at the last message when none is the user's. */
function lastTurnStart(input: readonly Message[]): number {
  const user = input.findLastIndex((one) => one.role === 'user' || one.role === 'human');
  return user >= 0 ? user : Math.max(0, input.length - 1);
}

function FoldedMessage({ message }: { message: Message }) {
  return (
    <details className="group border-b border-line1">
      <summary className="flex list-none items-center gap-6 py-6 text-12 text-text2 hover:text-text1">
        <span className="transition-transform group-open:rotate-90">
          <Icon name="chevronRight" size={12} />
        </span>
        {message.role} · {exactCount(textOf(message).length)} characters
      </summary>
      <MessageView message={message} />
    </details>
  );
}

const ROLE_TONES: Readonly<Record<string, string>> = {
  assistant: 'tone-llm',
  ai: 'tone-llm',
  model: 'tone-llm',
  completion: 'tone-llm',
  tool: 'tone-tool',
  function: 'tone-tool',
};

function MessageView({ message, isOutput = false }: { message: Message; isOutput?: boolean }) {
  const tone = ROLE_TONES[message.role.toLowerCase()] ?? 'tone-unknown';
  return (
    <article className={`${tone} my-8 border-l-2 border-bar pl-10`}>
      <h3 className="flex items-baseline gap-8 text-11 text-text3">
        <span className="font-medium text-tone uppercase">{message.role}</span>
        {message.name !== null && <span className="mono">{message.name}</span>}
        {message.toolCallId !== null && <span className="mono">{message.toolCallId}</span>}
        {isOutput && <span>output</span>}
      </h3>
      <div className="flex flex-col gap-6 pt-2">
        {message.parts.map((part, index) => (
          <PartView key={index} part={part} />
        ))}
        {message.toolCalls.map((call, index) => (
          <ToolCallView key={index} call={call} />
        ))}
      </div>
    </article>
  );
}

function PartView({ part }: { part: MessagePart }) {
  switch (part.type) {
    case 'text':
      return <TextBlock text={part.text} plain={!/^\s*[{[]/.test(part.text)} />;
    case 'reasoning':
      return (
        <details>
          <summary className="text-12 text-text3 hover:text-text1">reasoning · {exactCount(part.text.length)} characters</summary>
          <div className="border-l border-line2 pl-8 text-text2">
            <TextBlock text={part.text} plain />
          </div>
        </details>
      );
    case 'image':
      return <ImagePart url={part.url} />;
    case 'other':
      return <TextBlock text={JSON.stringify(part.value, null, 2)} />;
  }
}

/** An embedded picture is shown; one on another host is never fetched, only named: fetching would tell that host who reads. */
function ImagePart({ url }: { url: string }) {
  if (isEmbeddedImage(url))
    return <img src={url} alt="Sent with the message" className="max-h-320 max-w-full self-start rounded-control border border-line1" />;
  return (
    <div className="text-12 text-text3">
      image at <span className="mono verbatim text-text2">{url.slice(0, 300)}</span>
    </div>
  );
}

function ToolCallView({ call }: { call: ToolCall }) {
  return (
    <div className="tone-tool rounded-control border border-line1 bg-bg1 px-10 py-6">
      <div className="flex items-baseline gap-8">
        <span className="font-semibold text-tone">{call.name}</span>
        {call.id !== null && <span className="mono clip text-text3">{call.id}</span>}
      </div>
      {call.args !== null && (
        <div className="mono pt-2">
          <TextBlock text={argsText(call.args)} plain />
        </div>
      )}
    </div>
  );
}

/** Few arguments read better in one line. */
function argsText(args: Json): string {
  const line = typeof args === 'string' ? args : JSON.stringify(args);
  return line.length <= ARGS_LINE_CHARS ? line : (asText(args) ?? '');
}
