import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as routes from '#contracts/apps/routes.ts';
import { LEVEL_SCOPES, effectiveScopes, type Scope } from '#contracts/access/access.ts';
import { AppDecisionBody, type AppRequest } from '#contracts/apps/app.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import type { Principal } from '#core/access/principal.ts';
import { AppRefusal } from '#server/auth/apps/app-refusal.ts';
import { approvedScopes } from '#server/auth/apps/app-scopes.ts';
import {
  QUERY_CHARS_MAX,
  answerAddress,
  packedRequest,
  readAuthorizationRequest,
  refusalAddress,
  unpackedRequest,
  type AuthorizationRequest,
  type RefusedRequest,
} from '#server/auth/apps/authorization-request.ts';
import { audited } from '../kit/route/audited.ts';
import { serve } from '../kit/route/serve.ts';
import { assertApps, type AppDeps } from './app-deps.ts';
const PAGE = '/oauth2/consent';

/** Asks the user on the page whether an app may act for them. */
export function registerAuthorize(app: FastifyInstance, deps: AppDeps): void {
  askRoute(app, deps);
  requestRoute(app, deps);
  decisionRoute(app, deps);
}

function askRoute(app: FastifyInstance, deps: AppDeps): void {
  serve(app, routes.authorizeApp, async ({ request, reply }) => {
    assertApps(deps);
    reply.header('cache-control', 'no-store');
    const query = request.url.split('?').slice(1).join('?');
    if (query.length > QUERY_CHARS_MAX) {
      reply.header('location', `${deps.rootPath}${PAGE}`);
      return;
    }
    const issuer = deps.baseOf(request);
    const asked = await readRequest(deps, query, issuer).catch(() => null);
    const isTold = asked !== null && 'refusal' in asked && asked.target.kind === 'loopback';
    const page = `${deps.rootPath}${PAGE}?request=${packedRequest(query)}`;
    reply.header('location', isTold ? refusalAddress(asked, issuer, asked.refusal) : page);
  });
}

function requestRoute(app: FastifyInstance, deps: AppDeps): void {
  serve(app, routes.getAppRequest, async ({ caller, query, request }) => {
    assertApps(deps);
    const issuer = deps.baseOf(request);
    const asked = await readRequest(deps, unpackedRequest(query.request), issuer);
    return { data: requestReply(asked, caller, issuer, deps.apps.grants.endOfNewGrant()) };
  });
}

function decisionRoute(app: FastifyInstance, deps: AppDeps): void {
  const { apps, baseOf } = deps;
  serve(app, routes.decideOnApp, async ({ caller, body, request, reply }) => {
    assertApps(deps);
    if (apps.settings.checksOrigin) assertOwnPage(request, baseOf(request));
    const issuer = baseOf(request);
    const asked = await readRequest(deps, unpackedRequest(body.request), issuer);
    if (body.level !== undefined && ('refusal' in asked || asked.namesScopes))
      throw new AppError(
        'unprocessable',
        'body.level is for apps that name no scope; this one gets what it named, or nothing.',
      );
    const action = body.approved && !('refusal' in asked) ? 'app.approve' : 'app.deny';
    reply.header('cache-control', 'no-store');
    return await audited({ action, caller, request, reply, okStatus: 200 }, async (note) => {
      const scopes = 'refusal' in asked ? [] : scopesFor(asked, body.level, caller);
      note({
        targetId: asked.client.client_id,
        app: asked.client.name,
        place: asked.target.place,
        scopes,
      });
      return {
        data: {
          redirect_to: await answer(deps, asked, caller, {
            issuer,
            approved: body.approved,
            scopes,
          }),
        },
      };
    });
  });
}

async function answer(
  { apps }: AppDeps,
  asked: AuthorizationRequest | RefusedRequest,
  { userNumber }: Principal,
  {
    issuer,
    approved,
    scopes,
  }: { readonly issuer: string; readonly approved: boolean; readonly scopes: readonly Scope[] },
): Promise<string> {
  if ('refusal' in asked) return refusalAddress(asked, issuer, asked.refusal);
  if (!approved || userNumber === null)
    return refusalAddress(
      asked,
      issuer,
      new AppRefusal('access_denied', 'The user did not let the app in.'),
    );
  return answerAddress(asked, issuer, {
    code: await apps.grants.approve({ ...asked, scopes }, userNumber),
  });
}

/**
 * The scopes an app gets: those it requested, or those its user chooses if it requested none;
 * `admin` only if the user has it.
 */
function scopesFor(
  asked: AuthorizationRequest,
  level: AppDecisionBody['level'],
  { role }: Principal,
): readonly Scope[] {
  return approvedScopes(level === undefined ? asked.scopes : LEVEL_SCOPES[level], role);
}

/** Rejects with `invalid_request` for errors that only the user may see. */
async function readRequest(
  { meta, apps }: AppDeps,
  query: string,
  issuer: string,
): Promise<AuthorizationRequest | RefusedRequest> {
  try {
    return await readAuthorizationRequest(query, { db: meta, settings: apps.settings, issuer });
  } catch (error) {
    // The app's request is invalid; the user is signed in.
    if (error instanceof AppRefusal)
      throw new AppError('invalid_request', error.detail, { cause: error });
    throw error;
  }
}

/**
 * Cross-site requests are refused everywhere; here the request must even prove that it comes from
 * this page.
 */
function assertOwnPage({ headers }: FastifyRequest, base: string): void {
  const own = URL.parse(base)?.origin;
  if (own !== undefined && headers.origin?.toLowerCase() === own) return;
  throw new AppError(
    'forbidden',
    `Apps can only be authorized on this server’s page, at ${own ?? base}; the request says it comes from '${(headers.origin ?? 'nowhere').slice(0, 80)}'. See SERVICE_ROOT_URL and SERVICE_OAUTH2_CONSENT_ORIGIN_CHECK.`,
  );
}

function requestReply(
  asked: AuthorizationRequest | RefusedRequest,
  caller: Principal,
  issuer: string,
  endsAtMs: number,
): AppRequest {
  const { client, target } = asked;
  const scopes = 'refusal' in asked ? [] : asked.scopes;
  return {
    client_id: client.client_id,
    name: client.name,
    built_in: client.is_built_in === 1,
    registered_at: isoFromUnixMs(client.created_at_ms),
    place: target.place,
    place_kind: target.kind,
    scopes: [...scopes],
    names_scopes: 'refusal' in asked || asked.namesScopes,
    granted: [...effectiveScopes(scopes, caller.role)],
    ends_at: isoFromUnixMs(endsAtMs),
    problem:
      'refusal' in asked
        ? {
            detail: asked.refusal.detail,
            redirect_to: refusalAddress(asked, issuer, asked.refusal),
          }
        : null,
  };
}
