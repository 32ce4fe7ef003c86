import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oauth from 'openid-client';
import type { Page } from 'playwright-core';

/** Where a program on the user's device is answered, as command-line clients have it. */
export interface AnswerPlace extends AsyncDisposable {
  readonly url: string;
  /** The first answer. */
  readonly answer: Promise<URL>;
}

export async function openAnswerPlace(frame = ''): Promise<AnswerPlace> {
  const { promise: answer, resolve } = Promise.withResolvers<URL>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
    const isAnswer = url.pathname === '/callback';
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(isAnswer ? 'Signed in.' : `<iframe src="${frame}"></iframe>`);
    if (isAnswer) resolve(url);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo; // as: it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    answer,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const INSECURE: oauth.DiscoveryRequestOptions & oauth.DynamicClientRegistrationRequestOptions = {
  algorithm: 'oauth2',
  execute: [oauth.allowInsecureRequests],
};

/** A client that the server knows. */
export async function knownApp(url: string, clientId: string): Promise<oauth.Configuration> {
  return await oauth.discovery(new URL(url), clientId, undefined, oauth.None(), INSECURE);
}

/** A client that registers itself. */
export async function newApp(
  url: string,
  name: string,
  redirectUri: string,
): Promise<oauth.Configuration> {
  const metadata = { client_name: name, redirect_uris: [redirectUri] };
  return await oauth.dynamicClientRegistration(new URL(url), metadata, oauth.None(), INSECURE);
}

/** An app that has begun to sign in. */
export interface BegunSignIn {
  /** Where the browser goes. */
  readonly url: string;
  /** Trades the answer for tokens. */
  finish(answer: URL): Promise<Awaited<ReturnType<typeof oauth.authorizationCodeGrant>>>;
}

export async function beginSignIn(
  config: oauth.Configuration,
  redirectUri: string,
  scope?: string,
): Promise<BegunSignIn> {
  const [verifier, state] = [oauth.randomPKCECodeVerifier(), oauth.randomState()];
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(scope === undefined ? {} : { scope }),
  });
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  return {
    url: url.href,
    finish: (answer) => oauth.authorizationCodeGrant(config, answer, checks),
  };
}

/** The user decides, and the browser is redirected to the app's address. */
export async function decide(page: Page, button: 'Approve' | 'Deny'): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByText('Signed in.').waitFor();
}
