import { useDeferredValue, useId, useMemo, useRef, type KeyboardEvent } from 'react';
import { checkJsonObject, type JsonProblem } from '#web/platform/text/json-check.ts';
import { parseExactJson } from '#web/platform/text/exact-json.ts';
import { Button } from '#web/ui/button.tsx';

interface JsonFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly rows?: number;
}

/**
 * A JSON object as text, validated while typing: errors show below with their line, and a click
 * goes there. Tab leaves the field.
 */
export function JsonField({ label, text, onText, rows = 6 }: JsonFieldProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const deferred = useDeferredValue(text);
  const problem = useMemo(() => checkJsonObject(deferred), [deferred]);
  const format = (): void => onText(JSON.stringify(parseExactJson(text), null, 2));
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.metaKey || event.ctrlKey) return;
    // A new line begins where the one before does.
    const before = text.slice(0, event.currentTarget.selectionStart);
    const indent = /^[ \t]*/.exec(before.slice(before.lastIndexOf('\n') + 1))?.[0] ?? '';
    if (indent === '') return;
    event.preventDefault();
    event.currentTarget.setRangeText(
      `\n${indent}`,
      event.currentTarget.selectionStart,
      event.currentTarget.selectionEnd,
      'end',
    );
    onText(event.currentTarget.value);
  };
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-4">
      <div className="flex h-24 items-center justify-between">
        <label htmlFor={id} className="text-12 font-medium text-text2">
          {label}
        </label>
        <Button
          look="quiet"
          className="h-24"
          disabled={problem !== null}
          onClick={format}
          aria-label={`Format ${label}`}
        >
          Format
        </Button>
      </div>
      <textarea
        ref={area}
        id={id}
        value={text}
        rows={rows}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        className={`mono w-full resize-y rounded-control border bg-bg0 px-8 py-6 text-text1 ${problem === null ? 'border-line3' : 'tone-error border-bar'}`}
      />
      <p id={`${id}-problem`} role="status" className="min-h-16 text-12">
        {problem !== null && (
          <ProblemLine problem={problem} onGo={() => caretTo(area.current, problem.offset)} />
        )}
      </p>
    </div>
  );
}

function ProblemLine({ problem, onGo }: { problem: JsonProblem; onGo: () => void }) {
  return (
    <button
      type="button"
      onClick={onGo}
      className="tone-error verbatim text-left text-tone hover:underline"
    >
      Line {problem.line}, column {problem.column}
      {problem.path !== '' && `, in ${problem.path}`}: {problem.message}
    </button>
  );
}

function caretTo(area: HTMLTextAreaElement | null, offset: number): void {
  area?.focus();
  area?.setSelectionRange(offset, offset + 1);
}
