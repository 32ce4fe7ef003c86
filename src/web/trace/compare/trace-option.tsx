import type { ReactNode } from 'react';
import { KindMark, lookOfKind } from '#web/ui/kind-mark.tsx';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { durationSoFar } from '#web/platform/time/open-duration.ts';
import { shownName, shownText } from '#web/platform/text/shown-name.ts';
import type { TraceChoice } from './use-trace-groups.ts';

/** A trace to choose: its name, whether it failed, what it was asked, how long it took and when. */
export function TraceOption({ choice: { row, note }, ...line }: Omit<OptionLineProps, 'children'> & { choice: TraceChoice }) {
  const input = row.input ?? row.llmInput ?? '';
  const error = row.failed ? (row.error ?? '') : '';
  return (
    <OptionLine {...line}>
      <KindMark look={lookOfKind(row.kind)} />
      <span className="flex min-w-0 flex-1 items-center gap-8 max-md:flex-col max-md:items-stretch max-md:gap-2 max-md:py-6">
        <span className="flex min-w-0 items-center gap-8 md:w-220 md:shrink-0">
          <span className="clip font-medium">{shownName(row.name)}</span>
          {row.failed && (
            <span className="tone-error inline-flex shrink-0 items-center gap-4 rounded-chip bg-tint px-4 text-11 text-tone">
              <span className="size-6 rounded-full bg-bar" aria-hidden="true" />
              failed
            </span>
          )}
          {note !== '' && <span className="shrink-0 rounded-chip bg-bg3 px-4 text-11 text-text2">{note}</span>}
        </span>
        <span className={`clip min-w-0 text-12 text-text2 ${input === '' && error !== '' ? 'hidden' : 'flex-1'}`} title={input}>
          {shownText(input)}
        </span>
        {error !== '' && (
          <span
            className={`tone-error clip min-w-0 text-12 text-tone ${input === '' ? 'flex-1' : 'md:max-w-[45%] md:shrink-0'}`}
            title={error}
          >
            {shownText(error)}
          </span>
        )}
      </span>
      <span className="nums flex shrink-0 items-center gap-12 text-12 text-text3 max-md:flex-col max-md:items-end max-md:gap-2">
        <span className="md:w-60 md:text-right">{durationSoFar(row.latencyMs, row.isOpen)}</span>
        <span className="whitespace-nowrap md:w-90 md:text-right">{formatWhen(row.startedAt, Date.now())}</span>
      </span>
    </OptionLine>
  );
}

interface OptionLineProps {
  readonly id: string;
  readonly isActive: boolean;
  readonly onTake: () => void;
  readonly children: ReactNode;
}

/** A line of the list of choices; the field above keeps the focus. */
export function OptionLine({ id, isActive, onTake, children }: OptionLineProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field keeps the focus and takes the keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
      className={`flex min-h-30 cursor-pointer items-center gap-10 border-b border-line1 px-8 text-13 pointer-coarse:min-h-44 ${isActive ? 'bg-sel shadow-[inset_2px_0_0_var(--focus)]' : 'hover:bg-bg2'}`}
    >
      {children}
    </div>
  );
}
