import { useEffect, useRef, useState } from 'react';
import { usePageSeen } from '../lib/page-seen.ts';
import { ROOT_PATH } from '../lib/root-path.ts';
import { followLive } from './live-source.ts';

export type LiveState = 'off' | 'connecting' | 'open';

/** What a page shows at first may have been read so long before it: the cache keeps what was left for five minutes. */
const READ_BEFORE_MS = 300_000;

/**
 * Follows the commits of a project, or of all with null. `onCommit` gets the number of spans stored; events less than `everyMs` apart come as one.
 * It gets a 0 for what nobody told: when the stream opens, at first or again, and something was stored since the page may have read what it shows.
 * `state` says when a connection is tried. A page that is not seen follows nothing: browsers open six connections to a server, and six tabs that
 * kept one each would leave none for the next.
 */
export function useLive(project: string | null, enabled: boolean, onCommit: (stored: number) => void, everyMs = 700): LiveState {
  const [state, setState] = useState<LiveState>('off');
  const seen = usePageSeen();
  const sinceMs = useRef(0);
  const callback = useRef(onCommit);
  useEffect(() => {
    callback.current = onCommit;
  });
  useEffect(() => {
    sinceMs.current = Date.now() - READ_BEFORE_MS;
  }, [project]);
  useEffect(() => {
    if (!enabled) {
      setState('off');
      return undefined;
    }
    // What it says of the connection stays: nobody sees it.
    if (!seen) return undefined;
    let waiting = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const address = `${ROOT_PATH}${project === null ? '/v1/live' : `/v1/projects/${encodeURIComponent(project)}/live`}`;
    const stop = followLive(address, {
      onState: setState,
      onReady: (quietMs) => {
        // By the clock on the wall: the other one may stand still while the machine sleeps.
        if (quietMs < Date.now() - sinceMs.current) callback.current(0);
      },
      onCommit: (stored) => {
        waiting += stored;
        timer ??= setTimeout(() => {
          timer = undefined;
          callback.current(waiting);
          waiting = 0;
        }, everyMs);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [project, enabled, seen, everyMs]);
  return state;
}
