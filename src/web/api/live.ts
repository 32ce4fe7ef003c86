import { useEffect, useRef, useState } from 'react';
import { ROOT_PATH } from '../lib/root-path.ts';

const RECONNECT_MS = 3000;

export type LiveState = 'off' | 'connecting' | 'open';

/**
 * Follows the commits of a project, or of all with null. `onCommit` gets the number of spans stored; events less than `everyMs` apart come as one.
 * A broken connection is opened again, and then `onCommit` gets a 0; `state` says when it is trying.
 */
export function useLive(project: string | null, enabled: boolean, onCommit: (stored: number) => void, everyMs = 700): LiveState {
  const [state, setState] = useState<LiveState>('off');
  const callback = useRef(onCommit);
  useEffect(() => {
    callback.current = onCommit;
  });
  useEffect(() => {
    if (!enabled) {
      setState('off');
      return undefined;
    }
    let waiting = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    let source: EventSource | undefined;
    let missed = false;
    const commit = (event: MessageEvent): void => {
      waiting += storedOf(event.data);
      timer ??= setTimeout(() => {
        timer = undefined;
        callback.current(waiting);
        waiting = 0;
      }, everyMs);
    };
    const connect = (): void => {
      source = new EventSource(`${ROOT_PATH}${project === null ? '/v1/live' : `/v1/projects/${encodeURIComponent(project)}/live`}`);
      source.addEventListener('open', () => {
        setState('open');
        // Whatever was stored in between was not told.
        if (missed) callback.current(0);
        missed = false;
      });
      source.addEventListener('error', () => {
        missed = true;
        setState('connecting');
        // After an answer other than a stream the browser gives up; a server that restarts, or is full, comes back.
        if (source?.readyState === EventSource.CLOSED) again = setTimeout(connect, RECONNECT_MS);
      });
      source.addEventListener('commit', commit);
    };
    setState('connecting');
    connect();
    return () => {
      clearTimeout(timer);
      clearTimeout(again);
      source?.close();
    };
  }, [project, enabled, everyMs]);
  return state;
}

function storedOf(data: unknown): number {
  if (typeof data !== 'string') return 0;
  try {
    const body: unknown = JSON.parse(data);
    return typeof body === 'object' && body !== null && 'stored' in body && typeof body.stored === 'number' ? body.stored : 0;
  } catch {
    return 0;
  }
}
