import { reportReachable } from '../lib/connection.ts';
import { parseJson } from '../lib/json.ts';
import type { Json } from '../lib/json.ts';
import { checkSession } from './session-fetch.ts';

interface EventStreamHandlers {
  readonly onState: (state: 'connecting' | 'open') => void;
  /** By the name of the event: what to do with its data. */
  readonly on: Readonly<Record<string, (data: Json | undefined) => void>>;
}

const RECONNECT_MS = 3000;
/** A server that is there and refuses the stream, having no room for it or no such thing, is asked ever more rarely. */
const REFUSED_MS_MAX = 30_000;
/** After a stream that was open: at once, but never in a spin. */
const RESUME_MS = 100;

/**
 * Follows a stream of events until the returned function is called. The server ends a stream with the access token it was opened with, and a browser
 * that reconnects by itself shows the same old token: so the session is renewed first, where it ran out, and the stream opened anew.
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
      source.addEventListener(name, (event) => handle(typeof event.data === 'string' ? parseJson(event.data) : undefined));
  };
  const reconnect = async (wasOpen: boolean): Promise<void> => {
    const session = await checkSession().catch(() => 'unknown' as const);
    // Where nothing else is asked of the server, the end of its stream is the first sign that it is gone.
    if (!stopped && session === 'unknown') reportReachable(false);
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
