import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { isSignInScreen, loginAddress } from '#web/platform/address/sign-in-paths.ts';

const UNAUTHENTICATED = 401;
/** The server's codes for an expired or invalid session. */
const OVER = new Set([UNAUTHENTICATED, 403]);
/** Open routes: their responses say nothing about the session. */
const OPEN = /^\/(auth|health|ready)\b/;
let renewing: Promise<boolean> | undefined;
let wasAnswered = false;

/**
 * `fetch` for signed-in users: a session that ran out is renewed behind the scenes, and one that is
 * over leads to the sign-in screen.
 */
export async function sessionFetch(request: Request): Promise<Response> {
  // A body can be read once, and after a renewal it is sent again.
  const again = request.clone();
  const response = await fetch(request);
  if (response.status !== UNAUTHENTICATED) {
    wasAnswered ||=
      response.ok && !OPEN.test(new URL(request.url).pathname.slice(ROOT_PATH.length));
    return response;
  }
  return (await renewOrSignIn()) ? await fetch(again) : response;
}

/**
 * Call before a request that the browser makes itself and can't repeat (a stream, a file): renews
 * an expired session. `renewed` after a renewal; `over` when the session ended, and then the page
 * is on its way to the sign-in screen. Rejects when the server is unreachable.
 */
export async function checkSession(): Promise<'valid' | 'renewed' | 'over'> {
  const { status } = await fetch(`${ROOT_PATH}/v1/server`, { method: 'HEAD' });
  if (status !== UNAUTHENTICATED) return 'valid';
  return (await renewOrSignIn()) ? 'renewed' : 'over';
}

/**
 * Renews a session that ran out; false when it is over, and then the page leaves for the sign-in
 * screen.
 */
export async function renewOrSignIn(): Promise<boolean> {
  const renewed = await renewSession();
  if (!renewed) goToSignIn();
  return renewed;
}

/**
 * Renews the session, once for all who ask at the same time, in this tab and in others. False when
 * it is over.
 */
function renewSession(): Promise<boolean> {
  renewing ??= inTurn().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

async function inTurn(): Promise<boolean> {
  // Only secure contexts have locks; elsewhere the server bears with two tabs that renew at once.
  return 'locks' in navigator
    ? await navigator.locks.request('telltale.session', renew)
    : await renew();
}

async function renew(): Promise<boolean> {
  const { ok, status } = await fetch(`${ROOT_PATH}/auth/refresh`, { method: 'POST' });
  // A server that is busy or shutting down gives no information about the session.
  if (!ok && !OVER.has(status))
    throw new Error(`The session could not be renewed: the server answered ${status}.`);
  return ok;
}

/** Leaves for the sign-in screen, which leads back here. All that was read goes with this page. */
function goToSignIn(): void {
  const path = location.pathname.slice(ROOT_PATH.length);
  if (!isSignInScreen(path))
    location.replace(ROOT_PATH + loginAddress(path + location.search + location.hash, wasAnswered));
}
