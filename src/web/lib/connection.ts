import { useSyncExternalStore } from 'react';
import { ROOT_PATH } from './root-path.ts';

/**
 * `offline`: this browser has no network. `unreachable`: it has, but the server does not answer. `silent`: the server has not answered for
 * a second or two, which a server or a network with a lot to do may be as well; nothing is read anew when it answers after all.
 */
type Connection = 'online' | 'offline' | 'unreachable' | 'silent';

/** What came of the last click while the server was away: it was not done, or what it opens waits. */
type Lost = 'undone' | 'waits' | null;

const PROBE_MS = 2000;
const PROBE_DEADLINE_MS = 5000;
/** A call that has no answer for so long may wait for a server, or a network, that hangs: with the deadline below, that is known after 1.6 s. */
const SLOW_MS = 300;
const QUICK_DEADLINE_MS = 1300;
/** While it goes on waiting, the server is asked again after so long. */
const LOOK_AGAIN_MS = 2000;
/** A timer that is so late says that this page was busy, not the server. */
const LATE_MS = 300;
/** What a proxy says for a server that is not there. */
const PROXY_FAILURES: ReadonlySet<number> = new Set([502, 504]);

let reachable = true;
let isSilent = false;
let lost: Lost = null;
let isLooking = false;
let probe: ReturnType<typeof setTimeout> | undefined;
let isAsking = false;
/** How many calls were answered: an answer that came meanwhile says more than a question that had none. */
let answers = 0;
const listeners = new Set<() => void>();
const resumed = new Set<() => void>();

/** Whether the server is reached, as far as is known. */
export function connectionNow(): Connection {
  if (reachable) return isSilent ? 'silent' : 'online';
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
  noteLost(null);
  hush(false);
  settle(true);
}

/** Told when a call goes out: one that waits has the server asked whether it is there. What is returned is told its end. */
export function awaitAnswer(): () => void {
  const lookAgain = (): void => {
    timer = setTimeout(lookAgain, LOOK_AGAIN_MS);
    void look();
  };
  let timer = setTimeout(lookAgain, SLOW_MS);
  return () => clearTimeout(timer);
}

/** Asks at once whether anything answers; where nothing does, says so, and asks with more patience. */
async function look(): Promise<void> {
  if (isLooking || !reachable) return;
  isLooking = true;
  const before = answers;
  const isHeard = await isAnswering();
  isLooking = false;
  if (!isHeard && answers !== before) return;
  hush(!isHeard && reachable);
  if (!isHeard) tryAgain();
}

/**
 * Whether anything at all answers soon. Without credentials, so that browsers use a connection of its own for it: those to the server may all
 * wait for slow answers.
 */
async function isAnswering(): Promise<boolean> {
  for (;;) {
    const startedMs = performance.now();
    const ended = new AbortController();
    const timer = setTimeout(() => ended.abort(), QUICK_DEADLINE_MS);
    try {
      return !PROXY_FAILURES.has((await askReady(ended.signal, { credentials: 'omit', redirect: 'manual' })).status);
    } catch {
      if (!ended.signal.aborted || performance.now() - startedMs < QUICK_DEADLINE_MS + LATE_MS) return false;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Told when something that was clicked could not be sent. */
export function reportUndone(): void {
  noteLost('undone');
}

function noteLost(next: Lost): void {
  if (next === lost) return;
  lost = next;
  for (const listener of listeners) listener();
}

function hush(silent: boolean): void {
  if (silent === isSilent) return;
  isSilent = silent;
  for (const listener of listeners) listener();
}

function settle(answered: boolean): void {
  clearTimeout(probe);
  hush(false);
  if (!answered) probe = setTimeout(tryAgain, PROBE_MS);
  if (answered) noteLost(null);
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
    return (await askReady(AbortSignal.timeout(PROBE_DEADLINE_MS))).ok;
  } catch {
    return false;
  }
}

/** The text of the reply is of no interest, but one that is not read keeps one of the browser's six connections to the server. */
async function askReady(signal: AbortSignal, how?: RequestInit): Promise<Response> {
  const response = await fetch(`${ROOT_PATH}/ready`, { cache: 'no-store', signal, ...how });
  response.text().catch(() => null);
  return response;
}

/** Resolves when the server is there and ready: false at once, or true when it is again after it was away. `isAsked`: a click opened what waits. */
export async function whenReady(isAsked: boolean): Promise<boolean> {
  if (await isReady()) return false;
  settle(false);
  if (isAsked && lost === null) noteLost('waits');
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

export function useLost(): Lost {
  return useSyncExternalStore(subscribe, () => lost);
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, connectionNow);
}
