import { checkSession } from './session-fetch.ts';

interface LiveSourceHandlers {
  readonly onState: (state: 'connecting' | 'open') => void;
  /** The stream is open: for how long nothing was stored before, in milliseconds. */
  readonly onReady: (quietMs: number) => void;
  /** Spans were stored: how many. */
  readonly onCommit: (stored: number) => void;
}

const RECONNECT_MS = 3000;
/** A server that is there and refuses the stream, having no room for it or no such project, is asked ever more rarely. */
const REFUSED_MS_MAX = 30_000;
/** After a stream that was open: at once, but never in a spin. */
const RESUME_MS = 100;

/**
 * Follows a live stream until the returned function is called. The server ends a stream with the access token it was opened with, and a browser
 * that reconnects by itself shows the same old token: so the session is renewed first, where it ran out, and the stream opened anew.
 */
export function followLive(address: string, { onState, onReady, onCommit }: LiveSourceHandlers): () => void {
  let source: EventSource;
  let again: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let refusals = 0;
  const connect = (): void => {
    let wasOpen = false;
    source = new EventSource(address);
    source.addEventListener('open', () => {
      wasOpen = true;
      onState('open');
    });
    source.addEventListener('error', () => {
      source.close();
      onState('connecting');
      void reconnect(wasOpen);
    });
    source.addEventListener('ready', (event) => onReady(numberOf(event.data, 'quiet_ms')));
    source.addEventListener('commit', (event) => onCommit(numberOf(event.data, 'stored')));
  };
  const reconnect = async (wasOpen: boolean): Promise<void> => {
    const session = await checkSession().catch(() => 'unknown' as const);
    if (stopped || session === 'over') return;
    refusals = session === 'valid' && !wasOpen ? refusals + 1 : 0;
    const resumes = session === 'renewed' || (session === 'valid' && wasOpen);
    // Where the server is away, it is asked again after a while.
    const pauseMs = refusals === 0 ? RECONNECT_MS : Math.min(REFUSED_MS_MAX, RECONNECT_MS * 2 ** (refusals - 1));
    again = setTimeout(connect, resumes ? RESUME_MS : pauseMs);
  };
  onState('connecting');
  connect();
  return () => {
    stopped = true;
    clearTimeout(again);
    source.close();
  };
}

/** A number that an event tells; 0 where it does not. */
function numberOf(data: unknown, name: string): number {
  if (typeof data !== 'string') return 0;
  try {
    const event: unknown = JSON.parse(data);
    const entries: [string, unknown][] = typeof event === 'object' && event !== null ? Object.entries(event) : [];
    const value = entries.find(([key]) => key === name)?.[1];
    return typeof value === 'number' ? value : 0;
  } catch {
    return 0;
  }
}
