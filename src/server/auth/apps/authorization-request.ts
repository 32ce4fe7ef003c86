import { LEAST_APP_SCOPES, type Scope } from '#contracts/access/access.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { findAppClient } from '#server/stores/meta/access/app-clients.queries.ts';
import type { AppClientRecord } from '#server/stores/meta/app-tables.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { redirectUrisOf } from './app-clients.ts';
import { neededParameter, readParameters, type AppParameters } from './app-parameters.ts';
import { AppRefusal } from './app-refusal.ts';
import { askedScopes } from './app-scopes.ts';
import type { AppSettings } from './app-settings.ts';
import { isChallenge } from './pkce.ts';
import { registeredTarget, targetRefusal, type RedirectTarget } from './redirect-target.ts';

/**
 * The app that requests access, and its redirect address: both are verified and belong together.
 */
interface Asker {
  readonly client: AppClientRecord;
  readonly target: RedirectTarget;
  readonly state: string | undefined;
}

/** An app's request. */
export interface AuthorizationRequest extends Asker {
  readonly challenge: string;
  readonly scopes: readonly Scope[];
  /**
   * Whether the app named its scopes; one that named none gets the least, unless its user gives
   * more.
   */
  readonly namesScopes: boolean;
}

/**
 * A request of a known app that can't be granted, whatever the user decides; the app may receive
 * the error.
 */
export interface RefusedRequest extends Asker {
  readonly refusal: AppRefusal;
}

/** Longer ones would not survive the way through the sign-in screen and back. */
export const QUERY_CHARS_MAX = 1_400;

/**
 * The query of a request as one word, so that nothing on its way through the page can read it
 * otherwise.
 */
export function packedRequest(query: string): string {
  return Buffer.from(query).toString('base64url');
}

export function unpackedRequest(packed: string): string {
  return Buffer.from(packed, 'base64url').toString();
}

/**
 * Reads a request. Rejects when there is no safe place to send the error: the app is not known, or
 * the address is not its own; then no browser is sent anywhere.
 */
export async function readAuthorizationRequest(
  query: string,
  {
    db,
    settings,
    issuer,
  }: { readonly db: MetaDb; readonly settings: AppSettings; readonly issuer: string },
): Promise<AuthorizationRequest | RefusedRequest> {
  if (query.length > QUERY_CHARS_MAX)
    throw new AppRefusal(
      'invalid_request',
      `The request takes more than ${QUERY_CHARS_MAX} characters; use a shorter state or scope.`,
    );
  const parameters = readParameters(query);
  const client = await findAppClient(db, neededParameter(parameters, 'client_id'));
  if (client === null)
    throw new AppRefusal(
      'invalid_client',
      'This app is not known here. If it registers itself, have it do so again.',
    );
  const target = registeredTarget(
    neededParameter(parameters, 'redirect_uri'),
    redirectUrisOf(client),
  );
  if (target === null)
    throw new AppRefusal(
      'invalid_redirect_uri',
      'The app asks to be answered at an address that it did not register.',
    );
  const barred = targetRefusal(target, settings);
  if (barred !== null) throw new AppError('forbidden', barred);
  const asker = { client, target, state: parameters['state'] };
  try {
    return { ...asker, ...askedFor(parameters, issuer) };
  } catch (error) {
    if (error instanceof AppRefusal) return { ...asker, refusal: error };
    throw error;
  }
}

function askedFor(
  parameters: AppParameters,
  issuer: string,
): Pick<AuthorizationRequest, 'challenge' | 'scopes' | 'namesScopes'> {
  if (neededParameter(parameters, 'response_type') !== 'code')
    throw new AppRefusal('unsupported_response_type', 'response_type must be code.');
  if ((parameters['response_mode'] ?? 'query') !== 'query')
    throw new AppRefusal('invalid_request', 'response_mode must be query.');
  const { code_challenge: challenge, code_challenge_method: method } = parameters;
  if (method !== 'S256' || !isChallenge(challenge))
    throw new AppRefusal(
      'invalid_request',
      'code_challenge and code_challenge_method=S256 are needed (PKCE, RFC 7636).',
    );
  assertOwnResource(parameters['resource'], issuer);
  const named = askedScopes(parameters['scope']);
  return { challenge, scopes: named ?? LEAST_APP_SCOPES, namesScopes: named !== null };
}

/** Throws when tokens are requested for another server (RFC 8707). */
export function assertOwnResource(resource: string | undefined, issuer: string): void {
  if (resource === undefined) return;
  const plain = (text: string): string | undefined =>
    URL.parse(text)?.href.replace(/(?<!\/)\/+$/, '');
  if (plain(resource) !== plain(issuer))
    throw new AppRefusal('invalid_target', `resource must be ${issuer}.`);
}

/** The address at which an app gets its answer; `iss` tells it who answered (RFC 9207). */
export function answerAddress(
  { target, state }: Asker,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): string {
  const parameters = new URLSearchParams({
    ...answer,
    ...(state === undefined ? {} : { state }),
    iss: issuer,
  });
  return `${target.uri}${target.uri.includes('?') ? '&' : '?'}${parameters.toString()}`;
}

/** The same for a request that is refused. */
export function refusalAddress(asker: Asker, issuer: string, { word, detail }: AppRefusal): string {
  return answerAddress(asker, issuer, { error: word, error_description: detail });
}
