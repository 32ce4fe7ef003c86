import { useQuery } from '@tanstack/react-query';
import { withoutSegment } from '#web/filter/language/edit.ts';
import { everySpan, type EverySpan } from '#web/filter/language/every-span.ts';
import type { Grain } from '#web/filter/language/fields.ts';
import { readFilterText } from '#web/filter/language/filter-text.ts';
import { searchedText } from '#web/filter/language/searched-text.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { labelOfRange, type RangeText } from '#web/platform/time/time-range.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyNote } from '#web/ui/states.tsx';

/** The maximum number of conditions that are left out one by one, each with a request. */
const ASKED_MAX = 8;
const WIDEST = 'all';
const ONE_WORD = /^[\p{L}\p{N}]{1,40}$/u;

interface NothingMatchesProps {
  readonly project: string;
  readonly range: RangeText;
  /** The kind of row the filter applies to, and its plural: "traces". */
  readonly of: Grain;
  readonly what: string;
  readonly q: string;
  /** How many match another filter, up to `countedMax`. */
  readonly count: (q: string | undefined, signal: AbortSignal) => Promise<number>;
  readonly countedMax: number;
  readonly onFilter: (q: string | undefined) => void;
  readonly onRange: (range: RangeText) => void;
}

/**
 * Why a filter leaves nothing, and the two ways out: without the condition that excludes most, or
 * over more time.
 */
export function NothingMatches({
  project,
  range,
  of,
  what,
  q,
  count,
  countedMax,
  onFilter,
  onRange,
}: NothingMatchesProps) {
  const { data } = useQuery({
    queryKey: ['why-empty', project, range, what, q],
    queryFn: async ({ signal }) => await waysOut(q, of, async (rest) => await count(rest, signal)),
  });
  const most = data?.[0];
  const searched = searchedText(q, of);
  const everywhere = everySpan(q, of);
  const found = useQuery({
    queryKey: ['why-empty', project, range, what, everywhere?.text],
    queryFn: async ({ signal }) => await count(everywhere?.text, signal),
    enabled: everywhere !== null,
  });
  return (
    <EmptyNote title={`No ${what} match`}>
      <p>
        {labelOfRange(range, Date.now())}: {data === undefined && 'nothing meets the filter.'}
        {data !== undefined &&
          most === undefined &&
          'no rows match all conditions, or all but one of them.'}
        {most !== undefined && (
          <>
            <code className="mono rounded-chip bg-bg2 px-4">{most.condition}</code> excludes most:
            without it{' '}
            {most.count >= countedMax ? `more than ${countedMax}` : exactCount(most.count)} match.
          </>
        )}
      </p>
      {searched?.includes('*') === false && <WholeWordsNote searched={searched} />}
      {everywhere !== null && found.data !== 0 && (
        <EverySpanNote
          of={of}
          {...everywhere}
          count={found.data}
          countedMax={countedMax}
          onFilter={onFilter}
        />
      )}
      <div className="flex flex-wrap gap-8">
        {most !== undefined && (
          <Button look="accent" onClick={() => onFilter(most.rest)}>
            Remove this condition
          </Button>
        )}
        <Button onClick={() => onFilter(undefined)}>Clear filters</Button>
        {range !== WIDEST && <Button onClick={() => onRange(WIDEST)}>Search all time</Button>}
      </div>
    </EmptyNote>
  );
}

/** How to find more than whole words, in the words that were searched for. */
function WholeWordsNote({ searched }: { searched: string }) {
  return (
    <p>
      The content of all spans was searched for whole words. To find beginnings of words, write{' '}
      <code className="mono rounded-chip bg-bg2 px-4">
        {ONE_WORD.test(searched) ? `${searched}*` : 'refu*'}
      </code>
      .
    </p>
  );
}

interface EverySpanNoteProps extends EverySpan {
  readonly of: Grain;
  /** How many match then; undefined while they are counted. */
  readonly count: number | undefined;
  readonly countedMax: number;
  readonly onFilter: (q: string) => void;
}

/** The fix for a condition that checks only the root span. */
function EverySpanNote({
  of,
  written,
  instead,
  text,
  count,
  countedMax,
  onFilter,
}: EverySpanNoteProps) {
  return (
    <div className="flex flex-col items-start gap-8">
      <p>
        <code className="mono rounded-chip bg-bg2 px-4">{written}</code> checks only the root span
        of {of === 'sessions' ? 'the first trace' : 'each trace'}. To check every span, write{' '}
        <code className="mono rounded-chip bg-bg2 px-4">{instead}</code>
        {count !== undefined &&
          `: ${count >= countedMax ? `more than ${countedMax}` : exactCount(count)} match`}
        .
      </p>
      <Button look="accent" onClick={() => onFilter(text)}>
        Check every span
      </Button>
    </div>
  );
}

interface WayOut {
  readonly condition: string;
  /** The filter without it. */
  readonly rest: string | undefined;
  /** Rows that match then. */
  readonly count: number;
}

/**
 * The number of matches without each condition, most first; conditions that make no difference are
 * omitted.
 */
async function waysOut(
  q: string,
  of: Grain,
  count: (q: string | undefined) => Promise<number>,
): Promise<readonly WayOut[]> {
  const ways = await Promise.all(
    readFilterText(q, of)
      .segments.slice(0, ASKED_MAX)
      .map(async (segment, at): Promise<WayOut> => {
        const text = withoutSegment(q, at, of).trim();
        const rest = text === '' ? undefined : text;
        return { condition: segment.text, rest, count: await count(rest) };
      }),
  );
  return ways.filter((one) => one.count > 0).toSorted((a, b) => b.count - a.count);
}
