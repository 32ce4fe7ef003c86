import { reportReachable } from './connection.ts';
import { parseJson, type Json } from '#web/platform/text/json.ts';
import { checkSession } from './session-fetch.ts';

interface EventStreamHandlers {
  readonly onState: (state: 'connecting' | 'open') => void;
  /** By the name of the event: what to do with its data. */
  readonly on: Readonly<Record<string, (data: Json | undefined) => void>>;
}

const RECONNECT_MS = 3000;
/**
 * If the server answers but refuses the stream (no capacity, or not supported), retries become ever
 * less frequent.
 */
const REFUSED_MS_MAX = 30_000;
/** After a stream that was open: at once, but never in a spin. */
const RESUME_MS = 100;

/**
 * Subscribes to a stream of events until the returned function is called. The server ends a stream
 * when its access token expires, and a browser's own reconnect would send the same old token: so
 * the session is renewed first if needed, and the stream opened again.
 */
export function followEvents(address: string, { onState, on }: EventStreamHandlers): () => void {
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
    for (const [name, handle] of Object.entries(on))
      source.addEventListener(name, (event) =>
        handle(typeof event.data === 'string' ? parseJson(event.data) : undefined),
      );
  };
  const reconnect = async (wasOpen: boolean): Promise<void> => {
    const session = await checkSession().catch(() => 'unknown' as const);
    // If no other requests run, the end of the stream is the first sign that the server is down.
    if (!stopped && session === 'unknown') reportReachable(false);
    if (stopped || session === 'over') return;
    refusals = session === 'valid' && !wasOpen ? refusals + 1 : 0;
    const resumes = session === 'renewed' || (session === 'valid' && wasOpen);
    // While the server is down, retries after a delay.
    const pauseMs =
      refusals === 0 ? RECONNECT_MS : Math.min(REFUSED_MS_MAX, RECONNECT_MS * 2 ** (refusals - 1));
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
