import { useEffect, useRef, useState } from 'react';
import { usePageSeen } from '../lib/page-seen.ts';
import { ROOT_PATH } from '../lib/root-path.ts';
import { followLive } from './live-source.ts';

export type LiveState = 'off' | 'connecting' | 'open';

/**
 * Follows the commits of a project, or of all with null. `onCommit` gets the number of spans stored; events less than `everyMs` apart come as one.
 * A broken connection is opened again, and then `onCommit` gets a 0; `state` says when it is trying. A page that is not seen follows nothing,
 * and gets its 0 when it is seen again: browsers open six connections to a server, and six tabs that kept one each would leave none for the next.
 */
export function useLive(project: string | null, enabled: boolean, onCommit: (stored: number) => void, everyMs = 700): LiveState {
  const [state, setState] = useState<LiveState>('off');
  const seen = usePageSeen();
  const missed = useRef(false);
  const callback = useRef(onCommit);
  useEffect(() => {
    callback.current = onCommit;
  });
  useEffect(() => {
    if (!enabled) {
      setState('off');
      missed.current = false;
      return undefined;
    }
    // What it says of the connection stays: nobody sees it.
    if (!seen) {
      missed.current = true;
      return undefined;
    }
    if (missed.current) callback.current(0);
    missed.current = false;
    let waiting = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const address = `${ROOT_PATH}${project === null ? '/v1/live' : `/v1/projects/${encodeURIComponent(project)}/live`}`;
    const stop = followLive(address, {
      onState: setState,
      onGap: () => callback.current(0),
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
