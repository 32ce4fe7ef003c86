import type { Message } from '#web/trace/conversation.ts';
import type { MessagePart, ToolCall } from './message-parts.ts';
import { useContentMode } from './content-mode.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { MediaView } from '#web/ui/media/media-view.tsx';
import { TextBlock } from '#web/trace/text-block.tsx';
import type { ShownRun } from './use-call-context.ts';
import { useContext } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { asText, type Json } from '#web/platform/text/json.ts';
import { TraceScope } from '#web/trace/trace-scope.ts';

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
          <summary className="text-12 text-text3 hover:text-text1">result · {run.result.length.toLocaleString('en-US')} characters</summary>
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
export function MessageView({ message, runOf, toolOf, isOutput = false }: MessageViewProps) {
  const mode = useContentMode();
  const tone = ROLE_TONES[message.role.toLowerCase()] ?? 'tone-unknown';
  const label = `${message.role} message`;
  const name = message.name ?? (message.toolCallId === null ? undefined : toolOf(message.toolCallId)) ?? null;
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
          <summary className="text-12 text-text3 hover:text-text1">reasoning · {exactCount(part.text.length)} characters</summary>
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
