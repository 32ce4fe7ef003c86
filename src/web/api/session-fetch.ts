import { ROOT_PATH } from '../lib/root-path.ts';
import { isSignInScreen, loginAddress } from '../lib/sign-in-paths.ts';

const UNAUTHENTICATED = 401;
let renewing: Promise<boolean> | undefined;
let wasAnswered = false;

/** `fetch` for whoever is signed in: a session that ran out is renewed behind the scenes, and one that is over leads to the sign-in screen. */
export async function sessionFetch(request: Request): Promise<Response> {
  // A body can be read once, and after a renewal it is sent again.
  const again = request.clone();
  const response = await fetch(request);
  if (response.status !== UNAUTHENTICATED) {
    wasAnswered ||= response.ok;
    return response;
  }
  if (await renewSession()) return await fetch(again);
  goToSignIn();
  return response;
}

/** Renews the session, once for all who ask at the same time, in this tab and in others. False when it is over. */
export function renewSession(): Promise<boolean> {
  renewing ??= inTurn().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

async function inTurn(): Promise<boolean> {
  // Only secure contexts have locks; elsewhere the server bears with two tabs that renew at once.
  return 'locks' in navigator ? await navigator.locks.request('telltale.session', renew) : await renew();
}

async function renew(): Promise<boolean> {
  return (await fetch(`${ROOT_PATH}/auth/refresh`, { method: 'POST' })).ok;
}

/** Leaves for the sign-in screen, which leads back here. All that was read goes with this page. */
export function goToSignIn(): void {
  const path = location.pathname.slice(ROOT_PATH.length);
  if (!isSignInScreen(path)) location.replace(ROOT_PATH + loginAddress(path + location.search + location.hash, wasAnswered));
}
