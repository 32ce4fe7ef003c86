import { ApiError } from '#web/platform/http/client.ts';
import type { Pasted } from './trace-choices.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { ListFailure } from '#web/lists/list-failure.tsx';
import { SkeletonRows } from '#web/ui/states.tsx';
import { withCondition } from '#web/filter/language/edit.ts';
import { readFilterText } from '#web/filter/language/filter-text.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { isLink } from './pasted-ids.ts';
import type { TraceChoice, TraceGroup } from './use-trace-groups.ts';
import type { ReactNode } from 'react';
import { KindMark, lookOfKind } from '#web/ui/kind-mark.tsx';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { durationSoFar } from '#web/platform/time/open-duration.ts';
import { shownName, shownText } from '#web/platform/text/shown-name.ts';

/** A line that can be taken: a trace, or with null more of its group. */
interface Option {
  readonly group: TraceGroup;
  readonly choice: TraceChoice | null;
}

/** All lines of some groups in their order. */
export function optionsOf(groups: readonly TraceGroup[]): readonly Option[] {
  return groups.flatMap((group) => [
    ...group.choices.map((choice) => ({ group, choice })),
    ...(group.more === null ? [] : [{ group, choice: null }]),
  ]);
}

interface TraceChoicesProps {
  /** Of the list; its lines are called after it. */
  readonly id: string;
  readonly groups: readonly TraceGroup[];
  readonly at: number;
  /** The search text, and the ids in it. */
  readonly text: string;
  readonly ids: readonly string[];
  readonly pasted: Pasted | undefined;
  /** Whether what was asked for can be read at all. */
  readonly isReadable: boolean;
  readonly onTake: (index: number) => void;
  readonly onWrite: (text: string) => void;
}

/** The traces to choose from, or why there are none. */
export function TraceChoices({
  id,
  groups,
  at,
  text,
  ids,
  pasted,
  isReadable,
  onTake,
  onWrite,
}: TraceChoicesProps) {
  const count = groups.reduce((sum, group) => sum + group.choices.length, 0);
  const isWaiting = groups.some((group) => group.isWaiting || group.isStale);
  const failed = groups.filter((group) => group.error !== null);
  const isMissing = pasted !== undefined && pasted.traces.length === 0;
  return (
    <>
      {isMissing && (
        <p className="verbatim shrink-0 text-13 text-text2">{missingText(ids, pasted, text)}</p>
      )}
      {failed.map(
        ({ title, error, retry }) =>
          error !== null && (
            <ListFailure
              key={title}
              title={`“${title}” could not be read.`}
              error={error}
              onRetry={retry}
            />
          ),
      )}
      {failed.some(({ error }) => isTooLong(error)) &&
        text !== '' &&
        !text.includes('start_time') && (
          <Button className="self-start" onClick={() => onWrite(sinceDaysAgo(text, Date.now()))}>
            Look at the last {RECENT_DAYS} days
          </Button>
        )}
      {count === 0 && isReadable && !isWaiting && failed.length === 0 && (
        <Nothing text={text} isMissing={isMissing} onClear={() => onWrite('')} />
      )}
      <div
        id={id}
        role="listbox"
        aria-label="Traces"
        aria-busy={isWaiting}
        className="min-h-0 flex-1 overflow-y-auto pb-16"
      >
        {groups.map((group, index) => (
          <Group
            key={group.title}
            id={id}
            group={group}
            from={optionsOf(groups.slice(0, index)).length}
            at={at}
            onTake={onTake}
          />
        ))}
      </div>
      <p role="status" className="sr-only">
        {isWaiting ? 'Looking …' : `${plural(count, 'trace')} to choose from`}
      </p>
    </>
  );
}

function Group({
  id,
  group,
  from,
  at,
  onTake,
}: Pick<TraceChoicesProps, 'id' | 'at' | 'onTake'> & { group: TraceGroup; from: number }) {
  const { title, choices, more, isWaiting, isStale, isReadingMore } = group;
  if (choices.length === 0 && !isWaiting) return null;
  const end = from + choices.length;
  return (
    <div role="group" aria-label={title} className={`mb-16 ${isStale ? 'opacity-60' : ''}`}>
      <div
        aria-hidden="true"
        className="clip sticky top-0 z-10 border-b border-line1 bg-bg0 px-8 py-4 text-11 font-medium text-text3"
      >
        {title}
      </div>
      {isWaiting && <SkeletonRows rows={6} height={30} />}
      {choices.map((choice, index) => (
        <TraceOption
          key={choice.row.id}
          id={`${id}-${from + index}`}
          isActive={from + index === at}
          onTake={() => onTake(from + index)}
          choice={choice}
        />
      ))}
      {more !== null && (
        <OptionLine id={`${id}-${end}`} isActive={end === at} onTake={() => onTake(end)}>
          <span className="pl-28 text-link">{isReadingMore ? 'Reading …' : 'More'}</span>
        </OptionLine>
      )}
    </div>
  );
}

const RECENT_DAYS = 7;
const DAY_MS = 86_400_000;

/** The search text, limited to the last days. */
function sinceDaysAgo(text: string, nowMs: number): string {
  const [first, second] = readFilterText(text, 'traces').segments;
  const isOr = second === undefined && first?.expr.node === 'or';
  const since = new Date(nowMs - RECENT_DAYS * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
  return withCondition(isOr ? `(${text})` : text, `start_time >= '${since}T00:00:00Z'`);
}

function isTooLong(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 408;
}

function missingText(ids: readonly string[], { others }: Pasted, text: string): string {
  const [other] = others;
  const id = ids.join(', ');
  if (other !== undefined) return `${id} is the id of a ${other}, not of a trace.`;
  const what = isLink(text)
    ? `The link names a trace that is not on this server: ${id}.`
    : `No trace on this server has the id ${id}.`;
  return `${what} The trace may have been deleted, or hasn’t arrived yet.`;
}

function Nothing({
  text,
  isMissing,
  onClear,
}: {
  text: string;
  isMissing: boolean;
  onClear: () => void;
}) {
  if (text === '')
    return <p className="text-13 text-text2">This project has no other trace to compare with.</p>;
  return (
    <div className="flex flex-wrap items-center gap-12 text-13 text-text2">
      {!isMissing && (
        <p>
          No other trace of this project matches. The content of all spans was searched for whole
          words.
        </p>
      )}
      <Button onClick={onClear}>Clear the search</Button>
    </div>
  );
}

/** A trace to choose: its name, whether it failed, what it was asked, how long it took and when. */
function TraceOption({
  choice: { row, note },
  ...line
}: Omit<OptionLineProps, 'children'> & { choice: TraceChoice }) {
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
          {note !== '' && (
            <span className="shrink-0 rounded-chip bg-bg3 px-4 text-11 text-text2">{note}</span>
          )}
        </span>
        <span
          className={`clip min-w-0 text-12 text-text2 ${input === '' && error !== '' ? 'hidden' : 'flex-1'}`}
          title={input}
        >
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
        <span className="whitespace-nowrap md:w-90 md:text-right">
          {formatWhen(row.startedAt, Date.now())}
        </span>
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
function OptionLine({ id, isActive, onTake, children }: OptionLineProps) {
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
