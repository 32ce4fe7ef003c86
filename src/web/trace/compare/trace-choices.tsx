import { ApiError } from '#web/platform/http/client.ts';
import type { Pasted } from './trace-choices.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { ListFailure } from '#web/lists/list-failure.tsx';
import { SkeletonRows } from '#web/ui/states.tsx';
import { withCondition } from '#web/filter/language/edit.ts';
import { readFilterText } from '#web/filter/language/filter-text.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { isLink } from './pasted-ids.ts';
import { OptionLine, TraceOption } from './trace-option.tsx';
import type { TraceChoice, TraceGroup } from './use-trace-groups.ts';

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
export function TraceChoices({ id, groups, at, text, ids, pasted, isReadable, onTake, onWrite }: TraceChoicesProps) {
  const count = groups.reduce((sum, group) => sum + group.choices.length, 0);
  const isWaiting = groups.some((group) => group.isWaiting || group.isStale);
  const failed = groups.filter((group) => group.error !== null);
  const isMissing = pasted !== undefined && pasted.traces.length === 0;
  return (
    <>
      {isMissing && <p className="verbatim shrink-0 text-13 text-text2">{missingText(ids, pasted, text)}</p>}
      {failed.map(
        ({ title, error, retry }) =>
          error !== null && <ListFailure key={title} title={`“${title}” could not be read.`} error={error} onRetry={retry} />,
      )}
      {failed.some(({ error }) => isTooLong(error)) && text !== '' && !text.includes('start_time') && (
        <Button className="self-start" onClick={() => onWrite(sinceDaysAgo(text, Date.now()))}>
          Look at the last {RECENT_DAYS} days
        </Button>
      )}
      {count === 0 && isReadable && !isWaiting && failed.length === 0 && (
        <Nothing text={text} isMissing={isMissing} onClear={() => onWrite('')} />
      )}
      <div id={id} role="listbox" aria-label="Traces" aria-busy={isWaiting} className="min-h-0 flex-1 overflow-y-auto pb-16">
        {groups.map((group, index) => (
          <Group key={group.title} id={id} group={group} from={optionsOf(groups.slice(0, index)).length} at={at} onTake={onTake} />
        ))}
      </div>
      <p role="status" className="sr-only">
        {isWaiting ? 'Looking …' : `${plural(count, 'trace')} to choose from`}
      </p>
    </>
  );
}

function Group({ id, group, from, at, onTake }: Pick<TraceChoicesProps, 'id' | 'at' | 'onTake'> & { group: TraceGroup; from: number }) {
  const { title, choices, more, isWaiting, isStale, isReadingMore } = group;
  if (choices.length === 0 && !isWaiting) return null;
  const end = from + choices.length;
  return (
    <div role="group" aria-label={title} className={`mb-16 ${isStale ? 'opacity-60' : ''}`}>
      <div aria-hidden="true" className="clip sticky top-0 z-10 border-b border-line1 bg-bg0 px-8 py-4 text-11 font-medium text-text3">
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
  const what = isLink(text) ? `The link names a trace that is not on this server: ${id}.` : `No trace on this server has the id ${id}.`;
  return `${what} The trace may have been deleted, or hasn’t arrived yet.`;
}

function Nothing({ text, isMissing, onClear }: { text: string; isMissing: boolean; onClear: () => void }) {
  if (text === '') return <p className="text-13 text-text2">This project has no other trace to compare with.</p>;
  return (
    <div className="flex flex-wrap items-center gap-12 text-13 text-text2">
      {!isMissing && <p>No other trace of this project matches. The name, the input and the output were searched.</p>}
      <Button onClick={onClear}>Clear the search</Button>
    </div>
  );
}
