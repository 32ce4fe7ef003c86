import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useKeys } from '#web/platform/keys/keys.ts';
import { projectsPath } from '#web/platform/address/paths.ts';

interface RowKeys {
  readonly rows: readonly { readonly id: string }[];
  readonly activeId: string | null;
  readonly go: (at: number, extend: boolean) => void;
  /** Asked for more than the rows that were read: reads on, or says that there is no more. */
  readonly onEnd: (by: number) => void;
  readonly open: (at: number) => void;
  readonly select: (at: number) => void;
  readonly peek: (at: number) => void;
  /** The targets of Esc before the page itself. */
  readonly leave: (() => void) | null;
}

/** Who walks the list by its keys is in it: a button that had the focus before has Enter and Space no more. */
function leaveButton(): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement.closest('a, button') !== null)
    document.querySelector<HTMLElement>('main [role="grid"]')?.focus({ preventScroll: true });
}

/** The keys of a list; `at` counts the loaded rows. Returns the function that goes to a neighbor. */
export function useRowKeys({ rows, activeId, go, onEnd, open, select, peek, leave }: RowKeys): (by: number) => void {
  const navigate = useNavigate();
  const at = (): number =>
    Math.max(
      0,
      rows.findIndex((row) => row.id === activeId),
    );
  const wanted = useRef<{ readonly from: string; readonly by: number; readonly extend: boolean } | null>(null);
  const move = (by: number, extend = false): void => {
    const isFirst = !rows.some((row) => row.id === activeId);
    const to = isFirst ? 0 : at() + by;
    wanted.current = null;
    if (rows[to] === undefined && Math.abs(by) === 1 && rows.length > 0) {
      wanted.current = activeId === null ? null : { from: activeId, by, extend };
      onEnd(by);
    } else go(Math.max(0, Math.min(rows.length - 1, to)), extend);
  };
  useEffect(() => {
    // The requested rows have loaded meanwhile.
    const step = wanted.current;
    const here = step === null ? -1 : rows.findIndex((row) => row.id === step.from);
    if (step === null || rows[here + step.by] === undefined) return;
    wanted.current = null;
    if (here >= 0 && step.from === activeId) go(here + step.by, step.extend);
    // oxlint-disable-next-line react/exhaustive-deps -- only new rows matter
  }, [rows]);
  const walk = (by: number, extend = false): void => {
    leaveButton();
    move(by, extend);
  };
  useKeys(
    {
      ArrowDown: { what: 'Move', run: () => walk(1) },
      ArrowUp: { what: 'Move', run: () => walk(-1) },
      'Shift+ArrowDown': { what: 'Select on the way', run: () => walk(1, true) },
      'Shift+ArrowUp': { what: 'Select on the way', run: () => walk(-1, true) },
      j: { what: 'Next, previous', run: () => walk(1) },
      k: { what: 'Next, previous', run: () => walk(-1) },
      Home: { what: 'First, last loaded', run: () => move(-rows.length) },
      End: { what: 'First, last loaded', run: () => move(rows.length) },
      // Only what is marked: who left the filter by Esc and presses Enter means the filter, not the first row.
      Enter: { what: 'Open', run: () => void (rows.some((row) => row.id === activeId) && open(at())) },
      ' ': { what: 'Peek', run: () => peek(at()) },
      x: { what: 'Select', run: () => select(at()) },
      Escape: { what: 'Up one level', run: () => (leave === null ? void navigate({ to: projectsPath }) : leave()) },
    },
    'List',
  );
  return move;
}
