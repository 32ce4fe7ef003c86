import { useEffect, useRef, useState } from 'react';

export type LiveState = 'off' | 'connecting' | 'open';

/**
 * Follows the commits of a project, or of all with null. `onCommit` gets the number of spans stored; events less than `everyMs` apart come as one.
 * The browser reconnects by itself; `state` says when it is trying.
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
    const source = new EventSource(project === null ? '/v1/live' : `/v1/projects/${encodeURIComponent(project)}/live`);
    setState('connecting');
    source.addEventListener('open', () => setState('open'));
    source.addEventListener('error', () => setState('connecting'));
    const commit = (event: MessageEvent): void => {
      waiting += storedOf(event.data);
      timer ??= setTimeout(() => {
        timer = undefined;
        callback.current(waiting);
        waiting = 0;
      }, everyMs);
    };
    source.addEventListener('commit', commit);
    return () => {
      clearTimeout(timer);
      source.close();
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
