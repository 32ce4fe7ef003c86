import { useState, type ReactNode } from 'react';
import { grainOf, useFigureFilter } from '#web/lists/list-filter.ts';
import type { Facets } from '#contracts/metrics/series.ts';
import { useWholeFacets, type Counting } from '#web/metrics/whole-figures.calls.ts';
import { IconButton } from '#web/ui/button.tsx';
import type { ClickField } from '#web/filter/language/condition.ts';
import { clicksOn, withoutSegment } from '#web/filter/language/edit.ts';
import { compactCount, countedShare, exactCount } from '#web/platform/text/format-number.ts';
import type { ListSearch } from '#web/lists/search-params.ts';
import { isRelativeRange, type RangeText } from '#web/platform/time/time-range.ts';
import { useHeld } from '#web/lists/use-held.ts';
import { dividesRows, sampleOf, valuesIn, type CountedField } from './facet-values.ts';
import { shownText } from '#web/platform/text/shown-name.ts';

interface FacetProps {
  readonly project: string;
  readonly range: RangeText;
  readonly search: ListSearch;
  readonly title: string;
  /** More about it than its title, for who points at it. */
  readonly about?: string;
  readonly field: CountedField;
  readonly tone?: (value: string) => string;
  readonly click: (field: ClickField, value: string, negate: boolean) => void;
  readonly onRemove?: () => void;
}

const SHORT = 6;

/**
 * One field's values. They are counted under all conditions except its own, so that a second value
 * can be selected.
 */
export function Facet({
  project,
  range,
  search,
  title,
  about = title,
  field,
  tone,
  click,
  onRemove,
}: FacetProps) {
  const [isLong, setLong] = useState(false);
  const [wanted, setWanted] = useState<string | null>(null);
  const grain = grainOf(search);
  const text = search.q ?? '';
  const { places, included, excluded } = clicksOn(text, grain, field);
  const others = places
    .toReversed()
    .reduce((left, { index }) => withoutSegment(left, index, grain), text);
  const attributeKeys = typeof field === 'object' && 'attribute' in field ? [field.attribute] : [];
  const filter = useFigureFilter(project)({ ...search, q: others });
  const {
    data: fresh,
    quick,
    counting,
  } = useWholeFacets(project, range, filter, { attributeKeys, search: wanted ?? '' });
  const data = useHeld(`${project} ${grain}`, fresh);
  if (data === undefined) return null;
  const values = withChosen(valuesIn(data, field), [...included, ...excluded]);
  const isHelp = isShownAnyway(field, range, text)
    ? values.length > 0
    : dividesRows(data, field, values);
  if (wanted === null && !isHelp && included.size + excluded.size === 0 && onRemove === undefined)
    return null;
  const shown = isLong || wanted !== null ? values : values.slice(0, SHORT);
  const most = Math.max(1, ...values.map((one) => one.count));
  return (
    <fieldset className={`min-w-0 pb-10 ${quick.isPlaceholderData ? 'opacity-60' : ''}`}>
      <FacetHead
        {...{ title, about, onRemove }}
        onSearch={values.length < SHORT ? null : () => setWanted(wanted === null ? '' : null)}
      >
        <SampleNote over={sampleOf(data, field)} of={grain} counting={counting} />
      </FacetHead>
      {wanted !== null && <ValueSearch title={title} wanted={wanted} onWanted={setWanted} />}
      {shown.map(({ value, count }) => (
        <FacetRow
          key={value}
          value={value}
          count={count}
          share={count / most}
          state={included.has(value) ? 'in' : excluded.has(value) ? 'out' : null}
          tone={tone?.(value) ?? 'tone-unknown'}
          onClick={(negate) => click(field, value, negate)}
        />
      ))}
      {shown.length === 0 && (
        <p className="text-11 text-text3">
          {wanted === null || wanted === '' ? 'No value' : 'No results'}
        </p>
      )}
      {wanted === null && values.length > SHORT && (
        <button
          type="button"
          onClick={() => setLong(!isLong)}
          className="h-22 text-11 text-link hover:underline"
        >
          {isLong ? 'Show fewer' : `Show ${values.length - SHORT} more`}
        </button>
      )}
    </fieldset>
  );
}

interface FacetHeadProps extends Pick<FacetProps, 'title'> {
  readonly about: string;
  /** Null where there is little to search. */
  readonly onSearch: (() => void) | null;
  readonly onRemove: (() => void) | undefined;
  readonly children: ReactNode;
}

function FacetHead({ title, about, onSearch, onRemove, children }: FacetHeadProps) {
  return (
    <legend className="group flex w-full items-center gap-4 pb-2 text-12 text-text2">
      <span className="clip" title={about}>
        {title}
      </span>
      {children}
      <span className="flex-1" />
      {onSearch !== null && (
        <IconButton
          icon="search"
          label={`Search in ${title}`}
          className="!size-20"
          onClick={onSearch}
        />
      )}
      {onRemove !== undefined && (
        <IconButton
          icon="close"
          label={`No longer count ${title}`}
          className="!size-20"
          onClick={onRemove}
        />
      )}
    </legend>
  );
}

interface ValueSearchProps extends Pick<FacetProps, 'title'> {
  readonly wanted: string;
  readonly onWanted: (wanted: string | null) => void;
}

function ValueSearch({ title, wanted, onWanted }: ValueSearchProps) {
  return (
    <input
      aria-label={`Search in ${title}`}
      value={wanted}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was just asked for
      autoFocus
      onChange={(event) => onWanted(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onWanted(null);
      }}
      className="mb-4 h-26 w-full rounded-chip border border-line3 bg-bg1 px-6 text-12"
    />
  );
}

/**
 * A value shared by all rows is no help, unless the rows were selected by it; an annotation is
 * missing in others.
 */
function isShownAnyway(field: CountedField, range: RangeText, text: string): boolean {
  const isNarrowed = text !== '' || !isRelativeRange(range);
  return isNarrowed || (typeof field === 'object' && 'annotation' in field);
}

/** A selected value is listed even without matches. */
function withChosen(found: Facets['name'], chosen: readonly string[]): Facets['name'] {
  const missing = chosen.filter((value) => !found.some((one) => one.value === value));
  return [...found, ...missing.map((value) => ({ value, count: 0 }))];
}

/** Of how many of the newest the counts are, where they are not of all. */
function SampleNote({
  over,
  of,
  counting,
}: {
  over: number | null;
  of: 'traces' | 'spans';
  counting: Counting;
}) {
  if (over === null) return null;
  return (
    <span
      className="clip shrink-0 text-11 text-text3"
      title={`Counted over the newest ${exactCount(over)} ${of} that match${counting === null ? ', not over all of them.' : '; the others are being counted.'}`}
    >
      newest {compactCount(over)}
      {counting !== null && ` · ${countedShare(counting)}`}
    </span>
  );
}

interface FacetRowProps {
  readonly value: string;
  readonly count: number;
  /** Of the most frequent value, for the bar. */
  readonly share: number;
  readonly state: 'in' | 'out' | null;
  readonly tone: string;
  readonly onClick: (negate: boolean) => void;
}

/** A click on the label arrives here as one on the box, with the keys that were held. */
function wasAlt(event: Event): boolean {
  return event instanceof MouseEvent && event.altKey;
}

/** One value: a checkbox to keep it, and a button beside it to exclude it. */
function FacetRow({ value, count, share, state, tone, onClick }: FacetRowProps) {
  const shown = value.trim() === '' ? '(empty)' : shownText(value);
  return (
    <div className={`group/row ${tone} flex h-26 min-w-0 items-center gap-4 text-12 max-md:h-44`}>
      <label
        aria-label={shown}
        title={`${shown} · Alt-click to exclude`}
        className={`flex h-full min-w-0 flex-1 items-center gap-8 ${state === 'out' ? 'text-text3 line-through' : ''}`}
      >
        <input
          type="checkbox"
          checked={state === 'in'}
          onChange={(event) => onClick(state === 'out' || wasAlt(event.nativeEvent))}
          className="size-13 shrink-0 accent-accent"
        />
        <span className="relative flex h-full min-w-0 flex-1 items-center gap-8">
          <span className="clip flex-1">{shown}</span>
          <span className="nums text-text3" title={exactCount(count)}>
            {compactCount(count)}
          </span>
          <span
            className="absolute bottom-2 left-0 h-2 rounded-chip bg-bar opacity-70"
            style={{ width: `${share * 100}%` }}
            aria-hidden="true"
          />
        </span>
      </label>
      <button
        type="button"
        aria-label={`Leave out ${shown}`}
        aria-pressed={state === 'out'}
        title="Leave out"
        onClick={() => onClick(true)}
        className={`touch touch-wide grid size-18 shrink-0 place-items-center rounded-chip text-text3 hover:bg-bg3 hover:text-text1 focus-visible:opacity-100 ${state === 'out' ? 'bg-bg3 text-text1' : 'opacity-0 group-hover/row:opacity-100 max-lg:opacity-100'}`}
      >
        ≠
      </button>
    </div>
  );
}
