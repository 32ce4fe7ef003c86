import { useNavigate } from '@tanstack/react-router';
import { useKeys } from '../../lib/keys.ts';
import { projectsPath } from '../../lib/paths.ts';

interface RowKeys {
  readonly rows: readonly { readonly id: string }[];
  readonly activeId: string | null;
  readonly go: (at: number, extend: boolean) => void;
  readonly open: (at: number) => void;
  readonly select: (at: number) => void;
  readonly peek: (at: number) => void;
  /** What Esc leaves first, before the page. */
  readonly leave: (() => void) | null;
}

/** The keys of a list; `at` counts the loaded rows. Gives what walks to a neighbour. */
export function useRowKeys({ rows, activeId, go, open, select, peek, leave }: RowKeys): (by: number) => void {
  const navigate = useNavigate();
  const at = (): number =>
    Math.max(
      0,
      rows.findIndex((row) => row.id === activeId),
    );
  const move = (by: number, extend = false): void => {
    const isFirst = !rows.some((row) => row.id === activeId);
    go(isFirst ? 0 : Math.max(0, Math.min(rows.length - 1, at() + by)), extend);
  };
  useKeys(
    {
      ArrowDown: { what: 'Move', run: () => move(1) },
      ArrowUp: { what: 'Move', run: () => move(-1) },
      'Shift+ArrowDown': { what: 'Select on the way', run: () => move(1, true) },
      'Shift+ArrowUp': { what: 'Select on the way', run: () => move(-1, true) },
      j: { what: 'Next, previous', run: () => move(1) },
      k: { what: 'Next, previous', run: () => move(-1) },
      Home: { what: 'First, last loaded', run: () => move(-rows.length) },
      End: { what: 'First, last loaded', run: () => move(rows.length) },
      Enter: { what: 'Open', run: () => open(at()) },
      ' ': { what: 'Peek', run: () => peek(at()) },
      x: { what: 'Select', run: () => select(at()) },
      Escape: { what: 'Up one level', run: () => (leave === null ? void navigate({ to: projectsPath }) : leave()) },
    },
    'List',
  );
  return move;
}
