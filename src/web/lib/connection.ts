import { useSyncExternalStore } from 'react';
import { ROOT_PATH } from './root-path.ts';

/** `offline`: this browser has no network. `unreachable`: it has, but the server does not answer. */
type Connection = 'online' | 'offline' | 'unreachable';

const PROBE_MS = 2000;
const PROBE_DEADLINE_MS = 5000;
/** A call that has no answer for so long may wait for a server, or a network, that hangs. */
const ANSWER_MS = 8000;

let reachable = true;
let probe: ReturnType<typeof setTimeout> | undefined;
let isAsking = false;
/** How many calls were answered: whoever was answered meanwhile knows better than a question that was not. */
let answers = 0;
const listeners = new Set<() => void>();
const resumed = new Set<() => void>();

function state(): Connection {
  if (reachable) return 'online';
  return navigator.onLine ? 'unreachable' : 'offline';
}

/**
 * Told by every call of the server's interface: whether the server answered for itself. One that was cut off proves nothing while
 * others are answered, and what is read anew when the server is back would be cut off again: so the server is asked before it counts as away.
 */
export function reportReachable(answered: boolean): void {
  if (!answered) {
    if (reachable) tryAgain();
    return;
  }
  answers += 1;
  settle(true);
}

/** Told when a call goes out: one that waits for long has the server asked whether it is there. What is returned is told its end. */
export function awaitAnswer(): () => void {
  const timer = setTimeout(tryAgain, ANSWER_MS);
  return () => clearTimeout(timer);
}

function settle(answered: boolean): void {
  clearTimeout(probe);
  if (!answered) probe = setTimeout(tryAgain, PROBE_MS);
  if (answered === reachable) return;
  reachable = answered;
  for (const listener of listeners) listener();
  if (answered) for (const listener of resumed) listener();
}

/** Asks now whether the server is there and ready; while it is away, it is asked every two seconds. */
export function tryAgain(): void {
  clearTimeout(probe);
  if (isAsking) return;
  isAsking = true;
  const before = answers;
  void isReady().then((ready) => {
    isAsking = false;
    if (ready || !reachable || answers === before) settle(ready);
  });
}

async function isReady(): Promise<boolean> {
  try {
    const response = await fetch(`${ROOT_PATH}/ready`, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_DEADLINE_MS) });
    return response.ok;
  } catch {
    return false;
  }
}

/** Resolves when the server is there and ready: false at once, or true when it is again after it was away. */
export async function whenReady(): Promise<boolean> {
  if (await isReady()) return false;
  settle(false);
  return await new Promise((resolve) => {
    const end = onResumed(() => {
      end();
      resolve(true);
    });
  });
}

/** Calls back each time the server answers again after it was away; the returned function ends it. */
export function onResumed(listener: () => void): () => void {
  resumed.add(listener);
  return () => resumed.delete(listener);
}

/** Follows the browser's own word on its network; what it says is checked before it is believed. */
export function followConnection(): void {
  addEventListener('offline', () => settle(false));
  addEventListener('online', tryAgain);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, state);
}
