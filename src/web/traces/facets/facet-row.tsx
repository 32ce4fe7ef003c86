import { compactCount, exactCount } from '#web/platform/text/format-number.ts';
import { shownText } from '#web/platform/text/shown-name.ts';

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
export function FacetRow({ value, count, share, state, tone, onClick }: FacetRowProps) {
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
