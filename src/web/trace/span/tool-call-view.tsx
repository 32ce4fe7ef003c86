import { useContext } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import type { ToolCall } from './message-parts.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { asText } from '#web/platform/text/json.ts';
import type { Json } from '#web/platform/text/json.ts';
import { TextBlock } from '#web/trace/text-block.tsx';
import { TraceScope } from '#web/trace/trace-scope.ts';
import type { ShownRun } from './use-call-context.ts';

const ARGS_LINE_CHARS = 100;

/** A tool call: its arguments, and the span that ran it with status, time and result. */
export function ToolCallView({ call, run }: { call: ToolCall; run: ShownRun | null }) {
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
