import { useCallback, useEffect, useRef, useState } from 'react';
import { useGrowth } from '#web/platform/http/use-growth.ts';
import { PAGE_ROWS } from './rows.calls.ts';
import { plural } from '#web/platform/text/format-number.ts';

/** Scrolled down by less than a row is still the top. */
const TOP_PX = 30;
/**
 * A user who moved the pointer over the rows, or walked them by key, this recently is about to act
 * on one of them.
 */
const READING_MS = 2500;

interface ArrivalsOf {
  /** Names what is listed, its order included. */
  readonly list: string;
  /** How far it was scrolled down when it was left, in pixels. */
  readonly offsetOf: (list: string) => number;
  readonly waitingRows: WaitingRows;
  /** Reads the first page again, and shows it. */
  readonly refresh: () => Promise<void>;
  /** In another order, what is new may belong anywhere. */
  readonly isNewestFirst: boolean;
  /** A row is open beside the list, or some are chosen. */
  readonly isHeld: boolean;
}

/**
 * Handles new rows. At the top, while the user isn't interacting with a row, they are added
 * automatically; otherwise they wait behind a pill, so that nothing moves under the pointer.
 */
export function useArrivals({
  list,
  offsetOf,
  waitingRows,
  refresh,
  isNewestFirst,
  isHeld,
}: ArrivalsOf) {
  const { label, look, clear } = useWaiting(waitingRows);
  const isFromTop = waitingRows.known !== null;
  const offset = useRef(0);
  const touchedMs = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const again = useRef<() => void>(() => undefined);
  const isWaiting = label !== null;
  const letIn = useGrowth(async () => {
    clear();
    await refresh();
  }, list);
  const onStored = useCallback(() => {
    const restMs = touchedMs.current + READING_MS - Date.now();
    const mayMove = isNewestFirst && !isHeld && offset.current < TOP_PX;
    if (mayMove && restMs <= 0) letIn();
    else look();
    if (mayMove && restMs > 0)
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        again.current();
      }, restMs);
  }, [isNewestFirst, isHeld, letIn, look]);
  useEffect(() => {
    again.current = onStored;
  }, [onStored]);
  const onCommit = useCallback(
    (stored: number) => {
      // Even an empty result may follow earlier rows: in a list left far down, the rows above show
      // that.
      if (stored > 0 || isFromTop) onStored();
    },
    [isFromTop, onStored],
  );
  useEffect(() => {
    // Another list, at another place, for which nothing waits yet.
    offset.current = offsetOf(list);
    clear();
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [list, offsetOf, clear]);
  const onScrolled = useCallback(
    (px: number) => {
      offset.current = px;
      // Who goes up there wants to see them.
      if (px < TOP_PX && isWaiting && isNewestFirst && !isHeld) letIn();
    },
    [isWaiting, isNewestFirst, isHeld, letIn],
  );
  useEffect(() => {
    if (!isHeld && isWaiting && isNewestFirst && offset.current < TOP_PX) again.current();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the row is closed or let go
  }, [isHeld]);
  const onTouched = useCallback(() => {
    touchedMs.current = Date.now();
  }, []);
  return { waiting: label, forgetWaiting: clear, onCommit, onScrolled, onTouched };
}

interface Row {
  readonly id: string;
}

interface WaitingRows {
  /** The rows' name, such as "new trace", and the text after it. */
  readonly noun: string;
  readonly after?: string;
  /** The rows read; null if the list wasn't read from its top. */
  readonly known: readonly Row[] | null;
  /** Reads the first page as it is now. */
  readonly newest: () => Promise<readonly Row[]>;
}

interface Waiting {
  /** Such as "12 new traces"; null when nothing waits. */
  readonly label: string | null;
  readonly look: () => void;
  readonly clear: () => void;
}

/**
 * New rows while the list is scrolled down. Commits count spans of the whole project, but the list
 * shows traces, or a filter: so its newest page is read again and compared with the loaded rows.
 */
function useWaiting({ noun, after = '', known, newest }: WaitingRows): Waiting {
  const [count, setCount] = useState(0);
  const current = useRef({ known, newest });
  /** The first row at the first read, if the list wasn't read from its top. */
  const top = useRef<readonly Row[]>(null);
  useEffect(() => {
    current.current = { known, newest };
  });
  const busy = useRef(false);
  const look = useCallback(() => {
    if (busy.current) return;
    busy.current = true;
    const compare = async (): Promise<void> => {
      const page = await current.current.newest();
      top.current ??= page;
      const ids = new Set((current.current.known ?? top.current).map((row) => row.id));
      setCount(page.filter((row) => !ids.has(row.id)).length);
    };
    compare()
      .catch(() => undefined) // the next commit looks again
      .finally(() => {
        busy.current = false;
      });
  }, []);
  const clear = useCallback(() => {
    top.current = null;
    setCount(0);
  }, []);
  if (count === 0) return { label: null, look, clear };
  return {
    label: `${count >= PAGE_ROWS ? `${count}+ ${noun}s` : plural(count, noun)}${after}`,
    look,
    clear,
  };
}
