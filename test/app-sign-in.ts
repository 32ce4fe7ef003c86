import { createHash, randomBytes } from 'node:crypto';
import type { AppTokens } from '#contracts/apps/app.ts';
import type { ApiApp, Reply } from './api-app.ts';

/** The app that every server knows, and where it is answered. */
export const CLI = 'phoenix-cli';
export const CLI_BACK = 'http://127.0.0.1:4711/callback';
/** The page's own origin, in requests that are injected. */
export const PAGE = { origin: 'http://localhost', host: 'localhost' };

type Fields = Readonly<Record<string, string>>;

/** The secret of an app that asks, and what it shows of it. */
export function pkcePair(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** An app's request; more fields replace these, and empty ones remove them. */
export function appQuery(challenge: string, more: Fields = {}): string {
  const fields = {
    response_type: 'code',
    client_id: CLI,
    redirect_uri: CLI_BACK,
    state: 'a-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  };
  return new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== '')).toString();
}

/** Where an app's request leads a browser. */
export async function asked(api: ApiApp, query: string): Promise<string> {
  return String((await api.get(`/oauth2/authorize?${query}`)).headers['location']);
}

/** The request parameter in the page's address. */
export function packed(query: string): string {
  return Buffer.from(query).toString('base64url');
}

export async function decide(
  api: ApiApp,
  query: string,
  headers: Fields,
  approved = true,
): Promise<Reply> {
  const payload = { request: packed(query), approved };
  return await api.call({ method: 'POST', url: '/oauth2/authorize/decision', payload, headers });
}

/** A user authorizes an app: returns the redirect address of the browser. */
export async function letIn(api: ApiApp, query: string, cookie: string): Promise<URL> {
  const reply = await decide(api, query, { cookie, ...PAGE });
  if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`);
  // as: checked against its schema
  return new URL((reply.body as { data: { redirect_to: string } }).data.redirect_to);
}

/** Sends a form, as apps do. */
export async function sendForm(
  api: ApiApp,
  url: string,
  fields: Fields | string,
  headers: Fields = {},
): Promise<Reply> {
  return await api.call({
    method: 'POST',
    url,
    payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}

/** A code, and what it is traded in with. */
export async function codeFor(api: ApiApp, cookie: string, more: Fields = {}): Promise<Fields> {
  const { verifier, challenge } = pkcePair();
  const back = await letIn(api, appQuery(challenge, more), cookie);
  return {
    grant_type: 'authorization_code',
    client_id: more['client_id'] ?? CLI,
    code: back.searchParams.get('code') ?? '',
    redirect_uri: more['redirect_uri'] ?? CLI_BACK,
    code_verifier: verifier,
  };
}

/** An authorized app, with its tokens. */
export async function connectedApp(
  api: ApiApp,
  cookie: string,
  more: Fields = {},
): Promise<AppTokens> {
  return tokensOf(await sendForm(api, '/oauth2/token', await codeFor(api, cookie, more)));
}

export async function refreshed(api: ApiApp, token: string, more: Fields = {}): Promise<Reply> {
  return await sendForm(api, '/oauth2/token', {
    grant_type: 'refresh_token',
    client_id: CLI,
    refresh_token: token,
    ...more,
  });
}

export function tokensOf(reply: Reply): AppTokens & { readonly refresh_token: string } {
  if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`);
  return { refresh_token: '', ...(reply.body as AppTokens) }; // as: checked against its schema
}
