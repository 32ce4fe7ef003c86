import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import * as routes from '#contracts/sign-in/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import {
  SignInRefused,
  type IdentityProvider,
  type SignInProblem,
} from '#server/auth/identity-provider.ts';
import { providedUser } from '#server/auth/provided-user.ts';
import { keepGrant } from '#server/auth/provider-grants.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import { clientAddress } from '../kit/request/client-address.ts';
import { replyWithError } from '../kit/reply/error-reply.ts';
import { publicBaseReader } from '../kit/request/public-base.ts';
import { sendRedirect, serve } from '../kit/route/serve.ts';
import { requestOrigin } from '../kit/request/request-origin.ts';
import { assertSignIn, type AuthDeps } from './auth-deps.ts';

const PENDING_MS = 15 * 60_000;
const COOKIE = 'oauth2';
const NO_TOKEN =
  'an identity provider gave no refresh token, so it cannot be asked about this user later; it may want the scope offline_access, or more in SERVICE_OAUTH2_{IDP}_AUTHORIZATION_PARAMETERS';

/** The state a browser keeps while the user signs in at an identity provider. */
const PendingSignIn = Type.Object({
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  idp: Type.String(),
  back: Type.String(),
});

const OWN_ORIGIN = 'http://own.invalid';

/** Signing in at an identity provider: there, and back. */
export function registerOAuth2(app: FastifyInstance, deps: AuthDeps): void {
  thereRoute(app, deps);
  backRoute(app, deps);
}

function thereRoute(app: FastifyInstance, deps: AuthDeps): void {
  const { authenticator, signIn, rootPath } = deps;
  serve(app, routes.loginAtProvider, async ({ params, query, request, reply }) => {
    assertSignIn(authenticator);
    const provider = requireProvider(deps, params.idp);
    await signIn.countTry('sign-in', clientAddress(request));
    try {
      const { url, checks } = await provider.begin(redirectUri(deps, request, params.idp));
      const pending = writePendingSignIn({
        ...checks,
        idp: params.idp,
        back: safeReturn(query.returnUrl),
      });
      reply
        .header('set-cookie', signIn.cookies.set(COOKIE, pending, PENDING_MS))
        .header('location', url);
    } catch (error) {
      request.log.warn({ err: error, provider: params.idp }, 'an identity provider did not answer');
      reply.header('location', rootPath + loginAddress('failed', safeReturn(query.returnUrl)));
    }
  });
}

function backRoute(app: FastifyInstance, deps: AuthDeps): void {
  const { authenticator, signIn, rootPath } = deps;
  serve(
    app,
    routes.returnFromProvider,
    async ({ params, request, reply, note }) => {
      assertSignIn(authenticator);
      const provider = requireProvider(deps, params.idp);
      await signIn.countTry('sign-in', clientAddress(request));
      try {
        const { user, back } = await comeBack(deps, provider, request, reply);
        note({ targetId: encodeGlobalId('User', user.id) }, user);
        reply.header('location', rootPath + back);
      } catch (error) {
        request.log.warn(
          { err: error, provider: params.idp },
          'a user could not sign in at an identity provider',
        );
        throw new NotSignedIn(params.idp, error);
      }
    },
    {
      replyWithRefusal: (error, request, reply) => {
        if (!(error instanceof NotSignedIn)) return replyWithError(error, request, reply);
        // After another attempt, the user still reaches their original destination.
        const back =
          readPendingSignIn(signIn.cookies.value(request.headers.cookie, COOKIE))?.back ?? '/';
        reply
          .header('set-cookie', signIn.cookies.set(COOKIE, '', 0))
          .header('location', rootPath + loginAddress(error.problem, back));
        void sendRedirect(request, reply);
      },
    },
  );
}

/** The sign-in screen, with the error and the user's original destination. */
function loginAddress(problem: SignInProblem, back: string): string {
  const query = new URLSearchParams({
    error: problem,
    ...(back === '/' ? {} : { returnUrl: back }),
  });
  return `/login?${query.toString()}`;
}

/**
 * A browser came back from a provider and is not signed in: a refusal for the audit log, a way back
 * to the sign-in screen for the browser.
 */
class NotSignedIn extends AppError {
  readonly problem: SignInProblem;

  constructor(idp: string, cause: unknown) {
    const why =
      cause instanceof SignInRefused ? cause.message : 'The provider did not answer as it should.';
    super('unauthenticated', `Sign-in at '${idp}' failed: ${why}`, { cause });
    this.problem = cause instanceof SignInRefused ? cause.problem : 'failed';
  }
}

async function comeBack(
  deps: AuthDeps,
  provider: IdentityProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ readonly user: UserRecord; readonly back: string }> {
  const { signIn, meta, authenticator, secretBox } = deps;
  const { cookie } = request.headers;
  const { name } = provider.settings;
  const pending = readPendingSignIn(signIn.cookies.value(cookie, COOKIE));
  if (pending === null || pending.idp !== name)
    throw new SignInRefused('failed', 'This browser did not begin it, or too long ago.');
  const answer = new URL(redirectUri(deps, request, name));
  answer.search = request.url.split('?')[1] ?? '';
  const { identity, refreshToken } = await provider.finish(answer, pending);
  const user = await providedUser(meta, identity, provider.settings, signIn.now());
  if (
    !(await keepGrant(
      { db: meta, box: secretBox, nowMs: signIn.now() },
      provider.settings,
      user,
      refreshToken,
    ))
  )
    request.log.warn({ provider: name, user: user.id }, NO_TOKEN);
  await signIn.sessions.end(signIn.cookies.read(cookie), false);
  const tokens = await signIn.sessions.begin(user, requestOrigin(request));
  authenticator.changed();
  reply.header('set-cookie', [...signIn.cookies.give(tokens), signIn.cookies.set(COOKIE, '', 0)]);
  return { user, back: pending.back };
}

/** Where the provider leads back to: the configured address, else the one the browser came by. */
function redirectUri({ signIn, rootPath }: AuthDeps, request: FastifyRequest, idp: string): string {
  return new URL(
    `${publicBaseReader(signIn.settings.publicUrl, rootPath)(request)}/oauth2/${idp}/tokens`,
  ).href;
}

function requireProvider({ signIn }: AuthDeps, name: string): IdentityProvider {
  const provider = signIn.providers.find(({ settings }) => settings.name === name);
  if (provider === undefined)
    throw new AppError('not_found', `There is no identity provider '${name.slice(0, 80)}'.`);
  return provider;
}

type PendingSignIn = Static<typeof PendingSignIn>;

function writePendingSignIn(pending: PendingSignIn): string {
  return Buffer.from(JSON.stringify(pending)).toString('base64url');
}

/** Null for what is missing or was not written so. */
function readPendingSignIn(text: string | null): PendingSignIn | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Value.Check(PendingSignIn, value) ? { ...value, back: safeReturn(value.back) } : null;
  } catch {
    return null;
  }
}

/** An address of our own page, whatever was asked for. */
function safeReturn(text: string | undefined): string {
  const url =
    text?.startsWith('/') === true && text.length <= 2048 ? URL.parse(text, OWN_ORIGIN) : null;
  if (url === null || url.origin !== OWN_ORIGIN || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
