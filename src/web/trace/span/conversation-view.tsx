import { use, useContext, useMemo, useState } from 'react';
import { MarkScope } from '#web/search/mark-scope.ts';
import type { SpanDetail } from '#contracts/spans/span.ts';
import { Icon } from '#web/ui/icon.tsx';
import { textOf, type Conversation, type Message } from '#web/trace/conversation.ts';
import { isInstruction } from './conversation-delta.ts';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { ContentModeSwitch } from '#web/trace/content-mode-switch.tsx';
import { TraceScope } from '#web/trace/trace-scope.ts';
import { useCallContext, type CallContext, type ShownRun } from './use-call-context.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/platform/browser/copy-text.ts';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';
import { nestAttributes } from './nest-attributes.ts';
import { attributesOf } from './span-attributes-codec.ts';
import type { MessagePart, ToolCall } from './message-parts.ts';
import { useContentMode } from './content-mode.ts';
import { MediaView } from '#web/ui/media/media-view.tsx';
import { TextBlock } from '#web/trace/text-block.tsx';
import { asText, type Json } from '#web/platform/text/json.ts';

const FORMATS = ['curl', 'Python', 'TypeScript'] as const;

/**
 * The call as something to run again: keys stay in the environment. The texts are made, and their
 * code is loaded, when asked for.
 */
function CopyAsMenu({ span }: { span: SpanDetail }) {
  const [copied, setCopied] = useState('');
  const copy = async (format: (typeof FORMATS)[number]): Promise<void> => {
    const [{ chatCallOf }, { copyAs }] = await Promise.all([
      import('#web/trace/copy-as/chat-call.ts'),
      import('#web/trace/copy-as/copy-as.ts'),
    ]);
    const call = chatCallOf(
      nestAttributes(attributesOf(span.attributes)),
      span.model_name,
      span.model_provider,
    );
    if (call === null) return setCopied('The span has no model or no messages to copy.');
    await copyText(copyAs(call, format)).then(
      () => setCopied(`Copied as ${format}`),
      () => setCopied('The browser blocked copying.'),
    );
  };
  return (
    <span className="flex items-center gap-8">
      <span role="status" className="text-11 text-text3">
        {copied}
      </span>
      <Menu
        align="end"
        trigger={
          <Button look="quiet">
            Copy as <Icon name="chevronDown" size={12} />
          </Button>
        }
      >
        {FORMATS.map((format) => (
          <MenuItem key={format} onSelect={() => void copy(format)}>
            {format}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}

/**
 * Without an earlier call to compare with, messages before the last turn are folded when there are
 * more than these.
 */
const EARLIER_MIN = 4;
/** Of an opened fold, so many at once: a history may have thousands. */
const STEP_MESSAGES = 100;

/**
 * Input and output as one conversation. Only the part that is new since the previous call is
 * expanded: an agent sends its whole history with every call. Instructions are collapsed too.
 */
export function ConversationView({
  span,
  conversation,
}: {
  span: SpanDetail;
  conversation: Conversation;
}) {
  const context = useCallContext(span, conversation);
  const runs = useMemo(
    () => splitInput(conversation.input, context.known),
    [conversation, context.known],
  );
  const toolOf = useMemo(() => toolNames(conversation), [conversation]);
  return (
    <div className="flex flex-col">
      <div className="flex flex-wrap items-center justify-between gap-8 pb-4">
        <ContentModeSwitch />
        {span.span_kind === 'LLM' && <CopyAsMenu span={span} />}
      </div>
      {runs.map((run, index) =>
        run.folded === null ? (
          run.messages.map((message, at) => (
            <MessageView
              key={`${index} ${at}`}
              message={message}
              runOf={context.runOf}
              toolOf={toolOf}
            />
          ))
        ) : (
          <Fold key={index} run={run} context={context} toolOf={toolOf} />
        ),
      )}
      {conversation.output.map((message, index) => (
        <MessageView key={index} message={message} runOf={context.runOf} toolOf={toolOf} isOutput />
      ))}
    </div>
  );
}

interface Run {
  /** Why these messages are folded; null when they are open. */
  readonly folded: 'instructions' | 'unchanged' | 'earlier' | null;
  readonly messages: readonly Message[];
}

/** The input as what is open and what is folded, in its order. */
function splitInput(input: readonly Message[], known: readonly boolean[]): readonly Run[] {
  const anyKnown = known.some((is, index) => is && !isInstruction(input[index]));
  const turn = lastTurnStart(input);
  const before = input.filter((one, index) => !isInstruction(one) && index < turn).length;
  const runs: { folded: Run['folded']; messages: Message[] }[] = [];
  for (const [index, message] of input.entries()) {
    const folded = isInstruction(message)
      ? 'instructions'
      : anyKnown
        ? known[index] === true
          ? 'unchanged'
          : null
        : index < turn && before >= EARLIER_MIN
          ? 'earlier'
          : null;
    const last = runs.at(-1);
    if (last?.folded === folded) last.messages.push(message);
    else runs.push({ folded, messages: [message] });
  }
  return runs;
}

/**
 * Where the last turn begins: at the last message of the user, or at the last message when none is
 * the user's.
 */
function lastTurnStart(input: readonly Message[]): number {
  const user = input.findLastIndex((one) => one.role === 'user' || one.role === 'human');
  return user >= 0 ? user : Math.max(0, input.length - 1);
}

/** Names of tools by the ids of their calls: an answer names the call alone. */
function toolNames({ input, output }: Conversation): (callId: string) => string | undefined {
  const names = new Map<string, string>();
  for (const { toolCalls } of [...input, ...output])
    for (const { id, name } of toolCalls) if (id !== null) names.set(id, name);
  return (callId) => names.get(callId);
}

interface FoldProps {
  readonly run: Run;
  readonly context: CallContext;
  readonly toolOf: (callId: string) => string | undefined;
}

function Fold({ run, context, toolOf }: FoldProps) {
  const marks = use(MarkScope);
  const marked = useMemo(
    () =>
      marks === null ? -1 : run.messages.findIndex((one) => marks.firstIn(wholeText(one)) >= 0),
    [marks, run],
  );
  const [chosen, setOpen] = useState<boolean | null>(null);
  const open = chosen ?? marked >= 0;
  const [shown, setCount] = useState(STEP_MESSAGES);
  const count = Math.max(shown, marked + 1);
  const scope = useContext(TraceScope);
  const { earlier } = context;
  return (
    <div className="border-b border-line1">
      <div className="flex items-center gap-8 text-12 text-text2">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-h-28 items-center gap-6 hover:text-text1"
        >
          <span className={open ? 'rotate-90' : ''}>
            <Icon name="chevronRight" size={12} />
          </span>
          {foldLabel(run)}
        </button>
        {run.folded === 'unchanged' && earlier !== null && (
          <button
            type="button"
            onClick={() => scope?.select(earlier.spanId)}
            className="clip text-text3 hover:text-text1"
            title="Show that call"
          >
            since {earlier.name} at {formatDuration(earlier.startMs)}
          </button>
        )}
      </div>
      {open &&
        run.messages
          .slice(0, count)
          .map((message, index) => (
            <MessageView key={index} message={message} runOf={context.runOf} toolOf={toolOf} />
          ))}
      {open && count < run.messages.length && (
        <button
          type="button"
          className="py-6 text-12 text-link"
          onClick={() => setCount(count + STEP_MESSAGES)}
        >
          Show {exactCount(Math.min(STEP_MESSAGES, run.messages.length - count))} more
        </button>
      )}
    </div>
  );
}

/** All that a message shows. */
function wholeText(message: Message): string {
  const calls = message.toolCalls.map(({ name, args }) => `${name}\n${asText(args) ?? ''}`);
  return [textOf(message), ...calls].join('\n');
}

function foldLabel({ folded, messages }: Run): string {
  if (folded === 'instructions') {
    const chars = messages.reduce((sum, one) => sum + textOf(one).length, 0);
    return `${messages[0]?.role ?? 'system'} · ${exactCount(chars)} characters`;
  }
  const count = plural(messages.length, 'earlier message');
  return folded === 'unchanged' ? `${count}, unchanged` : count;
}

const ARGS_LINE_CHARS = 100;

/** A tool call: its arguments, and the span that ran it with status, time and result. */
function ToolCallView({ call, run }: { call: ToolCall; run: ShownRun | null }) {
  const scope = useContext(TraceScope);
  return (
    <div className="tone-tool rounded-control border border-line1 bg-bg1 px-10 py-6">
      <div className="flex items-baseline gap-8">
        <span className="font-semibold text-tone">{call.name}</span>
        {call.id !== null && <span className="mono clip text-text3">{call.id}</span>}
        {run !== null && (
          <button
            type="button"
            onClick={() => scope?.select(run.spanId)}
            title="Show the span that ran it"
            className={`nums ml-auto flex shrink-0 items-center gap-6 text-12 ${run.failed ? 'tone-error text-tone' : 'text-text2 hover:text-text1'}`}
          >
            {run.failed && <span>failed</span>}
            {formatDuration(run.durationMs)}
            <span className="clip max-w-180 underline">{run.name}</span>
            <Icon name="chevronRight" size={12} />
          </button>
        )}
      </div>
      {call.args !== null && (
        <div className="mono pt-2">
          <TextBlock text={argsText(call.args)} label={`${call.name} arguments`} look="line" />
        </div>
      )}
      {run?.result !== null && run?.result !== undefined && (
        <details className="group/result mt-4 border-t border-line1 pt-4">
          <summary className="text-12 text-text3 hover:text-text1">
            result · {run.result.length.toLocaleString('en-US')} characters
          </summary>
          <TextBlock text={run.result} label={`${call.name} result`} />
        </details>
      )}
    </div>
  );
}

/** Few arguments read better in one line. */
function argsText(args: Json): string {
  const line = typeof args === 'string' ? args : JSON.stringify(args);
  return line.length <= ARGS_LINE_CHARS ? line : (asText(args) ?? '');
}

const ROLE_TONES: Readonly<Record<string, string>> = {
  assistant: 'tone-llm',
  ai: 'tone-llm',
  model: 'tone-llm',
  completion: 'tone-llm',
  tool: 'tone-tool',
  function: 'tone-tool',
};

interface MessageViewProps {
  readonly message: Message;
  readonly runOf: (call: ToolCall) => ShownRun | null;
  /** Names of the tools that were asked for, by the id of the call. */
  readonly toolOf: (callId: string) => string | undefined;
  readonly isOutput?: boolean;
}

/** One message: the role by an edge and a label, then the content and the tool calls. */
function MessageView({ message, runOf, toolOf, isOutput = false }: MessageViewProps) {
  const mode = useContentMode();
  const tone = ROLE_TONES[message.role.toLowerCase()] ?? 'tone-unknown';
  const label = `${message.role} message`;
  const name =
    message.name ?? (message.toolCallId === null ? undefined : toolOf(message.toolCallId)) ?? null;
  return (
    <article className={`${tone} my-8 border-l-2 border-bar pl-10`}>
      <h3 className="flex items-baseline gap-8 text-11 text-text3">
        <span className="font-medium text-tone uppercase">{message.role}</span>
        {name !== null && <span className="mono clip text-text2">{name}</span>}
        {message.toolCallId !== null && <span className="mono clip">{message.toolCallId}</span>}
        {isOutput && <span>output</span>}
      </h3>
      <div className="flex flex-col gap-6 pt-2">
        {mode === 'json' ? (
          <TextBlock text={JSON.stringify(message, null, 2)} label={label} />
        ) : (
          <>
            {message.parts.map((part, index) => (
              <PartView key={index} part={part} label={label} />
            ))}
            {message.toolCalls.map((call, index) => (
              <ToolCallView key={index} call={call} run={runOf(call)} />
            ))}
          </>
        )}
      </div>
    </article>
  );
}

function PartView({ part, label }: { part: MessagePart; label: string }) {
  switch (part.type) {
    case 'text':
      return <TextBlock text={part.text} label={label} look="prose" />;
    case 'reasoning':
      return part.text === '' ? (
        <p className="text-12 text-text3">reasoning, withheld or encrypted by the provider</p>
      ) : (
        <details>
          <summary className="text-12 text-text3 hover:text-text1">
            reasoning · {exactCount(part.text.length)} characters
          </summary>
          <div className="border-l border-line2 pl-8 text-text2">
            <TextBlock text={part.text} label="reasoning" look="prose" />
          </div>
        </details>
      );
    case 'image':
    case 'audio':
    case 'file':
      return <MediaView part={part} />;
    case 'other':
      return <TextBlock text={JSON.stringify(part.value, null, 2)} label={label} />;
  }
}
