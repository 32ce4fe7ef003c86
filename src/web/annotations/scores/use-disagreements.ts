import { useNavigate } from '@tanstack/react-router';
import type { Disagreement } from '#contracts/annotations/annotation.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import type { ScoresSearch } from './scores-search.ts';
import type { Changes } from '#web/platform/address/search-schema.ts';

/** Going through disagreements. */
export interface Walk {
  /** The one on screen; null for none. */
  readonly open: Disagreement | null;
  /** Its place from 0, and how many there are. */
  readonly at: number;
  readonly count: number;
  readonly show: (id: string | undefined) => void;
  /** To the next or the one before; at the ends it stays. */
  readonly step: (by: number) => void;
}

const AHEAD = 20;

/** The disagreement in the address, with keys to the next, the one before and back. */
export function useDisagreements(
  list: readonly Disagreement[],
  { pair, people, models }: ScoresSearch,
  onChange: (changes: Changes<ScoresSearch>, replace?: boolean) => void,
  onMore: (() => void) | null,
): Walk {
  const navigate = useNavigate({ from: '/projects/$project/scores' });
  const isNarrowed = people !== undefined && models !== undefined;
  const at = list.findIndex(({ human }) => human.id === pair);
  const show = (id: string | undefined): void =>
    onChange({ pair: id }, pair !== undefined && id !== undefined);
  const step = (by: number): void => {
    const next = list[Math.min(list.length - 1, Math.max(0, at < 0 ? 0 : at + by))];
    if (next !== undefined) show(next.human.id);
    // Before the walk comes to their end.
    if (at + by >= list.length - AHEAD) onMore?.();
  };
  const next = { what: 'Next disagreement', run: () => step(1) };
  const previous = { what: 'Previous disagreement', run: () => step(-1) };
  useKeys({
    j: next,
    k: previous,
    ArrowDown: next,
    ArrowUp: previous,
    Escape: {
      what:
        at >= 0
          ? 'Close the disagreement'
          : isNarrowed
            ? 'All disagreements'
            : 'Back to all scores',
      run: () => {
        if (at >= 0) show(undefined);
        else if (isNarrowed) onChange({ people: undefined, models: undefined });
        else
          void navigate({
            search: (before) => (before.range === undefined ? {} : { range: before.range }),
          });
      },
    },
  });
  return { open: list[at] ?? null, at, count: list.length, show, step };
}
