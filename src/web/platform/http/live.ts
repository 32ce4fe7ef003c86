import { useEffect, useRef, useState } from 'react';
import { usePageSeen } from '#web/platform/browser/page-seen.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { followLive } from './live-source.ts';

export type LiveState = 'off' | 'connecting' | 'open';

/** The maximum age of a page's first data: the cache keeps unused data for five minutes. */
const READ_BEFORE_MS = 300_000;

/**
 * Subscribes to the commits of a project, or of all with null. `onCommit` gets the number of spans
 * stored: of the first commit after a pause immediately, then at most every `everyMs`. It gets a 0
 * for possible missed changes: when the stream opens or reopens, and spans were stored since the
 * page may have read its data. `state` reports connection attempts. A hidden page closes its
 * stream: browsers open six connections to a server, and six tabs with one each would leave none
 * for the next.
 */
export function useLive(
  project: string | null,
  enabled: boolean,
  onCommit: (stored: number) => void,
  everyMs = 700,
): LiveState {
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
    // The connection state stays: the page is hidden.
    if (!seen) return undefined;
    let waiting = 0;
    let calledMs = -everyMs;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const address = `${ROOT_PATH}${project === null ? '/v1/live' : `/v1/projects/${encodeURIComponent(project)}/live`}`;
    const stop = followLive(address, {
      onState: setState,
      onReady: (quietMs) => {
        // Wall-clock time: the monotonic clock may stop while the machine sleeps.
        if (quietMs < Date.now() - sinceMs.current) callback.current(0);
      },
      onCommit: (stored) => {
        waiting += stored;
        // Immediately after a pause: a user who sends a first trace waits for it.
        timer ??= setTimeout(
          () => {
            timer = undefined;
            calledMs = performance.now();
            callback.current(waiting);
            waiting = 0;
          },
          calledMs + everyMs - performance.now(),
        );
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [project, enabled, seen, everyMs]);
  return state;
}
