import { IconButton } from '#web/ui/button.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { exactCount } from '#web/platform/text/format-number.ts';

interface FindBoxProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** How many spans were found, and which of them is chosen (0 when none is); null without a search. */
  readonly found: { readonly count: number; readonly number: number } | null;
  readonly onStep: (by: 1 | -1) => void;
}

/** Find in trace: how many were found, and from one to the next (Enter, Shift Enter). */
export function FindBox({ text, onText, found, onStep }: FindBoxProps) {
  return (
    <div
      className={`flex shrink-0 items-center gap-4 max-md:min-w-100 max-md:flex-1 ${found === null ? '' : 'max-md:basis-full'}`}
      role="search"
      aria-label="Find in trace"
    >
      <SearchField
        value={text}
        onChange={onText}
        placeholder="Find in trace"
        className="w-200 max-md:w-0 max-md:flex-1"
        onEnter={(back) => onStep(back ? -1 : 1)}
      />
      {found !== null && (
        <>
          <span className="nums shrink-0 text-12 text-text3" role="status">
            {found.number > 0 ? `${exactCount(found.number)} of ${exactCount(found.count)}` : `${exactCount(found.count)} found`}
          </span>
          <IconButton icon="arrowUp" label="Previous found (Shift Enter)" disabled={found.count === 0} onClick={() => onStep(-1)} />
          <IconButton icon="arrowDown" label="Next found (Enter)" disabled={found.count === 0} onClick={() => onStep(1)} />
        </>
      )}
    </div>
  );
}
