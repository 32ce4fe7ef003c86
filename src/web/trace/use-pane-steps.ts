import { useRouter, type HistoryState } from '@tanstack/react-router';
import { stepBack } from '#web/platform/address/close-on-back.ts';
import type { Changes } from '#web/platform/address/search-schema.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step before this one is the same page at its tree. */
    readonly isTreeBehind?: true;
  }
}

interface PaneSearch {
  readonly pane?: 'tree' | 'span';
}

/**
 * Makes changes to the address, as a step of their own or in the place of the one before; `true`
 * keeps its state.
 */
type Change<Search> = (
  changes: Changes<Search>,
  how: { readonly replace: boolean; readonly state: HistoryState | true },
) => Promise<void>;

/**
 * Keeps what is chosen in the address, in the place of what was chosen before. `onSpan` is for
 * where what is chosen takes the place of the tree: that is a step, from which Back leads to the
 * tree again, at what was chosen.
 */
export function usePaneSteps<Search extends PaneSearch>(
  change: Change<Search>,
  toTree: Changes<Search>,
) {
  const { history } = useRouter();
  const onSearch = (changes: Changes<Search>): void => {
    const isToTree = changes.pane === 'tree' && Object.keys(changes).length === 1;
    if (isToTree && history.location.state.isTreeBehind === true) stepBack(history);
    else void change(changes, { replace: true, state: changes.pane === 'tree' ? {} : true });
  };
  const onSpan = async (changes: Changes<Search>): Promise<void> => {
    await change({ ...changes, ...toTree }, { replace: true, state: true });
    await change(changes, { replace: false, state: { isTreeBehind: true } });
  };
  return { onSearch, onSpan: (changes: Changes<Search>) => void onSpan(changes) };
}
