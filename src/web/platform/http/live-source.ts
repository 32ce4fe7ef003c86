import { prop, type Json } from '#web/platform/text/json.ts';
import { followEvents } from './event-stream.ts';

interface LiveSourceHandlers {
  readonly onState: (state: 'connecting' | 'open') => void;
  /** The stream is open: for how long nothing was stored before, in milliseconds. */
  readonly onReady: (quietMs: number) => void;
  /** Spans were stored: how many. */
  readonly onCommit: (stored: number) => void;
}

/** Follows the commits of a live stream until the returned function is called. */
export function followLive(
  address: string,
  { onState, onReady, onCommit }: LiveSourceHandlers,
): () => void {
  return followEvents(address, {
    onState,
    on: {
      ready: (data) => onReady(numberOf(data, 'quiet_ms')),
      commit: (data) => onCommit(numberOf(data, 'stored')),
    },
  });
}

/** A number that an event tells; 0 where it does not. */
function numberOf(data: Json | undefined, name: string): number {
  const value = prop(data, name);
  return typeof value === 'number' ? value : 0;
}
