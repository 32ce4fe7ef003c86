import { useCallback, useEffect, useRef } from 'react';
import { useGrowth } from '#web/platform/http/use-growth.ts';
import { useWaiting } from './use-waiting.ts';
import type { WaitingRows } from './use-waiting.ts';

/** Scrolled down by less than a row is still the top. */
const TOP_PX = 30;
/** A user who moved the pointer over the rows, or walked them by key, this recently is about to act on one of them. */
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
 * Handles new rows. At the top, while the user isn't interacting with a row, they are added automatically; otherwise they wait behind a
 * pill, so that nothing moves under the pointer.
 */
export function useArrivals({ list, offsetOf, waitingRows, refresh, isNewestFirst, isHeld }: ArrivalsOf) {
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
      // Even an empty result may follow earlier rows: in a list left far down, the rows above show that.
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
