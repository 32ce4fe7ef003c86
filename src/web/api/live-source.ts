import { checkSession } from './session-fetch.ts';

interface LiveSourceHandlers {
  readonly onState: (state: 'connecting' | 'open') => void;
  /** Spans were stored: how many. */
  readonly onCommit: (stored: number) => void;
  /** The stream is open again after a gap; nobody told what was stored in it. */
  readonly onGap: () => void;
}

const RECONNECT_MS = 3000;
/** After a stream that was open: at once, but never in a spin. */
const RESUME_MS = 100;

/**
 * Follows a live stream until the returned function is called. The server ends a stream with the access token it was opened with, and a browser
 * that reconnects by itself shows the same old token: so the session is renewed first, where it ran out, and the stream opened anew.
 */
export function followLive(address: string, { onState, onCommit, onGap }: LiveSourceHandlers): () => void {
  let source: EventSource;
  let again: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let missed = false;
  const connect = (): void => {
    let wasOpen = false;
    source = new EventSource(address);
    source.addEventListener('open', () => {
      wasOpen = true;
      onState('open');
      if (missed) onGap();
      missed = false;
    });
    source.addEventListener('error', () => {
      source.close();
      missed = true;
      onState('connecting');
      void reconnect(wasOpen);
    });
    source.addEventListener('commit', (event) => onCommit(storedOf(event.data)));
  };
  const reconnect = async (wasOpen: boolean): Promise<void> => {
    const session = await checkSession().catch(() => 'unknown' as const);
    if (stopped || session === 'over') return;
    // Where the server is away, or has no room for another stream, it is asked again after a while.
    const resumes = session === 'renewed' || (session === 'valid' && wasOpen);
    again = setTimeout(connect, resumes ? RESUME_MS : RECONNECT_MS);
  };
  onState('connecting');
  connect();
  return () => {
    stopped = true;
    clearTimeout(again);
    source.close();
  };
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
