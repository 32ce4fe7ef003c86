import { useSyncExternalStore } from 'react';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';

/**
 * `offline`: this browser has no network. `unreachable`: it has, but the server does not answer.
 * `unready`: the server answers that it lacks something, such as a database. `silent`: the server
 * has not answered for a second or two, which a server or a network with a lot to do may be as
 * well; nothing is read anew when it answers after all.
 */
type Connection = 'online' | 'offline' | 'unreachable' | 'unready' | 'silent';

/** The state of the last click while the server is unreachable: it failed, or its page waits. */
type Lost = 'undone' | 'waits' | null;

const PROBE_MS = 2000;
const PROBE_DEADLINE_MS = 5000;
/**
 * A call that has no answer for so long may wait for a server, or a network, that hangs: with the
 * deadline below, that is known after 1.6 s.
 */
const SLOW_MS = 300;
const QUICK_DEADLINE_MS = 1300;
/** While the request still waits, the server is probed again after this time. */
const LOOK_AGAIN_MS = 2000;
/** A timer that is so late says that this page was busy, not the server. */
const LATE_MS = 300;
/** A proxy's statuses for an unreachable server. */
const PROXY_FAILURES: ReadonlySet<number> = new Set([502, 504]);

let reachable = true;
/** What the server says it lacks, in words. */
let lack: string | null = null;
let isSilent = false;
let lost: Lost = null;
let isLooking = false;
let probe: ReturnType<typeof setTimeout> | undefined;
let isAsking = false;
/**
 * How many calls were answered: an answer that came meanwhile says more than a question that had
 * none.
 */
let answers = 0;
const listeners = new Set<() => void>();
const resumed = new Set<() => void>();

/** Whether the server is reached, as far as is known. */
export function connectionNow(): Connection {
  if (reachable) return isSilent ? 'silent' : 'online';
  if (lack !== null) return 'unready';
  return navigator.onLine ? 'unreachable' : 'offline';
}

/** What the server says it lacks while it is `unready`. */
export function lackNow(): string | null {
  return lack;
}

/**
 * Called by every API request with whether the server itself answered. One aborted request proves
 * nothing while others succeed, and refreshed data would be aborted again: so the server is probed
 * before it counts as unreachable.
 */
export function reportReachable(answered: boolean): void {
  if (!answered) {
    if (reachable) tryAgain();
    return;
  }
  answers += 1;
  noteLost(null);
  hush(false);
  // What needs nothing of what is lacking is answered: only the server says when it has it again.
  if (lack === null) settle(true);
}

/**
 * Called when a request is sent: a slow one triggers a probe of the server. Call the returned
 * function when the request ends.
 */
export function awaitAnswer(): () => void {
  const lookAgain = (): void => {
    timer = setTimeout(lookAgain, LOOK_AGAIN_MS);
    void look();
  };
  let timer = setTimeout(lookAgain, SLOW_MS);
  return () => clearTimeout(timer);
}

/**
 * Asks at once whether anything answers; where nothing does, says so, and asks with more patience.
 */
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
 * Whether any response arrives soon. Without credentials, so that browsers use a separate
 * connection: those to the server may all wait for slow responses.
 */
async function isAnswering(): Promise<boolean> {
  for (;;) {
    const startedMs = performance.now();
    const ended = new AbortController();
    const timer = setTimeout(() => ended.abort(), QUICK_DEADLINE_MS);
    try {
      return !PROXY_FAILURES.has(
        (await askReady(ended.signal, { credentials: 'omit', redirect: 'manual' })).status,
      );
    } catch {
      if (!ended.signal.aborted || performance.now() - startedMs < QUICK_DEADLINE_MS + LATE_MS)
        return false;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Called when an action failed to be sent. */
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

function settle(answered: boolean, lacking: string | null = null): void {
  clearTimeout(probe);
  hush(false);
  if (!answered) probe = setTimeout(tryAgain, PROBE_MS);
  if (answered) noteLost(null);
  if (answered === reachable && lacking === lack) return;
  reachable = answered;
  lack = lacking;
  for (const listener of listeners) listener();
  if (answered) for (const listener of resumed) listener();
}

/** Probes now whether the server is reachable and ready; while it isn't, every two seconds. */
export function tryAgain(): void {
  clearTimeout(probe);
  if (isAsking) return;
  isAsking = true;
  const before = answers;
  void readiness().then(({ isReady, lacking }) => {
    isAsking = false;
    if (isReady || !reachable || lacking !== null || answers === before) settle(isReady, lacking);
  });
}

/** Whether the server is there and ready, and otherwise what it says it lacks. */
async function readiness(): Promise<{
  readonly isReady: boolean;
  readonly lacking: string | null;
}> {
  try {
    const { ok, text } = await askReady(AbortSignal.timeout(PROBE_DEADLINE_MS));
    return { isReady: ok, lacking: ok ? null : reasonsOf(text) };
  } catch {
    return { isReady: false, lacking: null };
  }
}

/** The reasons in a reply of `/ready`; null where it is another's, such as that of a proxy. */
function reasonsOf(text: string): string | null {
  try {
    const body: unknown = JSON.parse(text);
    const reasons: unknown =
      typeof body === 'object' && body !== null && 'reasons' in body ? body.reasons : null;
    return Array.isArray(reasons) && reasons.length > 0 ? sentenceOf(reasons) : null;
  } catch {
    return null;
  }
}

/** Reasons are words or sentences. */
function sentenceOf(reasons: readonly unknown[]): string {
  const text = reasons.map((reason) => String(reason).replace(/\.$/, '')).join('; ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** Reads the text in any case: a reply that isn't read keeps one of the browser's connections. */
async function askReady(
  signal: AbortSignal,
  how?: RequestInit,
): Promise<{ readonly status: number; readonly ok: boolean; readonly text: string }> {
  const response = await fetch(`${ROOT_PATH}/ready`, { cache: 'no-store', signal, ...how });
  const { status, ok } = response;
  return { status, ok, text: await response.text().catch(() => '') };
}

/**
 * Resolves when the server is there and ready: false at once, or true when it is again after it was
 * away. `isAsked`: a click opened what waits.
 */
export async function whenReady(isAsked: boolean): Promise<boolean> {
  const { isReady, lacking } = await readiness();
  if (isReady) return false;
  settle(false, lacking);
  if (isAsked && lost === null) noteLost('waits');
  return await new Promise((resolve) => {
    const end = onResumed(() => {
      end();
      resolve(true);
    });
  });
}

/**
 * Calls back each time the server answers again after it was away; the returned function ends it.
 */
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

export function useLack(): string | null {
  return useSyncExternalStore(subscribe, lackNow);
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, connectionNow);
}
