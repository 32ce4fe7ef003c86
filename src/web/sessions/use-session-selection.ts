import { useCallback, useRef, useState } from 'react';
import type { SessionRowItem } from '#contracts/sessions/session.ts';
import type { SessionOfTurns } from './session-turns.calls.ts';
import { SESSIONS_SELECTED_MAX } from './sessions.calls.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { showToast } from '#web/ui/notices/toasts.ts';

/** A chosen session: enough to act on it when it is no longer loaded. */
export type SelectedSession = SessionOfTurns;

type Selected = ReadonlyMap<string, SelectedSession>;
const NOTHING: Selected = new Map();

/** Which sessions of a list are chosen, by Global ID. Another list, another selection. */
export function useSessionSelection(list: string) {
  const [state, setState] = useState({ list, selected: NOTHING });
  const selected = state.list === list ? state.selected : NOTHING;
  const last = useRef<string | null>(null);
  const choose = useCallback(
    (next: Selected) => {
      if (next.size > SESSIONS_SELECTED_MAX) {
        showToast({ text: `${exactCount(SESSIONS_SELECTED_MAX)} sessions are the most that can be selected at once.` });
        return;
      }
      setState({ list, selected: next });
    },
    [list],
  );
  /** Chooses a row or lets it go; with `through`, chooses all from the one before to this. */
  const toggle = useCallback(
    (rows: readonly SessionRowItem[], index: number, through: boolean) => {
      const row = rows[index];
      if (row === undefined) return;
      const next = new Map(selected);
      const from = through ? rows.findIndex((one) => one.id === last.current) : -1;
      if (from >= 0) for (const one of rows.slice(Math.min(from, index), Math.max(from, index) + 1)) next.set(one.id, chosen(one));
      else if (!next.delete(row.id)) next.set(row.id, chosen(row));
      last.current = row.id;
      choose(next);
    },
    [selected, choose],
  );
  const toggleLoaded = useCallback(
    (rows: readonly SessionRowItem[]) => {
      const all = rows.every((row) => selected.has(row.id));
      choose(all ? NOTHING : new Map([...selected, ...rows.map((row) => [row.id, chosen(row)] as const)]));
    },
    [selected, choose],
  );
  const clear = useCallback(() => choose(NOTHING), [choose]);
  return { selected, toggle, toggleLoaded, clear };
}

function chosen(row: SessionRowItem): SelectedSession {
  return { id: row.id, sessionId: row.session_id, turns: row.trace_count };
}
