import { readFile } from 'node:fs/promises';
import { search, type JSONValue } from '@jmespath-community/jmespath';
import * as client from 'openid-client';
import type { ClientAuth } from 'openid-client';
import type { Role } from '#contracts/access/access.ts';

/** How a client shows who it is when it exchanges a code. */
export const TOKEN_AUTH_METHODS = [
  'client_secret_basic',
  'client_secret_post',
  'none',
  'client_assertion_jwt',
] as const;
const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const CHARS_MAX = 65_536;

/** A place to sign in at, by OpenID Connect. */
export interface IdentityProviderSettings {
  /** The provider's name in addresses, in lower case. */
  readonly name: string;
  readonly displayName: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  /** Where its token is, with `client_assertion_jwt`. */
  readonly assertionFile: string | null;
  /** Address of the discovery document. */
  readonly configUrl: string;
  readonly tokenAuth: (typeof TOKEN_AUTH_METHODS)[number];
  readonly usePkce: boolean;
  /** Beside `openid email profile`. */
  readonly scopes: readonly string[];
  readonly allowSignUp: boolean;
  readonly autoLogin: boolean;
  /** JMESPath to what is meant, in the claims. */
  readonly emailPath: string;
  readonly groupsPath: string | null;
  /** Users in none of these groups are refused; null admits all users. */
  readonly allowedGroups: readonly string[] | null;
  readonly rolePath: string | null;
  /** From the provider's words to roles; null when the words are roles. */
  readonly roleMapping: ReadonlyMap<string, Role> | null;
  /** Whether users without a role are refused. */
  readonly roleStrict: boolean;
  /** Whether the role is taken anew at every sign-in. */
  readonly roleResync: boolean;
  /** Additional parameters of the sign-in address. */
  readonly authorizationParameters: Readonly<Record<string, string>>;
  /** How often the provider is asked again about absent users; null for never. */
  readonly recheckMs: number | null;
  /** How long a user may be inactive before suspension; null for no limit. */
  readonly absenceMs: number | null;
}

/** Values that must come back unchanged; kept in the browser meanwhile. */
export interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A user's identity, according to the provider. */
export interface ProvidedIdentity {
  readonly clientId: string;
  readonly subject: string;
  readonly email: string;
  readonly name: string | null;
  readonly picture: string | null;
  /** By the provider's groups; null when it says none. */
  readonly role: Role | null;
}

/** A user who returned from the provider. */
export interface ProvidedSignIn {
  readonly identity: ProvidedIdentity;
  /** The refresh token for checks while the user is away; null when the provider issued none. */
  readonly refreshToken: string | null;
}

/** Why a user can't sign in; the sign-in screen has the texts. */
export type SignInProblem =
  | 'failed'
  | 'denied'
  | 'unverified'
  | 'group'
  | 'role'
  | 'taken'
  | 'no-account';
export class SignInRefused extends Error {
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem, message: string) {
    super(message);
    this.name = 'SignInRefused';
    this.problem = problem;
  }
}

const TIMEOUT_S = 10;
const NAME_CHARS_MAX = 128;
const ADDRESS = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

/** Signs people in at an identity provider: authorization code with state, nonce and PKCE. */
export class IdentityProvider {
  readonly settings: IdentityProviderSettings;
  readonly #assertion: ClientAssertion | null;
  #discovered: Promise<client.Configuration> | undefined;

  constructor(settings: IdentityProviderSettings) {
    this.settings = settings;
    this.#assertion =
      settings.assertionFile === null ? null : new ClientAssertion(settings.assertionFile);
  }

  /** Where to send the browser, and what has to come back from there. */
  async begin(
    redirectUri: string,
  ): Promise<{ readonly url: string; readonly checks: SignInChecks }> {
    const checks = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const { usePkce, scopes, authorizationParameters } = this.settings;
    const pkce = {
      code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    };
    const scope = [...new Set(['openid', 'email', 'profile', ...scopes])].join(' ');
    const own = {
      redirect_uri: redirectUri,
      scope,
      state: checks.state,
      nonce: checks.nonce,
      ...(usePkce ? pkce : {}),
    };
    const parameters = { ...authorizationParameters, ...own };
    return {
      url: client.buildAuthorizationUrl(await this.#configuration(), parameters).href,
      checks,
    };
  }

  /**
   * Exchanges what came back for who it is. Rejects with what the library says, or with
   * `SignInRefused`.
   */
  async finish(answer: URL, { state, nonce, verifier }: SignInChecks): Promise<ProvidedSignIn> {
    const configuration = await this.#configuration();
    await this.#assertion?.refresh();
    const expected = { expectedState: state, expectedNonce: nonce, idTokenExpected: true };
    const tokens = await client
      .authorizationCodeGrant(configuration, answer, {
        ...expected,
        ...(this.settings.usePkce ? { pkceCodeVerifier: verifier } : {}),
      })
      .catch((error: unknown) => {
        throw isDenial(error) ? new SignInRefused('denied', 'The provider refused access.') : error;
      });
    const idClaims = tokens.claims();
    if (idClaims === undefined) throw new SignInRefused('failed', 'The provider sent no ID token.');
    const userInfo = await userInfoOf(configuration, tokens.access_token, idClaims.sub);
    return {
      identity: this.#identityOf({ ...userInfo, ...idClaims }),
      refreshToken: tokens.refresh_token ?? null,
    };
  }

  /**
   * Asks about a user who signed in before, with the refresh token issued then; `keep` receives the
   * next token before anything else can fail. Null when the provider only confirms that the user
   * exists. Rejects with `SignInRefused` for users who would no longer be admitted (`denied` when
   * the token is refused), and with the library's error when the provider is unreachable.
   */
  async askAgain(
    refreshToken: string,
    subject: string,
    keep: (next: string) => Promise<void>,
  ): Promise<ProvidedIdentity | null> {
    const configuration = await this.#configuration();
    await this.#assertion?.refresh();
    const tokens = await client
      .refreshTokenGrant(configuration, refreshToken)
      .catch((error: unknown) => {
        const isOver = error instanceof client.ResponseBodyError && error.error === 'invalid_grant';
        throw isOver ? new SignInRefused('denied', 'The provider takes the token no more.') : error;
      });
    if (tokens.refresh_token !== undefined && tokens.refresh_token !== refreshToken)
      await keep(tokens.refresh_token);
    const idClaims = tokens.claims();
    if (idClaims !== undefined && idClaims.sub !== subject)
      throw new SignInRefused('failed', 'The provider returned a different user.');
    const claims = {
      ...(await userInfoOf(configuration, tokens.access_token, subject)),
      ...idClaims,
      sub: subject,
    };
    // A provider may omit claims of its ID token on refresh: missing groups and roles are kept.
    const { emailPath, groupsPath, rolePath } = this.settings;
    const isTold = [emailPath, groupsPath, rolePath].every(
      (path) => path === null || this.#at(claims, path) !== null,
    );
    return idClaims === undefined && !isTold ? null : this.#identityOf(claims);
  }

  #identityOf(
    claims: Readonly<Record<string, unknown>> & { readonly sub: string },
  ): ProvidedIdentity {
    const { clientId, emailPath } = this.settings;
    const email = this.#at(claims, emailPath);
    if (typeof email !== 'string' || !ADDRESS.test(email.trim()))
      throw new SignInRefused('failed', `The provider names no e-mail address at '${emailPath}'.`);
    // Some say it in a text.
    if (String(claims['email_verified']) === 'false')
      throw new SignInRefused('unverified', 'The provider has not verified the e-mail address.');
    this.#assertGroup(claims);
    const name = claims['name'] ?? claims['preferred_username'];
    const picture = claims['picture'];
    return {
      clientId,
      subject: claims.sub,
      email: email.trim().toLowerCase(),
      name:
        typeof name === 'string' && name.trim() !== ''
          ? name
              .replaceAll(/\p{Cc}/gu, ' ')
              .trim()
              .slice(0, NAME_CHARS_MAX)
          : null,
      picture:
        typeof picture === 'string' && picture.startsWith('https://')
          ? picture.slice(0, 1024)
          : null,
      role: this.#roleOf(claims),
    };
  }

  #assertGroup(claims: object): void {
    const { groupsPath, allowedGroups } = this.settings;
    if (groupsPath === null || allowedGroups === null) return;
    const groups = [this.#at(claims, groupsPath)].flat();
    if (groups.every((group) => group === null)) assertNotLeftOut(claims, groupsPath);
    if (!allowedGroups.some((group) => groups.includes(group)))
      throw new SignInRefused('group', 'Not in an allowed group.');
  }

  #roleOf(claims: object): Role | null {
    const { rolePath, roleMapping, roleStrict } = this.settings;
    if (rolePath === null) return null;
    const words = [this.#at(claims, rolePath)].flat().filter((word) => typeof word === 'string');
    const roles = words.map(
      (word) => roleMapping?.get(word) ?? (roleMapping === null ? roleNamed(word) : undefined),
    );
    const role =
      (['ADMIN', 'MEMBER', 'VIEWER'] as const).find((one) => roles.includes(one)) ?? null;
    if (role === null && roleStrict) {
      if (words.length === 0) assertNotLeftOut(claims, rolePath);
      throw new SignInRefused('role', 'The provider gives no role.');
    }
    return role;
  }

  #at(claims: object, path: string): JSONValue {
    try {
      // as: claims come out of JSON.
      return search(claims as JSONValue, path);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new SignInRefused('failed', `'${path}' doesn't match the provider's claims: ${why}`);
    }
  }

  /** Asked once; again after a failure. */
  #configuration(): Promise<client.Configuration> {
    this.#discovered ??= this.#discover().catch((error: unknown) => {
      this.#discovered = undefined;
      throw error;
    });
    return this.#discovered;
  }

  async #discover(): Promise<client.Configuration> {
    const { configUrl, clientId, clientSecret, tokenAuth } = this.settings;
    const secret = clientSecret ?? '';
    const auth =
      this.#assertion !== null
        ? this.#assertion.authenticate
        : tokenAuth === 'none'
          ? client.None()
          : tokenAuth === 'client_secret_post'
            ? client.ClientSecretPost(secret)
            : client.ClientSecretBasic(secret);
    const execute = configUrl.startsWith('http:') ? [client.allowInsecureRequests] : [];
    return await client.discovery(new URL(configUrl), clientId, undefined, auth, {
      timeout: TIMEOUT_S,
      execute,
    });
  }
}

/**
 * For a user in more than 200 groups, Entra sends only the name of the missing claim: the user is
 * in groups, but it is unknown in which.
 */
function assertNotLeftOut(claims: object, path: string): void {
  const names = '_claim_names' in claims ? claims['_claim_names'] : null;
  if (typeof names !== 'object' || names === null) return;
  const left = Object.keys(names).find((name) => path.includes(name));
  if (left !== undefined)
    throw new SignInRefused(
      'failed',
      `The provider left out '${left}' because the user is in too many. Configure it to send fewer, such as only those assigned to the application.`,
    );
}

async function userInfoOf(
  configuration: client.Configuration,
  accessToken: string,
  subject: string,
): Promise<object> {
  const isThere = configuration.serverMetadata().userinfo_endpoint !== undefined;
  return isThere ? await client.fetchUserInfo(configuration, accessToken, subject) : {};
}

/** Refused by the user or by a rule of the provider. */
function isDenial(error: unknown): boolean {
  return error instanceof client.AuthorizationResponseError && error.error === 'access_denied';
}

function roleNamed(word: string): Role | undefined {
  return (['ADMIN', 'MEMBER', 'VIEWER'] as const).find((role) => role === word.toUpperCase());
}

/**
 * Authenticates a client with a token signed by a third party and stored in a file, as platforms
 * provide for their workloads (RFC 7523). Such tokens are short-lived: the file is read for each
 * exchange.
 */
class ClientAssertion {
  readonly #file: string;
  #token = '';

  constructor(file: string) {
    this.#file = file;
  }

  /** Call before each exchange. Rejects when the file holds no token. */
  async refresh(): Promise<void> {
    const text = (await readFile(this.#file, 'utf8')).trim();
    if (text.length > CHARS_MAX || !JWT.test(text))
      throw new Error(`${this.#file} holds no token (a JWT).`);
    this.#token = text;
  }

  readonly authenticate: ClientAuth = (_server, { client_id: clientId }, body) => {
    body.set('client_id', clientId);
    body.set('client_assertion_type', TYPE);
    body.set('client_assertion', this.#token);
  };
}
